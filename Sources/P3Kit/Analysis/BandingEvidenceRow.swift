/// The evidence of one row of cells. There is room only for the kinds of scan that found something: of most images
/// that is none, of noisy ones the widest tolerance.
struct BandingEvidenceRow: Sendable {
  private let columns: Int
  private let kindCount: Int
  private let channelCount: Int
  /// Per cell and kind, where its entries begin, one per channel, or −1; nothing while there is no evidence.
  private var slots: [Int32] = []
  private var entries: [BandingEvidence] = []

  init(columns: Int, kindCount: Int, channelCount: Int) {
    self.columns = columns
    self.kindCount = kindCount
    self.channelCount = channelCount
  }

  /// Whether there is no evidence of any cell.
  var isEmpty: Bool { slots.isEmpty }

  /// The evidence of one cell, kind and channel.
  func evidence(_ column: Int, kind: Int, channel: Int) -> BandingEvidence {
    guard !isEmpty else { return BandingEvidence() }
    let slot = Int(slots[column * kindCount + kind])
    return slot < 0 ? BandingEvidence() : entries[slot + channel]
  }

  /// Whether there is any evidence of a cell.
  func hasEvidence(_ column: Int) -> Bool {
    !isEmpty && (0..<kindCount).contains { slots[column * kindCount + $0] >= 0 }
  }

  /// Adds the part of a staircase that covers `pixels` of a cell.
  mutating func add(_ stroke: BandingStroke, pixels: Float, column: Int) {
    if isEmpty { slots = [Int32](repeating: -1, count: columns * kindCount) }
    let index = column * kindCount + stroke.kind
    if slots[index] < 0 {
      slots[index] = Int32(entries.count)
      // Room for a quarter of the row: an array left alone doubles, which is half of it unused at worst.
      if entries.count == entries.capacity { entries.reserveCapacity(entries.count + slots.count / 4) }
      entries.append(contentsOf: repeatElement(BandingEvidence(), count: channelCount))
    }
    entries[Int(slots[index]) + stroke.channel].add(stroke, pixels: pixels)
  }
}

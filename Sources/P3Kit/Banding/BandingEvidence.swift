/// What staircases of one channel and one kind of scan say of one cell.
struct BandingEvidence: Sendable, Hashable {
  /// Pixels on staircases along rows and along columns.
  var across: Float = 0
  var along: Float = 0
  /// Steps met on those pixels.
  var acrossSteps: Float = 0
  var alongSteps: Float = 0
  /// OKLab distance and code size of the steps, times pixels.
  var distance: Float = 0
  var codes: Float = 0

  /// Pixels in all.
  var pixels: Float { across + along }

  /// Adds the part of a staircase that covers `pixels` of the cell.
  mutating func add(_ stroke: BandingStroke, pixels: Float) {
    if stroke.isRow {
      across += pixels
      acrossSteps += pixels * stroke.stepRate
    } else {
      along += pixels
      alongSteps += pixels * stroke.stepRate
    }
    distance += pixels * stroke.distance
    codes += pixels * stroke.codes
  }

  static func += (a: inout Self, b: Self) {
    a.across += b.across
    a.along += b.along
    a.acrossSteps += b.acrossSteps
    a.alongSteps += b.alongSteps
    a.distance += b.distance
    a.codes += b.codes
  }

  /// Distance from step to step across the bands, in pixels: rates along the two directions are the
  /// components of one vector. A direction without staircases has a rate of 0: its plateaus are too long.
  var plateauWidth: Double {
    let rateAcross = across > 0.25 * along ? Double(acrossSteps / across) : 0
    let rateAlong = along > 0.25 * across ? Double(alongSteps / along) : 0
    let rate = (rateAcross * rateAcross + rateAlong * rateAlong).squareRoot()
    return rate > 0 ? 1 / rate : .infinity
  }

  /// Mean OKLab distance of a step.
  var meanDistance: Double { pixels > 0 ? Double(distance / pixels) : 0 }
}

/// What a staircase writes into each cell that it crosses, per pixel.
struct BandingStroke: Sendable, Hashable {
  /// Whether it runs along a row.
  let isRow: Bool
  /// The kind of scan that found it: 0 exact.
  let kind: Int
  /// The channel that steps.
  let channel: Int
  /// Steps per pixel.
  let stepRate: Float
  /// OKLab distance and code size of a step.
  let distance: Float
  let codes: Float
}

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

/// A cache of exact differences of pairs of pixels. Flat pictures have few pairs; for them every figure of the report
/// is exact.
struct PairCache: Sendable {
  private struct Entry: Sendable {
    var first: UInt64 = 0
    var second: UInt64 = 0
    /// Negative in an empty entry.
    var value = -1.0
  }

  /// A power of two, larger than `capacity`.
  private static let slots = 1 << 13

  /// The most pairs; pictures with more are not flat.
  static let capacity = 1 << 12

  private let exact: ExactDifference
  private var entries: [Entry] = []
  private var count = 0
  private var last = Entry()

  init(_ exact: ExactDifference) { self.exact = exact }

  /// Whether no more pairs fit.
  var isFull: Bool { count == Self.capacity }

  /// The difference of two pixels in Double. The cache must not be full; callers then compute pairs themselves.
  mutating func value(_ p: PixelCode, _ q: PixelCode) -> Double {
    let (first, second) = (p.packed, q.packed)
    if last.value >= 0, last.first == first, last.second == second { return last.value }
    if entries.isEmpty { entries = [Entry](repeating: Entry(), count: Self.slots) }
    var slot = Self.slot(first, second)
    while entries[slot].value >= 0 {
      if entries[slot].first == first, entries[slot].second == second {
        last = entries[slot]
        return last.value
      }
      slot = (slot + 1) & (Self.slots - 1)
    }
    precondition(!isFull, "a search ends at an empty entry")
    last = Entry(first: first, second: second, value: exact.value(p, q))
    entries[slot] = last
    count += 1
    return last.value
  }

  private static func slot(_ first: UInt64, _ second: UInt64) -> Int {
    // Two odd constants of SplitMix64 spread neighbouring codes over the table.
    let mixed = (first &* 0x9E37_79B9_7F4A_7C15) ^ (second &* 0xBF58_476D_1CE4_E5B9)
    return Int(truncatingIfNeeded: mixed >> 51) & (slots - 1)
  }
}

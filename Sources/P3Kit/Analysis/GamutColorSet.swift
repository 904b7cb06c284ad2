import Pixels

/// A set of 16-bit RGB colours that stops growing at 2²⁰: open addressing with linear probing.
struct GamutColorSet: Sendable {
  /// Distinct colours that are counted exactly.
  static let limit = 1 << 20

  /// Colours as r·2³² + g·2¹⁶ + b + 1; 0 marks a free place. A power of two of places.
  private var places: [UInt64]
  /// Distinct colours so far.
  private(set) var count = 0
  /// Whether a colour came after the set was full.
  private(set) var isOverfull = false

  init() { places = [UInt64](repeating: 0, count: 1 << 10) }

  /// The colours as `insert` takes them, in no particular order.
  var colors: [UInt64] { places.compactMap { $0 == 0 ? nil : $0 - 1 } }

  /// The 48-bit number of a colour.
  static func key(_ red: UInt16, _ green: UInt16, _ blue: UInt16) -> UInt64 {
    UInt64(red) << 32 | UInt64(green) << 16 | UInt64(blue)
  }

  /// Adds the colours with these 48-bit numbers.
  mutating func insert(_ colors: Span<UInt64>) {
    var rest = colors
    while !isOverfull, !rest.isEmpty {
      let room = min(places.count / 2, Self.limit) - count
      let (taken, added) = ColorTable.insert(rest, into: &places, room: room)
      count += added
      guard taken < rest.count else { return }
      rest = rest.extracting(taken..<rest.count)
      if count == Self.limit { isOverfull = true } else { grow() }
    }
  }

  private mutating func grow() {
    let old = colors
    places = [UInt64](repeating: 0, count: min(4 * places.count, 2 * Self.limit))
    _ = ColorTable.insert(old.span, into: &places, room: old.count)
  }
}

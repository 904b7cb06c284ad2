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

  /// Adds the colour with this 48-bit number.
  mutating func insert(_ color: UInt64) {
    if isOverfull { return }
    var place = place(of: color)
    guard places[place] == 0 else { return }
    guard count < Self.limit else {
      isOverfull = true
      return
    }
    if 2 * count >= places.count {
      grow()
      place = self.place(of: color)
    }
    places[place] = color + 1
    count += 1
  }

  /// Where the colour is, or the free place where it would be.
  private func place(of color: UInt64) -> Int {
    let mask = places.count - 1
    // Fibonacci hashing: the high bits of the product are the well mixed ones.
    var place = Int((color &* 0x9E37_79B9_7F4A_7C15) >> 40) & mask
    while places[place] != 0, places[place] != color + 1 { place = (place + 1) & mask }
    return place
  }

  private mutating func grow() {
    let old = places
    places = [UInt64](repeating: 0, count: 2 * old.count)
    for entry in old where entry != 0 { places[place(of: entry - 1)] = entry }
  }
}

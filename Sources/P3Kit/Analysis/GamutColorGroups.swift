/// Colours grouped by equality: how many there are, and which occur more than once.
///
/// Open addressing with linear probing, made once of a list of any length.
struct GamutColorGroups: Sendable {
  /// Distinct colours.
  private(set) var count = 0
  /// Colours' 48-bit numbers, shifted by one; the lowest bit is set for those that occur more than once. `free` marks
  /// a place without a colour.
  private var places: [UInt64]

  private static let free = UInt64.max

  init(_ colors: [UInt64]) {
    var size = 16
    while size < 2 * colors.count { size *= 2 }
    places = [UInt64](repeating: Self.free, count: size)
    for color in colors {
      let place = place(of: color)
      if places[place] == Self.free {
        places[place] = color << 1
        count += 1
      } else {
        places[place] |= 1
      }
    }
  }

  /// Whether `color`, one of the list, occurs more than once in it.
  func isShared(_ color: UInt64) -> Bool { places[place(of: color)] & 1 == 1 }

  private func place(of color: UInt64) -> Int {
    let mask = places.count - 1
    var place = Int((color &* 0x9E37_79B9_7F4A_7C15) >> 40) & mask
    while places[place] != Self.free, places[place] >> 1 != color { place = (place + 1) & mask }
    return place
  }
}

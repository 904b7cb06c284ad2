import CPixelKernels

/// Hash tables of 48-bit colours, as arrays of places whose count is a power of two.
package enum ColorTable {
  /// Adds `colors` to `places`, which hold a colour + 1 or 0 for none, until `room` new ones were added and another
  /// comes.
  ///
  /// - Returns: how many of `colors` were taken, and how many were new.
  package static func insert(
    _ colors: Span<UInt64>, into places: inout [UInt64], room: Int
  ) -> (taken: Int, added: Int) {
    precondition(room < places.count, "a full table is searched forever")
    var added = 0
    let mask = places.count - 1
    let taken = unsafe colors.withUnsafeBufferPointer {
      unsafe p3_insert_colors(&places, mask, $0.baseAddress, $0.count, room, &added)
    }
    return (taken, added)
  }

  /// A table of `colors`: twice each, plus 1 for those that occur more than once; all ones where free.
  package static func groups(of colors: [UInt64]) -> (places: [UInt64], count: Int) {
    var size = 16
    while size < 2 * colors.count { size *= 2 }
    var places = [UInt64](repeating: .max, count: size)
    let count = unsafe p3_group_colors(&places, size - 1, colors, colors.count)
    return (places, count)
  }

  /// How many of `colors`, those that `places` was made of, occur more than once and have their bit set: bit i % 8 of
  /// byte i / 8 of `chosen`.
  package static func sharedCount(of colors: [UInt64], chosen: [UInt8], in places: [UInt64]) -> Int {
    precondition(chosen.count * 8 >= colors.count, "a bit for each colour")
    return unsafe p3_count_shared(places, places.count - 1, colors, chosen, colors.count)
  }
}

import CPixelKernels

/// How many of some 48-bit colours are distinct, and how many are shared.
package struct ColorGroups: Equatable, Sendable {
  /// Distinct colours.
  package let distinct: Int
  /// Distinct colours once each channel is rounded half up to 8 bits.
  package let distinctAt8Bits: Int
  /// Colours marked with `ColorTable.outsideMark` that equal another colour, marked or not.
  package let shared: Int

  /// - Parameter colors: the colours with their marks; undefined afterwards.
  package init(of colors: inout [UInt64]) {
    // For few colours a table is cheaper than a bit for each of 2²⁴ colours.
    distinctAt8Bits = colors.count < 1 << 14 ? Self.countFewAt8Bits(colors) : Self.countAt8Bits(colors)
    // Most colours occur once. The filter drops most of these, so that the table gets few.
    let repeated = Self.keepRepeated(&colors)
    var table = ColorTable(capacity: repeated)
    _ = table.insert(colors.span.extracting(0..<repeated))
    distinct = colors.count - repeated + table.count
    shared = table.sharedCount
  }

  private static func countAt8Bits(_ colors: [UInt64]) -> Int {
    var bits = [UInt64](repeating: 0, count: 1 << 18)
    return unsafe p3_count_colors_at_8_bits(&bits, colors, colors.count)
  }

  private static func countFewAt8Bits(_ colors: [UInt64]) -> Int {
    let rounded = colors.map(roundedTo8Bits)
    var table = ColorTable(capacity: colors.count)
    _ = table.insert(rounded.span)
    return table.count
  }

  private static func roundedTo8Bits(_ color: UInt64) -> UInt64 {
    func rounded(_ sample: UInt64) -> UInt64 { (sample & 0xFFFF + 128) / 257 }
    return rounded(color >> 32) << 16 | rounded(color >> 16) << 8 | rounded(color)
  }

  /// Moves the colours that may occur more than once to the front, and returns their number.
  private static func keepRepeated(_ colors: inout [UInt64]) -> Int {
    // Eight counters per colour, 32 counters in 64 bits.
    var words = 1
    while 32 * words < 8 * colors.count { words *= 2 }
    var filter = [UInt64](repeating: 0, count: words)
    return unsafe p3_keep_repeated_colors(&filter, words, &colors, colors.count)
  }
}

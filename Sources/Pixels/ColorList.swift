import CPixelKernels

/// Lists the colours of pixels, leaving out those that came lately. The list of most images is short, which makes
/// counting distinct colours quick.
package struct ColorList: Sendable {
  /// The colours of the last pixels given, `count` of them: red·2³² + green·2¹⁶ + blue; grey three times its value.
  package private(set) var colors: [UInt64] = []
  /// Entries of `colors` in use.
  package private(set) var count = 0
  /// A direct-mapped cache of colours.
  private var seen = [UInt64](repeating: 0, count: Int(P3_SEEN_COLORS))

  /// An empty list.
  package init() {}

  /// Replaces the list with the colours of visible pixels (alpha not 0) among `samples`, native. A colour that an
  /// earlier call gave may be left out, or given again.
  package mutating func list(_ samples: Span<UInt16>, format: PixelFormat) {
    let pixels = samples.count / format.channelCount
    if colors.count < pixels { colors += Array(repeating: 0, count: pixels - colors.count) }
    count = unsafe samples.withUnsafeBytes { bytes in
      unsafe p3_list_colors(bytes.baseAddress, pixels, UInt32(format.channelCount), &seen, &colors)
    }
  }
}

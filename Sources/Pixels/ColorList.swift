import CPixelKernels

/// Lists the colours of pixels without those listed recently. The list of most images is short, which makes
/// counting distinct colours fast.
package struct ColorList: Sendable {
  /// The colours of the last call, in the first `count` entries: red·2³² + green·2¹⁶ + blue; grey three
  /// times.
  package private(set) var colors: [UInt64] = []
  /// Entries of `colors` in use.
  package private(set) var count = 0
  /// A direct-mapped cache of recent colours.
  private var seen = [UInt64](repeating: 0, count: Int(P3_SEEN_COLORS))

  /// An empty list.
  package init() {}

  /// Replaces the list with the colours of visible pixels (alpha not 0) among native `samples`. A colour from
  /// an earlier call may be left out or repeated.
  package mutating func list(_ samples: Span<UInt16>, format: PixelFormat) {
    let pixels = samples.count / format.channelCount
    if colors.count < pixels { colors += Array(repeating: 0, count: pixels - colors.count) }
    count = unsafe samples.withUnsafeBytes { bytes in
      unsafe p3_list_colors(bytes.baseAddress, pixels, UInt32(format.channelCount), &seen, &colors)
    }
  }
}

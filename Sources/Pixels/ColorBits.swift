import CPixelKernels

/// The distinct colours of pixels whose samples are 8-bit codes widened to 16 bits: a bit for each of 2²⁴ colours, 2 MB.
package struct ColorBits: Sendable {
  /// The most colours that are counted.
  package let capacity: Int
  /// Distinct colours so far.
  package private(set) var count = 0
  private var bits = [UInt64](repeating: 0, count: 1 << 18)

  /// No colours yet.
  package init(capacity: Int) { self.capacity = capacity }

  /// Whether all samples are 8-bit codes widened to 16 bits.
  package static func holds(_ samples: Span<UInt16>) -> Bool {
    unsafe samples.withUnsafeBufferPointer { unsafe p3_are_widened($0.baseAddress, $0.count) } != 0
  }

  /// Adds the colours of visible pixels (alpha not 0) among widened samples. Stops at a new colour once
  /// `capacity` is reached.
  ///
  /// - Returns: whether all pixels were added.
  package mutating func add(_ samples: Span<UInt16>, format: PixelFormat) -> Bool {
    let pixels = samples.count / format.channelCount
    let room = capacity - count
    let done = unsafe samples.withUnsafeBufferPointer {
      unsafe p3_mark_colors($0.baseAddress, pixels, UInt32(format.channelCount), &bits, room)
    }
    count += done.added
    return done.taken == pixels
  }

  /// The colours, coded as in `ColorList`, in no particular order.
  package func colors() -> [UInt64] {
    var colors = [UInt64](repeating: 0, count: count)
    guard count > 0 else { return [] }
    let listed = unsafe p3_marked_colors(bits, &colors)
    precondition(listed == count, "a bit for each colour")
    return colors
  }
}

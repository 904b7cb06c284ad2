internal import CPixelKernels

/// Reduces samples to multiples of 257, the 16-bit form of 8-bit codes.
package enum DepthReduction8 {
  /// Replaces each sample s in `range` by ⌊s/257⌋ · 257, plus 257 if s mod 257 exceeds its threshold. The
  /// i-th sample uses `thresholds[i mod thresholds.count]`; the count is a multiple of 8.
  package static func reduce(_ samples: inout MutableSpan<UInt16>, in range: Range<Int>, thresholds: [UInt16])
  {
    precondition(!thresholds.isEmpty && thresholds.count % 8 == 0, "thresholds come in eights")
    precondition(range.lowerBound >= 0 && range.upperBound <= samples.count, "outside the samples")
    unsafe samples.withUnsafeMutableBufferPointer { samples in
      guard let first = samples.baseAddress else { return }
      unsafe p3_dither_to_8_bits(first + range.lowerBound, range.count, thresholds, thresholds.count)
    }
  }

  /// The threshold of plain rounding: 257 is odd, so s / 257 is never an exact half and rounds up if the
  /// remainder exceeds 128.
  package static let roundingThresholds = [UInt16](repeating: 128, count: 8)
}

internal import CPixelKernels

/// The kernel that takes samples to multiples of 257, the 16-bit form of 8-bit codes.
package enum DepthReduction8 {
  /// Replaces each sample s in `range` by ⌊s/257⌋ · 257, plus 257 where s mod 257 exceeds its threshold. The i-th of
  /// them takes `thresholds[i mod thresholds.count]`; their count is a multiple of 8.
  package static func reduce(_ samples: inout MutableSpan<UInt16>, in range: Range<Int>, thresholds: [UInt16])
  {
    precondition(!thresholds.isEmpty && thresholds.count % 8 == 0, "thresholds come in eights")
    precondition(range.lowerBound >= 0 && range.upperBound <= samples.count, "outside the samples")
    unsafe samples.withUnsafeMutableBufferPointer { samples in
      guard let first = samples.baseAddress else { return }
      unsafe p3_dither_to_8_bits(first + range.lowerBound, range.count, thresholds, thresholds.count)
    }
  }

  /// The threshold of plain rounding: s / 257 rounded half up is up where the remainder exceeds 128, because
  /// 257 is odd and no half is exact.
  package static let roundingThresholds = [UInt16](repeating: 128, count: 8)
}

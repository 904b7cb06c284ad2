public import Pixels

/// How samples lose their low eight bits.
public enum Dither: String, Sendable, Hashable, Codable, CaseIterable {
  /// The nearest 8-bit code, half up: flat steps where a ramp was.
  case none
  /// Ordered dither with a blue-noise mask: the mean of any small neighbourhood keeps its 16-bit value, and
  /// what is added has no low frequencies for the eye to find.
  case blueNoise = "blue-noise"

  /// Replaces every sample of `strip` by a multiple of 257, the 16-bit form of an 8-bit code.
  ///
  /// What a sample becomes depends on its value, channel and position in the whole image alone, so strips
  /// and jobs do not matter. Samples that are 8-bit codes already stay: flat colours stay flat, opaque stays
  /// opaque and transparent transparent. Alpha is dithered like a colour, at its own offset: a soft shadow
  /// is a gradient that only alpha carries, and rounding would band it.
  ///
  /// - Parameters:
  ///   - strip: some rows of the image, full width.
  ///   - firstRow: the position of its first row in the image, from 0.
  public func reduceTo8Bits(_ strip: inout PixelBuffer, firstRow: Int) {
    precondition(firstRow >= 0, "rows count from 0")
    let format = strip.format
    let height = strip.height
    let stride = strip.rowStride
    var samples = strip.samples.mutableSpan
    for y in 0..<height {
      DepthReduction8.reduce(
        &samples, in: y * stride..<(y + 1) * stride,
        thresholds: self == .none
          ? DepthReduction8.roundingThresholds : BlueNoiseMask.thresholds(row: firstRow + y, format: format))
    }
  }
}

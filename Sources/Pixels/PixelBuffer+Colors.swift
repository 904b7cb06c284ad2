extension PixelBuffer {
  /// The colour whose first sample is `index`; grey as R = G = B.
  package func color(at index: Int) -> SIMD3<UInt16> {
    format.isGray
      ? SIMD3(repeating: samples[index]) : SIMD3(samples[index], samples[index + 1], samples[index + 2])
  }

  /// Writes an 8-bit colour over the three samples from `index` on.
  package mutating func set(_ color: SIMD3<UInt8>, at index: Int) {
    for channel in 0..<3 { samples[index + channel] = UInt16(color[channel]) * 257 }
  }
}

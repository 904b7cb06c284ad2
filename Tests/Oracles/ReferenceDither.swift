/// What the kernel behind `Dither` is compared with: one sample at a time.
public enum ReferenceDither {
  /// The 8-bit code that `sample` becomes: ⌊sample / 257⌋, and one more where the remainder exceeds `threshold`, which
  /// is 0 to 256.
  public static func code(_ sample: UInt16, threshold: UInt16) -> UInt8 {
    let (quotient, remainder) = sample.quotientAndRemainder(dividingBy: 257)
    return UInt8(quotient + (remainder > threshold ? 1 : 0))
  }

  /// Replaces each sample by the 16-bit form of its 8-bit code. The i-th takes `thresholds[i mod thresholds.count]`.
  public static func reduceTo8Bits(_ samples: inout [UInt16], thresholds: [UInt16]) {
    for index in samples.indices {
      samples[index] = UInt16(code(samples[index], threshold: thresholds[index % thresholds.count])) * 257
    }
  }
}

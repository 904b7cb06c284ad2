import Pixels

/// Plain rounding from 16 to 8 bits.
enum DepthReduction {
  /// Replaces every sample by the nearest multiple of 257, the 16-bit form of an 8-bit code: v/257 rounded
  /// half up (PNG 3rd edition, clause 13.12: output = floor(input · 255 / 65535 + 0.5)).
  static func roundTo8Bits(_ strip: inout PixelBuffer) {
    for index in strip.samples.indices {
      strip.samples[index] = UInt16((UInt32(strip.samples[index]) + 128) / 257) * 257
    }
  }
}

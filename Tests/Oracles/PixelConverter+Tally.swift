package import Pixels

// Counts of whole buffers and of samples without their marks.

extension PixelConverter {
  /// Converts every pixel of `buffer` in place, and counts what left the gamut.
  package func convertTallying(_ buffer: inout PixelBuffer) -> GamutTally {
    let (format, pixels) = (buffer.format, 0..<buffer.pixelCount)
    var outside: [UInt8] = []
    var samples = buffer.samples.mutableSpan
    return convertTallying(&samples, pixels: pixels, format: format, outside: &outside)
  }

  /// What of these native samples would leave the gamut; nothing is converted.
  package func tally(_ samples: Span<UInt16>, format: PixelFormat) -> GamutTally {
    var outside: [UInt8] = []
    return tally(samples, format: format, outside: &outside)
  }
}

// Counting what leaves the gamut, on the values between matrix and clamp.

extension PixelConverter {
  /// Converts some pixels of native samples in place, counts what left the gamut, and marks it as `tally` does: one pass for
  /// both.
  package func convertTallying(
    _ samples: inout MutableSpan<UInt16>, pixels: Range<Int>, format: PixelFormat, outside: inout [UInt8]
  ) -> GamutTally {
    precondition(pixels.lowerBound >= 0 && pixels.upperBound * format.channelCount <= samples.count)
    outside = [UInt8](repeating: 0, count: (pixels.count + 7) / 8)
    let offset = pixels.lowerBound * format.bytesPerPixel
    return unsafe outside.withUnsafeMutableBufferPointer { bits in
      unsafe samples.withUnsafeMutableBytes { bytes in
        let first = unsafe bytes.baseAddress.map { unsafe $0 + offset }
        return unsafe runTallying(
          first, first, byteCount: pixels.count * format.bytesPerPixel, format, bits.baseAddress)
      }
    }
  }

  /// What of these native samples would leave the gamut, with a bit for each pixel: pixel i is bit i % 8 of byte i / 8.
  /// Nothing is converted.
  ///
  /// - Parameter outside: receives (pixels + 7) / 8 bytes.
  package func tally(
    _ samples: Span<UInt16>, format: PixelFormat, outside: inout [UInt8]
  ) -> GamutTally {
    let pixels = samples.count / format.channelCount
    outside = [UInt8](repeating: 0, count: (pixels + 7) / 8)
    return unsafe outside.withUnsafeMutableBufferPointer { bits in
      unsafe samples.withUnsafeBytes { bytes in
        unsafe runTallying(bytes.baseAddress, nil, byteCount: bytes.count, format, bits.baseAddress)
      }
    }
  }
}

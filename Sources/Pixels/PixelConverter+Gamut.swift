// Counts what leaves the gamut, on the values between matrix and clamp.

extension PixelConverter {
  /// Converts some pixels of native samples in place, counts those that left the gamut, and marks them as
  /// `tally` does, in one pass.
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

  /// Counts the native samples that would leave the gamut, without converting them. Pixel i is bit i % 8 of
  /// byte i / 8 of `outside`.
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

// Counting what leaves the gamut, on the values between matrix and clamp.

extension PixelConverter {
  /// Converts every pixel of `buffer` in place, and counts what left the gamut: one pass for both.
  public func convertTallying(_ buffer: inout PixelBuffer) -> GamutTally {
    let format = buffer.format
    var samples = buffer.samples.mutableSpan
    return unsafe samples.withUnsafeMutableBytes { bytes in
      unsafe runTallying(bytes.baseAddress, bytes.baseAddress, byteCount: bytes.count, format, [], nil)
    }
  }

  /// Converts some pixels of native samples in place, counts what left the gamut, and marks it as `tally` does.
  public func convertTallying(
    _ samples: inout MutableSpan<UInt16>, pixels: Range<Int>, format: PixelFormat, outside: inout [UInt8]
  ) -> GamutTally {
    precondition(pixels.lowerBound >= 0 && pixels.upperBound * format.channelCount <= samples.count)
    outside = [UInt8](repeating: 0, count: (pixels.count + 7) / 8)
    let offset = pixels.lowerBound * format.bytesPerPixel
    return unsafe outside.withUnsafeMutableBufferPointer { bits in
      unsafe samples.withUnsafeMutableBytes { bytes in
        let first = unsafe bytes.baseAddress.map { unsafe $0 + offset }
        return unsafe runTallying(
          first, first, byteCount: pixels.count * format.bytesPerPixel, format, [], bits.baseAddress)
      }
    }
  }

  /// Converts whole pixels in place between byte orders, and counts what left the gamut.
  public func convertTallying(
    _ bytes: inout MutableRawSpan, format: PixelFormat, from sourceOrder: SampleOrder,
    to destinationOrder: SampleOrder
  ) -> GamutTally {
    unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe runTallying(
        bytes.baseAddress, bytes.baseAddress, byteCount: bytes.count, format,
        Orders(sourceOrder, destinationOrder), nil)
    }
  }

  /// Converts whole pixels from `source` into `destination`, which has the same size, and counts what left the gamut.
  public func convertTallying(
    _ source: RawSpan, into destination: inout MutableRawSpan, format: PixelFormat,
    from sourceOrder: SampleOrder = .native, to destinationOrder: SampleOrder = .native
  ) -> GamutTally {
    precondition(source.byteCount == destination.byteCount, "source and destination differ in size")
    return unsafe source.withUnsafeBytes { source in
      unsafe destination.withUnsafeMutableBytes { destination in
        unsafe runTallying(
          source.baseAddress, destination.baseAddress, byteCount: source.count, format,
          Orders(sourceOrder, destinationOrder), nil)
      }
    }
  }

  /// What of these native samples would leave the gamut; nothing is converted.
  public func tally(_ samples: Span<UInt16>, format: PixelFormat) -> GamutTally {
    unsafe samples.withUnsafeBytes { bytes in
      unsafe runTallying(bytes.baseAddress, nil, byteCount: bytes.count, format, [], nil)
    }
  }

  /// The same, with a bit for each pixel that leaves it: pixel i is bit i % 8 of byte i / 8.
  ///
  /// - Parameter outside: receives (pixels + 7) / 8 bytes.
  public func tally(
    _ samples: Span<UInt16>, format: PixelFormat, outside: inout [UInt8]
  ) -> GamutTally {
    let pixels = samples.count / format.channelCount
    outside = [UInt8](repeating: 0, count: (pixels + 7) / 8)
    return unsafe outside.withUnsafeMutableBufferPointer { bits in
      unsafe samples.withUnsafeBytes { bytes in
        unsafe runTallying(bytes.baseAddress, nil, byteCount: bytes.count, format, [], bits.baseAddress)
      }
    }
  }
}

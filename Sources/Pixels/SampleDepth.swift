import CPixelKernels

/// Changes of sample depth and byte order over whole runs of samples.
public enum SampleDepth {
  /// 8 bits to 16: each value times 257, so that 255 becomes 65535.
  public static func widen(_ source: Span<UInt8>, into destination: inout MutableSpan<UInt16>) {
    precondition(source.count == destination.count, "source and destination differ in size")
    unsafe source.withUnsafeBufferPointer { source in
      unsafe destination.withUnsafeMutableBufferPointer { destination in
        unsafe p3_widen(source.baseAddress, destination.baseAddress, source.count)
      }
    }
  }

  /// 16 bits to 8: each value over 257, rounded half up.
  public static func narrow(_ source: Span<UInt16>, into destination: inout MutableSpan<UInt8>) {
    precondition(source.count == destination.count, "source and destination differ in size")
    unsafe source.withUnsafeBufferPointer { source in
      unsafe destination.withUnsafeMutableBufferPointer { destination in
        unsafe p3_narrow(source.baseAddress, destination.baseAddress, source.count)
      }
    }
  }

  /// Swaps the two bytes of each sample in place.
  public static func swapBytes(_ samples: inout MutableSpan<UInt16>) {
    unsafe samples.withUnsafeMutableBytes { bytes in
      unsafe p3_swap(bytes.baseAddress, bytes.baseAddress, bytes.count / 2)
    }
  }
}

internal import CPixelKernels

// The tables as the C kernels take them: pointers that live as long as the call.
extension SofteningTables {
  /// Calls `body` with the decoding tables.
  @safe
  func withDecoder<Result>(_ body: (UnsafePointer<p3_soften_decoder>) -> Result) -> Result {
    unsafe withPointers(linear) { red, green, blue in
      unsafe root.withUnsafeBufferPointer { root in
        var decoder = unsafe p3_soften_decoder(
          linear: (red, green, blue), root: root.baseAddress,
          weight: (weights[0], weights[1], weights[2]), channels: Int32(format.channelCount),
          kernels: p3_soften_kernels_for(target.cTarget))
        return unsafe body(&decoder)
      }
    }
  }

  /// Calls `body` with the three encoding tables.
  @safe
  func withEncoders<Result>(
    _ body: (UnsafePointer<UInt16>?, UnsafePointer<UInt16>?, UnsafePointer<UInt16>?) -> Result
  ) -> Result {
    unsafe withPointers(encoded, body)
  }

  @unsafe
  private func withPointers<Result>(
    _ tables: [[UInt16]],
    _ body: (UnsafePointer<UInt16>?, UnsafePointer<UInt16>?, UnsafePointer<UInt16>?) -> Result
  ) -> Result {
    unsafe tables[0].withUnsafeBufferPointer { first in
      unsafe tables[1].withUnsafeBufferPointer { second in
        unsafe tables[2].withUnsafeBufferPointer { third in
          unsafe body(first.baseAddress, second.baseAddress, third.baseAddress)
        }
      }
    }
  }
}

internal import CPNGShims

/// Whole zlib streams inside chunks, with libdeflate.
enum ZlibStream {
  enum Failure: Error {
    case damaged
    case overLimit
  }

  /// Inflates the zlib stream `data`; fails if the result is over `limit` bytes.
  static func inflated(_ data: ArraySlice<UInt8>, limit: Int) -> Result<[UInt8], Failure> {
    var status = p3png_status()
    var count = 0
    let memory = unsafe data.withUnsafeBufferPointer { bytes in
      unsafe p3png_zlib_inflate(bytes.baseAddress, bytes.count, limit, &count, &status)
    }
    guard let memory = unsafe memory else {
      return .failure(
        UInt32(bitPattern: status.code) == P3PNG_LONG_IMAGE_DATA.rawValue ? .overLimit : .damaged)
    }
    defer { unsafe p3png_free(memory) }
    return .success(unsafe Array(UnsafeBufferPointer(start: memory, count: count)))
  }

  /// A zlib stream of `data`, as small as libdeflate makes it; the same bytes on every machine.
  static func deflated(_ data: [UInt8]) -> [UInt8] {
    let capacity = p3png_zlib_bound(data.count)
    return unsafe [UInt8](unsafeUninitializedCapacity: capacity) { out, count in
      unsafe count = data.withUnsafeBufferPointer { bytes in
        unsafe p3png_zlib_deflate(bytes.baseAddress, bytes.count, out.baseAddress, capacity)
      }
      precondition(count > 0, "libdeflate had no memory for a small chunk")
    }
  }
}

import FuzzTargets

/// What libFuzzer calls.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDeflate(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzTarget.deflate.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

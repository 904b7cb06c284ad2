import FuzzTargets

/// What libFuzzer calls.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzChunks(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzTarget.chunks.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

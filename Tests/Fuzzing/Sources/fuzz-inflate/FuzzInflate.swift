import FuzzTargets

/// What libFuzzer calls.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzInflate(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzTarget.inflate.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

import FuzzTargets

/// What libFuzzer calls.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzReader(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzTarget.reader.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

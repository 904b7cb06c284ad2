import FuzzTargets

/// What libFuzzer calls.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzProfile(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzTarget.profile.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

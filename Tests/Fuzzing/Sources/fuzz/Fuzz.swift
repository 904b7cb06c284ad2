import CodecTargets
import FuzzTargets

private let target = FuzzTarget.chosen(among: FuzzTarget.parsers)

/// What libFuzzer calls.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.run(UnsafeBufferPointer(start: start, count: count))
  return 0
}

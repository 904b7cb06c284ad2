import CodecTargets

private let target = FuzzTarget.chosen(among: FuzzTarget.codec)

/// What libFuzzer calls.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCodec(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.run(UnsafeBufferPointer(start: start, count: count))
  return 0
}

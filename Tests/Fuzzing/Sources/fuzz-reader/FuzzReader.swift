import P3Kit

/// The PNG reader: whatever the bytes are, it delivers rows or throws.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzReader(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  read(bytes)
  read(RepairedChecksums.of(bytes))
  return 0
}

private func read(_ bytes: [UInt8]) {
  let limits = PNGLimits(maxPixels: 1 << 20, maxMemory: 16 << 20, maxProfileBytes: 1 << 20)
  do {
    var reader = try PNGReader(bytes: bytes, name: "fuzz", limits: limits)
    while reader.remainingRows > 0 { _ = try reader.readRows(7) }
    try reader.finish()
  } catch {
    _ = "\(error)"
  }
}

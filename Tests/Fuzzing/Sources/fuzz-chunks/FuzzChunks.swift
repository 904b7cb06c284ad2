import P3Kit

/// The interpreters of colour and metadata chunks, past any CRC: the input is a run of chunks, each a type
/// number, two bytes of length, and data.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzChunks(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var rest = UnsafeBufferPointer(start: start, count: count)[...]
  let types = [
    "cICP", "iCCP", "sRGB", "gAMA", "cHRM", "sBIT", "eXIf", "pHYs", "tEXt", "zTXt", "iTXt", "tIME", "acTL",
  ]
  var chunks: [PNGChunk] = []
  while rest.count >= 3, chunks.count < 32 {
    let head = Array(rest.prefix(3))
    let length = min(Int(head[1]) << 8 | Int(head[2]), rest.count - 3)
    let data = Array(rest.dropFirst(3).prefix(length))
    chunks.append(PNGChunk(type: types[Int(head[0]) % types.count], data: data))
    rest = rest.dropFirst(3 + length)
  }
  let info = PNGColorInfo(
    chunks: chunks, header: PNGHeader(width: 1, height: 1, bitDepth: 8, colorType: .rgb))
  _ = PNGMetadata(chunks: chunks).settingExifColorSpace(.uncalibrated)
  for isGray in [false, true] {
    do {
      let color = try SourceColor(
        resolving: info, isGray: isGray, assumed: RGBColorSpace.sRGB.profile, path: "fuzz")
      _ = ProfileReport(color.profile)
      _ = info.chunks
    } catch {
      _ = "\(error)"
    }
  }
  return 0
}

import CDeflateCodec
import CZlibReference

/// The coders: what they write, zlib reads, and so does our decoder.
///
/// The first three bytes are the bytes of a pixel (from 1, the low three bits), how often the data repeat (the next two),
/// whether another block follows (the next) and whether our decoder reads the result as well (the next); then the low
/// and the high byte of a row's bytes; the rest are data.
enum DeflateTarget {
  @Sendable static func run(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count >= 3 else { return }
    let pixelBytes = Int(bytes[0] & 7) + 1
    let isLast = bytes[0] >> 5 & 1 == 0
    let rowBytes = max(pixelBytes + 1, Int(bytes[1]) | Int(bytes[2]) << 8)
    // Blocks are longer than what the fuzzer makes.
    var data = Array(bytes[3...])
    for _ in 0..<bytes[0] >> 3 & 3 { data += bytes[3...] }
    let streams = [
      ("Huffman-only", huffmanOnly(data, isLast)),
      ("edge LZ77", edgeLZ77(data, pixelBytes, rowBytes, isLast)),
    ]
    for (coder, blocks) in streams {
      // An empty stored block is the last where the coder's is not.
      let stream = blocks + (isLast ? [] : [1, 0, 0, 0xff, 0xff])
      checkByZlib(stream, data, coder)
      if bytes[0] >> 6 & 1 == 1 { checkByDecoder(stream, data, coder) }
    }
  }

  private static func huffmanOnly(_ data: [UInt8], _ isLast: Bool) -> [UInt8] {
    guard let coder = p3z_huffman_only_open() else { fatalError("no memory") }
    defer { p3z_huffman_only_close(coder) }
    return written(p3z_huffman_only_bound(data.count)) { out in
      data.withUnsafeBufferPointer { p3z_huffman_only_deflate(coder, $0.baseAddress, $0.count, isLast, out) }
    }
  }

  private static func edgeLZ77(_ data: [UInt8], _ pixelBytes: Int, _ rowBytes: Int, _ isLast: Bool) -> [UInt8]
  {
    guard let coder = p3z_edge_lz77_open() else { fatalError("no memory") }
    defer { p3z_edge_lz77_close(coder) }
    return written(p3z_edge_lz77_bound(data.count)) { out in
      data.withUnsafeBufferPointer {
        var rows = p3z_filtered_rows(
          bytes: $0.baseAddress, count: $0.count, pixel_bytes: pixelBytes, row_bytes: rowBytes)
        return p3z_edge_lz77_deflate(coder, &rows, isLast, out)
      }
    }
  }

  private static func written(
    _ bound: Int, _ body: (UnsafeMutablePointer<UInt8>?) -> UnsafeMutablePointer<UInt8>?
  ) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: bound) { out, count in
      guard let start = out.baseAddress, let end = body(start) else { fatalError("nothing written") }
      count = end - start
      require(count <= bound, "\(count) bytes, over the bound of \(bound)")
    }
  }

  private static func checkByZlib(_ stream: [UInt8], _ data: [UInt8], _ coder: String) {
    var result = zlib_reference_result()
    let bytes = [UInt8](unsafeUninitializedCapacity: data.count + 1) { out, count in
      result = zlib_reference_inflate_raw(stream, stream.count, out.baseAddress, out.count)
      count = result.written
    }
    require(result.verdict == ZLIB_REFERENCE_DONE, "\(coder): zlib refuses it")
    require(result.used == stream.count, "\(coder): bytes after the last block")
    require(bytes == data, "\(coder): other data")
  }

  private static func checkByDecoder(_ stream: [UInt8], _ data: [UInt8], _ coder: String) {
    let whole = [0x78, 0x9c] + stream + [0, 0, 0, 0]
    let ours = whole.withUnsafeBufferPointer { StreamOutcome.ofDecoder($0, inputSize: 0, outputSize: 0) }
    require(ours.bytes == data, "\(coder): our decoder")
  }
}

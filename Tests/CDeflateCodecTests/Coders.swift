import CDeflateCodec

/// The coders under test, on arrays.
enum Coders {
  /// Blocks of the Huffman-only coder, and the size that it foretells.
  static func huffmanOnly(_ data: [UInt8], isLast: Bool = true) -> (blocks: [UInt8], foretold: Int) {
    guard let coder = p3z_huffman_only_open() else { preconditionFailure("no memory") }
    defer { p3z_huffman_only_close(coder) }
    let blocks = written(p3z_huffman_only_bound(data.count)) { out in
      data.withUnsafeBufferPointer {
        p3z_huffman_only_deflate(coder, $0.baseAddress, $0.count, isLast, out)
      }
    }
    return (blocks, p3z_huffman_only_size(coder, data, data.count))
  }

  /// Blocks of the coder that searches at edges; `before` is compressed first, with the same tables.
  static func edgeLZ77(
    _ data: [UInt8], pixelBytes: Int, rowBytes: Int, isLast: Bool = true, after before: [UInt8] = []
  ) -> [UInt8] {
    guard let coder = p3z_edge_lz77_open() else { preconditionFailure("no memory") }
    defer { p3z_edge_lz77_close(coder) }
    var blocks: [UInt8] = []
    for data in [before, data] {
      blocks = written(p3z_edge_lz77_bound(data.count)) { out in
        data.withUnsafeBufferPointer {
          var rows = p3z_filtered_rows(
            bytes: $0.baseAddress, count: $0.count, pixel_bytes: pixelBytes, row_bytes: rowBytes)
          return p3z_edge_lz77_deflate(coder, &rows, isLast, out)
        }
      }
    }
    return blocks
  }

  /// What `body` writes into `bound` bytes, and that it stays within them.
  private static func written(
    _ bound: Int, _ body: (UnsafeMutablePointer<UInt8>?) -> UnsafeMutablePointer<UInt8>?
  ) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: bound) { out, count in
      guard let start = out.baseAddress, let end = body(start) else { return }
      count = end - start
      precondition(count <= bound, "more than the bound")
    }
  }

  /// A whole zlib stream around deflate blocks of `data`.
  static func zlibStream(_ blocks: [UInt8], of data: [UInt8]) -> [UInt8] {
    var bits = DeflateBits(zlibHeader: [0x78, 0x9c])
    bits.append(blocks)
    return bits.ended(data)
  }
}

import CDeflateCodec
import Oracles
import PNGCodec
import TestSupport

// Seeds of the deflate codec: streams with blocks of every kind, and data that each coder is for.

extension FuzzSeed {
  static var streams: [FuzzSeed] {
    // The three literals of "abc" in fixed codes.
    let fixed: [UInt8] = [0x78, 0x01, 0x4b, 0x4c, 0x4a, 0x06, 0x00, 0x02, 0x4d, 0x01, 0x27]
    let streams = packed("noise", noiseBytes) + packed("flat", flatBytes) + [("fixed", fixed)]
    return streams.flatMap { name, stream -> [FuzzSeed] in
      [
        FuzzSeed(target: "inflate", name: "\(name).bin", bytes: [0, 0] + stream),
        FuzzSeed(target: "inflate", name: "\(name)-small.bin", bytes: [5, 5] + stream),
      ]
    }
  }

  /// Stored, with libdeflate's matches, and with Huffman codes alone.
  private static func packed(_ name: String, _ data: [UInt8]) -> [(name: String, stream: [UInt8])] {
    // The profile chunk's compressor is libdeflate: its zlib stream stands behind "x", 0, 0.
    let matched = PNGChunk.embeddedProfile(name: "x", profile: data).data.dropFirst(3)
    return [
      ("stored-" + name, PNGFile.storedZlib(data)), ("matches-" + name, Array(matched)),
      ("huffman-only-" + name, huffmanOnly(data)),
    ]
  }

  static var data: [FuzzSeed] {
    let kinds: [(name: String, data: [UInt8])] = [
      ("noise", noiseBytes), ("flat", flatBytes), ("empty", []), ("byte", [7]),
    ]
    // Pixels of 1, 4 and 8 bytes; once, three times, and with another block behind.
    let uses: [(name: String, flags: UInt8)] = [("once", 0), ("thrice", 0x53), ("followed", 0x67)]
    return kinds.flatMap { kind -> [FuzzSeed] in
      uses.map { use -> FuzzSeed in
        let head: [UInt8] = [use.flags, 129, 0]
        return FuzzSeed(target: "deflate", name: "\(kind.name)-\(use.name).bin", bytes: head + kind.data)
      }
    }
  }

  /// Sums of two random numbers: literals with codes of different lengths, more than are decoded ahead at once.
  private static let noiseBytes: [UInt8] = {
    var state: UInt32 = 1
    return (0..<12_000).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 25) + UInt8(state >> 9 & 127)
    }
  }()

  /// Rows of 128 bytes and a filter type, with two shapes in them.
  private static let flatBytes: [UInt8] = (0..<48).flatMap { y in
    [0] + (0..<128).map { flatByte(x: $0, y: y) }
  }

  private static func flatByte(x: Int, y: Int) -> UInt8 {
    if x / 4 + y < 30 { return 200 }
    let isInside = abs(x - 80) + abs(y - 24) < 20
    return isInside ? UInt8(y & 3) : 17
  }

  private static func huffmanOnly(_ data: [UInt8]) -> [UInt8] {
    guard let coder = p3z_huffman_only_open() else { return [] }
    defer { p3z_huffman_only_close(coder) }
    let blocks = [UInt8](unsafeUninitializedCapacity: p3z_huffman_only_bound(data.count)) { out, count in
      guard let start = out.baseAddress else { return }
      count = p3z_huffman_only_deflate(coder, data, data.count, true, start) - start
    }
    return [0x78, 0x9c] + blocks + PNGFile.big(ReferenceInflate.adler32(data))
  }
}

@testable import PNGCodec

/// How bytes stand for chunks: a run of them, each a number that chooses the type, two bytes of length (high byte
/// first), and as many bytes of data as there are. No CRC is in a mutation's way, nor the compression of a profile.
public enum ChunksInput {
  /// The types, chosen by a number modulo their count.
  public static let types = [
    "cICP", "iCCP", "sRGB", "gAMA", "cHRM", "sBIT", "mDCV", "cLLI", "eXIf", "pHYs", "tEXt", "zTXt", "iTXt",
    "tIME",
    "bKGD", "tRNS", "acTL", "sCAL", "prIV", rawProfile,
  ]

  /// Not a type: the data are a profile, which becomes an iCCP chunk.
  public static let rawProfile = "profile"

  /// At most this many chunks count.
  private static let most = 32

  /// What `bytes` stand for.
  static func chunks(of bytes: [UInt8]) -> [PNGChunk] {
    var rest = bytes[...]
    var chunks: [PNGChunk] = []
    while rest.count >= 3, chunks.count < most {
      let head = Array(rest.prefix(3))
      let data = rest.dropFirst(3).prefix(Int(head[1]) << 8 | Int(head[2]))
      chunks.append(chunk(types[Int(head[0]) % types.count], Array(data)))
      rest = rest.dropFirst(3 + data.count)
    }
    return chunks
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> PNGChunk {
    guard type == rawProfile else { return PNGChunk(type: type, data: data) }
    return PNGChunk.embeddedProfile(name: "fuzz", profile: data)
  }

  /// The bytes that stand for `chunks`, each of at most 65,535 bytes.
  public static func bytes(of chunks: [(type: String, data: [UInt8])]) -> [UInt8] {
    chunks.flatMap { type, data in
      guard let number = types.firstIndex(of: type) else { preconditionFailure("no such type: \(type)") }
      return [UInt8(number), UInt8(data.count >> 8), UInt8(data.count & 0xff)] + data
    }
  }
}

/// A PNG as a list of chunks, written and parsed by a few lines that share no code with the codec: for the files that
/// tests need, broken ones included.
public struct PNGFile: Sendable {
  /// One chunk.
  public struct Chunk: Sendable, Hashable {
    /// Four letters, though any four bytes will do.
    public var type: String
    /// Its data.
    public var data: [UInt8]
    /// The CRC that is stored instead of the right one, to break the file.
    public var wrongCRC: UInt32?

    /// A sound chunk.
    public init(_ type: String, _ data: [UInt8] = []) {
      self.type = type
      self.data = data
    }
  }

  /// The first eight bytes of every PNG.
  public static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The chunks in file order.
  public var chunks: [Chunk]

  /// A file of these chunks.
  public init(chunks: [Chunk]) { self.chunks = chunks }

  /// The chunks of `bytes`, which must be a whole PNG; CRCs are not looked at.
  public init(_ bytes: [UInt8]) {
    precondition(bytes.starts(with: Self.signature), "not a PNG")
    chunks = []
    var offset = 8
    while offset < bytes.count {
      let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      let type = String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
      chunks.append(Chunk(type, Array(bytes[offset + 8..<offset + 8 + length])))
      offset += length + 12
    }
  }

  /// The whole file.
  public var bytes: [UInt8] {
    chunks.reduce(into: Self.signature) { file, chunk in
      let body = Array(chunk.type.utf8) + chunk.data
      file += Self.big(UInt32(chunk.data.count)) + body
      file += Self.big(chunk.wrongCRC ?? Checksum.crc32(body))
    }
  }

  /// The types in file order, neighbouring IDAT chunks as one.
  public var types: [String] {
    chunks.map(\.type).reduce(into: []) { types, type in
      if type != "IDAT" || types.last != "IDAT" { types.append(type) }
    }
  }

  /// The data of the first chunk of `type`.
  public func data(_ type: String) -> [UInt8]? { chunks.first { $0.type == type }?.data }

  /// The file with `added` right after IHDR.
  public func adding(_ added: Chunk...) -> PNGFile {
    PNGFile(chunks: [chunks[0]] + added + chunks.dropFirst())
  }

  /// The file with `added` right before IEND.
  public func addingAtEnd(_ added: Chunk...) -> PNGFile {
    PNGFile(chunks: chunks.dropLast() + added + [chunks[chunks.count - 1]])
  }

  /// The file with `change` applied to the first chunk of `type`.
  public func changing(_ type: String, _ change: (inout Chunk) -> Void) -> PNGFile {
    var file = self
    for index in file.chunks.indices where file.chunks[index].type == type {
      change(&file.chunks[index])
      break
    }
    return file
  }

  /// Big-endian bytes of `value`.
  public static func big(_ value: some FixedWidthInteger) -> [UInt8] {
    stride(from: value.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}

// Whole images: not compressed, not filtered, not interlaced.

extension PNGFile {
  /// An image of `rows`, each row's bytes as the file holds them (PNG 3rd edition, clause 7.2).
  ///
  /// - Parameters:
  ///   - depth: bits per sample.
  ///   - colorType: IHDR's: 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA.
  public init(width: Int, depth: UInt8, colorType: UInt8, rows: [[UInt8]]) {
    let header =
      Self.big(UInt32(width)) + Self.big(UInt32(rows.count)) + [depth, colorType, 0, 0, 0]
    let data = Self.storedZlib(rows.flatMap { [0] + $0 })
    self.init(chunks: [Chunk("IHDR", header), Chunk("IDAT", data), Chunk("IEND")])
  }

  /// An image of 16-bit samples, row after row, without any colour chunk.
  public static func image16(width: Int, colorType: UInt8, _ samples: [UInt16]) -> PNGFile {
    image(width: width, depth: 16, colorType: colorType, samples.flatMap { big($0) })
  }

  /// An image of 8-bit samples, row after row, without any colour chunk.
  public static func image8(width: Int, colorType: UInt8, _ samples: [UInt8]) -> PNGFile {
    image(width: width, depth: 8, colorType: colorType, samples)
  }

  /// RGB at 16 bits in one row.
  public static func rgb16(_ colors: [[UInt16]]) -> PNGFile {
    image16(width: colors.count, colorType: 2, colors.flatMap { $0 })
  }

  private static func image(width: Int, depth: UInt8, colorType: UInt8, _ bytes: [UInt8]) -> PNGFile {
    let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][Int(colorType)] ?? 1
    let rowBytes = width * channels * Int(depth) / 8
    precondition(bytes.count % rowBytes == 0, "samples do not fill the rows")
    let rows = stride(from: 0, to: bytes.count, by: rowBytes).map { Array(bytes[$0..<$0 + rowBytes]) }
    return PNGFile(width: width, depth: depth, colorType: colorType, rows: rows)
  }

  /// `data` as a zlib stream of stored blocks (RFC 1950, RFC 1951).
  public static func storedZlib(_ data: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var offset = 0
    repeat {
      let count = min(data.count - offset, 65535)
      let isLast = offset + count == data.count
      stream +=
        [isLast ? 1 : 0] + Array(big(UInt16(count)).reversed()) + Array(big(~UInt16(count)).reversed())
      stream += data[offset..<offset + count]
      offset += count
    } while offset < data.count
    return stream + big(Checksum.adler32(data))
  }
}

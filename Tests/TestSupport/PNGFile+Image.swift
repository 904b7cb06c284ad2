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

  /// An image whose filtered rows are one byte all the way, compressed about a thousandfold. With 4, Paeth's filter and a
  /// step of 4, all pixels differ from those beside and above them; with 1, Sub and a step of 1, all rows are the same.
  public static func constant(_ byte: UInt8, width: Int, height: Int, colorType: UInt8 = 0) -> PNGFile {
    let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][Int(colorType)] ?? 1
    let header = big(UInt32(width)) + big(UInt32(height)) + [8, colorType, 0, 0, 0]
    let data = constantZlib(byte, count: height * (1 + width * channels))
    return PNGFile(chunks: [Chunk("IHDR", header), Chunk("IDAT", data), Chunk("IEND")])
  }

  /// `count` times `byte`, which is under 144, as a zlib stream: one literal, then matches of 258 bytes and a last few
  /// literals, by the fixed codes (RFC 1951, 3.2.6).
  private static func constantZlib(_ byte: UInt8, count: Int) -> [UInt8] {
    precondition(byte < 144 && count > 0, "literals of 8 bits")
    func bits(_ code: Int, _ length: Int) -> [UInt8] { (1...length).map { UInt8(code >> (length - $0) & 1) } }
    let literal = bits(0x30 + Int(byte), 8), match = bits(0xC5, 8) + bits(0, 5)
    var all: [UInt8] = [1, 1, 0] + literal
    all += repeatElement(match, count: (count - 1) / 258).joined()
    all += repeatElement(literal, count: (count - 1) % 258).joined() + bits(0, 7)
    all += repeatElement(0, count: -all.count & 7)
    let stream = stride(from: 0, to: all.count, by: 8).map { first in
      (0..<8).reduce(UInt8(0)) { $0 | all[first + $1] << UInt8($1) }
    }
    // Adler-32 of equal bytes: sums of an arithmetic series.
    let (n, step) = (count % 65521, Int(byte))
    let half = count % 2 == 0 ? (count / 2 % 65521) * ((count + 1) % 65521) : n * ((count + 1) / 2 % 65521)
    let (a, b) = ((1 + n * step) % 65521, (n + half % 65521 * step) % 65521)
    return [0x78, 0x01] + stream + big(UInt32(b << 16 | a))
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

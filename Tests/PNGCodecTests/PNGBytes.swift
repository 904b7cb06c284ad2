import Oracles

/// Builds PNG files byte by byte, right or wrong, without the code under test.
struct PNGBytes {
  static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  private(set) var bytes: [UInt8] = signature

  /// The file so far with one chunk more.
  func chunk(_ type: String, _ data: [UInt8] = []) -> PNGBytes {
    var next = self
    next.bytes += Self.chunkBytes(type, data)
    return next
  }

  /// Any bytes.
  func raw(_ data: [UInt8]) -> PNGBytes {
    var next = self
    next.bytes += data
    return next
  }

  static func chunkBytes(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return number(data.count) + body + number(Int(crc32(body)))
  }

  func header(
    _ width: Int, _ height: Int, depth: Int = 8, type: Int = 0, compression: Int = 0, filter: Int = 0,
    interlace: Int = 0
  ) -> PNGBytes {
    chunk(
      "IHDR",
      Self.number(width) + Self.number(height)
        + [depth, type, compression, filter, interlace].map { UInt8($0) })
  }

  static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// CRC-32 bit by bit (annex D).
  static func crc32(_ bytes: [UInt8]) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xedb8_8320 : crc >> 1 }
    }
    return ~crc
  }

  /// A zlib stream of stored blocks.
  static func zlib(_ data: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var position = 0
    repeat {
      let count = min(65535, data.count - position)
      let isLast: UInt8 = position + count == data.count ? 1 : 0
      let (low, high) = (UInt8(count & 255), UInt8(count >> 8))
      stream += [isLast, low, high, ~low, ~high]
      stream += data[position..<position + count]
      position += count
    } while position < data.count
    return stream + number(Int(ReferenceInflate.adler32(data)))
  }

  /// A grey image of 8 bits, 4 by 4, rows unfiltered: the plainest file that is right.
  static let grayRaw: [UInt8] = [
    0, 0, 5, 10, 15, 0, 60, 65, 70, 75, 0, 120, 125, 130, 135, 0, 180, 185, 190, 195,
  ]

  static var gray: PNGBytes { PNGBytes().header(4, 4).chunk("IDAT", zlib(grayRaw)) }
}

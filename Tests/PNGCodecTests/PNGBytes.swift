import TestSupport

/// Builds PNG files byte by byte, right or wrong, without the code under test.
struct PNGBytes {
  private(set) var bytes = PNGFile.signature

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
    return number(data.count) + body + PNGFile.big(Checksum.crc32(body))
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

  /// Four bytes, the most significant first.
  static func number(_ value: Int) -> [UInt8] { PNGFile.big(UInt32(truncatingIfNeeded: value)) }

  /// A zlib stream of stored blocks.
  static func zlib(_ data: [UInt8]) -> [UInt8] { PNGFile.storedZlib(data) }

  /// A grey image of 8 bits, 4 by 4, rows unfiltered: the plainest file that is right.
  static let grayRaw: [UInt8] = [
    0, 0, 5, 10, 15, 0, 60, 65, 70, 75, 0, 120, 125, 130, 135, 0, 180, 185, 190, 195,
  ]

  static var gray: PNGBytes { PNGBytes().header(4, 4).chunk("IDAT", zlib(grayRaw)) }
}

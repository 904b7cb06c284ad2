/// Makes a palette image of an 8-bit greyscale one: both store one byte per pixel, so the image data can stay and
/// only IHDR's colour type changes (PNG 3rd edition, clause 11.2.1).
enum IndexedPNG {
  /// - Parameters:
  ///   - gray: a PNG of 8-bit grey without colour chunks after the palette's place.
  ///   - palette: one colour per grey code that occurs, at most 256.
  static func indexed(_ gray: [UInt8], palette: [SIMD3<UInt8>]) -> [UInt8] {
    // Signature, then length, type and the 13 bytes of IHDR: the colour type is the tenth of them.
    let (signature, headerData) = (gray[..<8], gray[16..<29])
    precondition(gray[24] == 8 && gray[25] == 0, "not 8-bit grey")
    var header = Array(headerData)
    header[9] = 3
    let rest = gray[33...]
    let split = chunkStart("IDAT", in: rest)
    let entries = palette.flatMap { [$0.x, $0.y, $0.z] }
    return signature + chunk("IHDR", header) + rest[..<split] + chunk("PLTE", entries) + rest[split...]
  }

  private static func chunkStart(_ type: String, in chunks: ArraySlice<UInt8>) -> Int {
    var place = chunks.startIndex
    while !chunks[(place + 4)...].starts(with: type.utf8) {
      place += 12 + chunks[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    return place
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return bigEndian(UInt32(data.count)) + body + bigEndian(crc(body))
  }

  /// CRC-32 as PNG's annex D defines it, bit by bit.
  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { crc, byte in
      (0..<8).reduce(crc ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
      }
    }
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}

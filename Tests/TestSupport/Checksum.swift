/// Checksums of PNG and zlib, computed without the code under test.
public enum Checksum {
  /// CRC-32 of PNG 3rd edition, annex D.
  public static func crc32(_ bytes: [UInt8]) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes {
      crc = crc >> 8 ^ table[Int((crc ^ UInt32(byte)) & 0xFF)]
    }
    return ~crc
  }

  /// Adler-32 of RFC 1950.
  public static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    return b << 16 | a
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
    }
  }
}

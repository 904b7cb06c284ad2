/// A SHA-256 hash: equal for equal bytes, and in practice only for these.
package struct ContentHash: Sendable, Hashable, CustomStringConvertible {
  private let high: SIMD4<UInt32>
  private let low: SIMD4<UInt32>

  /// The hash as eight 32-bit numbers.
  init(words: [UInt32]) {
    precondition(words.count == 8, "SHA-256 has eight words")
    high = SIMD4(words[0], words[1], words[2], words[3])
    low = SIMD4(words[4], words[5], words[6], words[7])
  }

  /// 64 hexadecimal digits; nil for other text.
  package init?(hexadecimal text: ArraySlice<UInt8>) {
    guard text.count == 64 else { return nil }
    var words = [UInt32](repeating: 0, count: 8)
    for index in 0..<64 {
      guard let digit = Self.digit(text[text.startIndex + index]) else { return nil }
      words[index / 8] = words[index / 8] << 4 | digit
    }
    self.init(words: words)
  }

  /// The hash of the file at `path`, read in blocks.
  package init(file path: String) throws(FileError) {
    let descriptor = try SystemCall.open(path, for: .reading)
    defer { try? SystemCall.close(descriptor, path: path) }
    var hasher = SHA256()
    var block = [UInt8](repeating: 0, count: 1 << 17)
    while true {
      let count = try SystemCall.read(descriptor, into: &block, path: path)
      if count == 0 { break }
      hasher.update(block[..<count])
    }
    self = hasher.finish()
  }

  /// The first 64 bits, for uses where a collision does no harm: parts of the work, short check values.
  package var prefix: UInt64 { UInt64(high[0]) << 32 | UInt64(high[1]) }

  /// 32 bytes, the most significant first.
  package var bytes: [UInt8] {
    [high, low].flatMap { half in
      (0..<4).flatMap { index in
        ([24, 16, 8, 0] as [UInt32]).map { UInt8(truncatingIfNeeded: half[index] >> $0) }
      }
    }
  }

  /// 64 hexadecimal digits.
  package var description: String {
    var digits: [UInt8] = []
    digits.reserveCapacity(64)
    for half in [high, low] {
      for index in 0..<4 {
        for shift in stride(from: 28, through: 0, by: -4) {
          let digit = UInt8(truncatingIfNeeded: half[index] >> UInt32(shift)) & 15
          digits.append(digit < 10 ? digit + 0x30 : digit + 0x57)
        }
      }
    }
    return String(decoding: digits, as: UTF8.self)
  }

  private static func digit(_ character: UInt8) -> UInt32? {
    switch character {
    case 0x30...0x39: UInt32(character - 0x30)
    case 0x61...0x66: UInt32(character - 0x57)
    default: nil
    }
  }
}

/// SHA-256 for the program, which identifies the script of a page by it.
package enum TextDigest {
  /// The 32 bytes of SHA-256 of the text's UTF-8.
  package static func sha256(_ text: String) -> [UInt8] { SHA256.hash(text).bytes }
}

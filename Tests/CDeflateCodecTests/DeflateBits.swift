import Oracles

/// A zlib stream written by hand, bit by bit in deflate's order.
struct DeflateBits {
  private(set) var bytes: [UInt8]
  private var used = 0

  init(zlibHeader: [UInt8] = [0x78, 0x01]) { bytes = zlibHeader }

  mutating func put(_ value: Int, _ count: Int) {
    for bit in 0..<count {
      if used % 8 == 0 { bytes.append(0) }
      bytes[bytes.count - 1] |= UInt8(value >> bit & 1) << UInt8(used % 8)
      used += 1
    }
  }

  /// A Huffman code: its first bit comes first.
  mutating func code(_ value: Int, _ count: Int) {
    for bit in (0..<count).reversed() { put(value >> bit & 1, 1) }
  }

  mutating func align() { used = (used + 7) / 8 * 8 }

  mutating func append(_ more: [UInt8]) {
    align()
    bytes += more
  }

  // MARK: Blocks

  /// The header of a block: 0 stored, 1 fixed codes, 2 dynamic codes.
  mutating func block(_ type: Int, isLast: Bool) {
    put(isLast ? 1 : 0, 1)
    put(type, 2)
  }

  mutating func stored(_ data: [UInt8], isLast: Bool) {
    block(0, isLast: isLast)
    let (low, high) = (UInt8(data.count & 255), UInt8(data.count >> 8))
    append([low, high, ~low, ~high] + data)
  }

  /// A literal or length symbol of the fixed code (RFC 1951, 3.2.6).
  mutating func fixed(_ symbol: Int) {
    switch symbol {
    case 0..<144: code(0x30 + symbol, 8)
    case 144..<256: code(0x190 + symbol - 144, 9)
    case 256..<280: code(symbol - 256, 7)
    default: code(0xc0 + symbol - 280, 8)
    }
  }

  /// A match in fixed codes.
  mutating func fixedMatch(length: Int, distance: Int) {
    let (symbol, extra, bits) = Self.symbol(length, of: Self.lengths)
    fixed(257 + symbol)
    put(extra, bits)
    let (code, more, count) = Self.symbol(distance, of: Self.distances)
    self.code(code, 5)
    put(more, count)
  }

  /// A dynamic block's header whose code lengths are all sent as they are, with 4-bit codes for lengths 0 to 15.
  mutating func dynamic(literals: [Int], distances: [Int], isLast: Bool) {
    block(2, isLast: isLast)
    put(literals.count - 257, 5)
    put(distances.count - 1, 5)
    put(15, 4)
    // Sixteen lengths of 4 bits each make a complete code; 16, 17 and 18 have none.
    for symbol in Self.order { put(symbol < 16 ? 4 : 0, 3) }
    for length in literals + distances { code(length, 4) }
  }

  /// The stream with its Adler-32 behind it, that of `data`.
  func ended(_ data: [UInt8]) -> [UInt8] {
    let sum = ReferenceInflate.adler32(data)
    return bytes + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
  }

  // MARK: Symbols

  /// The order in which the lengths of the code lengths' code are sent.
  static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  /// Extra bits of the length symbols from 257 on, and of the distance symbols.
  static let lengthExtras = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  static let distanceExtras = (0..<30).map { $0 < 2 ? 0 : $0 / 2 - 1 }

  /// The first value and the extra bits of each symbol.
  private static let lengths: [(base: Int, extra: Int)] = {
    var base = 3
    return lengthExtras.enumerated().map { index, extra in
      defer { base += 1 << extra }
      return (index == 28 ? 258 : base, extra)
    }
  }()
  private static let distances: [(base: Int, extra: Int)] = {
    var base = 1
    return distanceExtras.map { extra in
      defer { base += 1 << extra }
      return (base, extra)
    }
  }()

  private static func symbol(
    _ value: Int, of table: [(base: Int, extra: Int)]
  ) -> (symbol: Int, extra: Int, bits: Int) {
    let symbol = table.lastIndex { $0.base <= value } ?? 0
    return (symbol, value - table[symbol].base, table[symbol].extra)
  }
}

/// `count` code lengths, 0 but for `some`.
func codeLengths(_ some: [Int: Int], count: Int) -> [Int] { (0..<count).map { some[$0] ?? 0 } }

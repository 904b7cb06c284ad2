/// A plain decoder of zlib streams (RFC 1950, RFC 1951), bit by bit after the texts of the RFCs. It shares nothing with
/// libdeflate, ISA-L or zlib.
public struct ReferenceInflate {
  /// What the stream does wrong.
  public struct Damage: Error {
    /// In words.
    public let reason: String
  }

  private let input: [UInt8]
  private var position = 0
  private var bitBuffer = 0
  private var bitCount = 0
  private var output: [UInt8] = []

  /// The decoded data of a whole zlib stream.
  public static func zlib(_ stream: [UInt8]) throws -> [UInt8] {
    guard stream.count >= 6, stream[0] & 15 == 8, (Int(stream[0]) << 8 | Int(stream[1])) % 31 == 0,
      stream[1] & 32 == 0
    else { throw Damage(reason: "zlib header") }
    var inflate = ReferenceInflate(input: stream)
    inflate.position = 2
    try inflate.blocks()
    let adler = try (0..<4).reduce(0) { sum, _ in sum << 8 | (try inflate.byte()) }
    guard adler == Int(adler32(inflate.output)) else { throw Damage(reason: "Adler-32") }
    guard inflate.position == stream.count else { throw Damage(reason: "bytes left over") }
    return inflate.output
  }

  /// The Adler-32 that would be right for a stream that ends with one, whatever it says.
  public static func adlerOfDamaged(_ stream: [UInt8]) throws -> [UInt8] {
    var inflate = ReferenceInflate(input: stream)
    inflate.position = 2
    try inflate.blocks()
    let sum = adler32(inflate.output)
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
  }

  /// The Adler-32 of `bytes`, byte by byte (RFC 1950, 8.2).
  public static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var a: UInt32 = 1
    var b: UInt32 = 0
    for byte in bytes {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    return b << 16 | a
  }

  private init(input: [UInt8]) { self.input = input }

  private mutating func byte() throws -> Int {
    guard position < input.count else { throw Damage(reason: "stream ends") }
    position += 1
    return Int(input[position - 1])
  }

  private mutating func bits(_ count: Int) throws -> Int {
    while bitCount < count {
      bitBuffer |= try byte() << bitCount
      bitCount += 8
    }
    let value = bitBuffer & ((1 << count) - 1)
    bitBuffer >>= count
    bitCount -= count
    return value
  }

  private mutating func blocks() throws {
    var isLast = false
    while !isLast {
      isLast = try bits(1) == 1
      switch try bits(2) {
      case 0: try stored()
      case 1:
        try codes(
          Huffman((0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }),
          Huffman(Array(repeating: 5, count: 30)))
      case 2: try dynamic()
      default: throw Damage(reason: "block type 3")
      }
    }
    bitBuffer = 0
    bitCount = 0
  }

  private mutating func stored() throws {
    bitBuffer = 0
    bitCount = 0
    let length = try byte() | byte() << 8
    let complement = try byte() | byte() << 8
    guard length == complement ^ 0xffff else { throw Damage(reason: "stored length") }
    for _ in 0..<length { output.append(UInt8(try byte())) }
  }

  private struct Huffman {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int] = []

    init(_ lengths: [Int]) {
      for length in lengths { counts[length] += 1 }
      counts[0] = 0
      for length in 1...15 {
        for (symbol, own) in lengths.enumerated() where own == length { symbols.append(symbol) }
      }
    }
  }

  private mutating func symbol(_ huffman: Huffman) throws -> Int {
    var code = 0
    var first = 0
    var index = 0
    for length in 1...15 {
      code |= try bits(1)
      let count = huffman.counts[length]
      if code - count < first {
        guard huffman.symbols.indices.contains(index + code - first) else { break }
        return huffman.symbols[index + code - first]
      }
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    throw Damage(reason: "Huffman code")
  }

  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
    227, 258,
  ]
  private static let lengthExtras = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073,
    4097,
    6145, 8193, 12289, 16385, 24577,
  ]

  private mutating func codes(_ literals: Huffman, _ distances: Huffman) throws {
    while true {
      let value = try symbol(literals)
      if value < 256 {
        output.append(UInt8(value))
      } else if value == 256 {
        return
      } else {
        guard value < 286 else { throw Damage(reason: "length symbol") }
        let length = try Self.lengthBases[value - 257] + bits(Self.lengthExtras[value - 257])
        let code = try symbol(distances)
        guard code < 30 else { throw Damage(reason: "distance symbol") }
        let distance = try Self.distanceBases[code] + bits(code < 2 ? 0 : code / 2 - 1)
        guard distance <= output.count else { throw Damage(reason: "distance") }
        for _ in 0..<length { output.append(output[output.count - distance]) }
      }
    }
  }

  private mutating func dynamic() throws {
    let literalCount = try bits(5) + 257
    let distanceCount = try bits(5) + 1
    let lengthCount = try bits(4) + 4
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    var lengths = [Int](repeating: 0, count: 19)
    for index in 0..<lengthCount { lengths[order[index]] = try bits(3) }
    let code = Huffman(lengths)
    lengths = []
    while lengths.count < literalCount + distanceCount {
      let value = try symbol(code)
      switch value {
      case 16:
        guard let last = lengths.last else { throw Damage(reason: "repeat of nothing") }
        lengths += Array(repeating: last, count: try bits(2) + 3)
      case 17: lengths += Array(repeating: 0, count: try bits(3) + 3)
      case 18: lengths += Array(repeating: 0, count: try bits(7) + 11)
      default: lengths.append(value)
      }
    }
    guard lengths.count == literalCount + distanceCount else { throw Damage(reason: "code lengths") }
    try codes(Huffman(Array(lengths[..<literalCount])), Huffman(Array(lengths[literalCount...])))
  }
}

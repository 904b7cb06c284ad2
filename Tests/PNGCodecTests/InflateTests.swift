import CPNGReference
import PNGCodec
import Pixels
import Testing

/// Deflate streams written by hand: what RFC 1951 leaves to decoders, decided as zlib does.
@Suite struct InflateTests {
  /// Bits in deflate's order.
  struct Bits {
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

    /// A literal or length symbol of the fixed code (RFC 1951, 3.2.6).
    mutating func fixed(_ symbol: Int) {
      switch symbol {
      case 0..<144: code(0x30 + symbol, 8)
      case 144..<256: code(0x190 + symbol - 144, 9)
      case 256..<280: code(symbol - 256, 7)
      default: code(0xc0 + symbol - 280, 8)
      }
    }

    mutating func align() { used = (used + 7) / 8 * 8 }

    mutating func append(_ more: [UInt8]) { bytes += more }

    /// A dynamic block's header whose code lengths are all sent as they are, with 5-bit-long codes for lengths 0 to 15.
    mutating func dynamic(literals: [Int], distances: [Int], isLast: Int) {
      put(isLast, 1)
      put(2, 2)
      put(literals.count - 257, 5)
      put(distances.count - 1, 5)
      put(15, 4)
      // Sixteen lengths of 4 bits each make a complete code; 16, 17 and 18 have none.
      for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] {
        put(symbol < 16 ? 4 : 0, 3)
      }
      for length in literals + distances { code(length, 4) }
    }
  }

  /// A grey image of 4 by 4 pixels, all zero, whose 20 bytes the stored block gives.
  static let zeros = [UInt8](repeating: 0, count: 20)

  static func file(_ bits: Bits) -> [UInt8] {
    PNGBytes().header(4, 4).chunk("IDAT", bits.bytes).chunk("IEND").bytes
  }

  /// Ends a stream with the zeros in a stored block and the right Adler-32.
  static func ended(_ bits: Bits) -> Bits {
    var bits = bits
    bits.put(1, 3)
    bits.align()
    bits.append([20, 0, 0xeb, 0xff] + zeros + PNGBytes.number(Int(NaiveInflate.adler32(zeros))))
    return bits
  }

  static func lengths(_ some: [Int: Int], count: Int) -> [Int] { (0..<count).map { some[$0] ?? 0 } }

  private func isAccepted(_ bits: Bits) -> Bool {
    let bytes = Self.file(bits)
    let reference = [UInt16](unsafeUninitializedCapacity: 64) { samples, count in
      count = png_reference_decode(bytes, bytes.count, samples.baseAddress, 64)
    }
    let error = PNGRefusalTests.error(bytes)
    // libpng lets some damage at the end of the data pass; never the other way round.
    if error == nil { #expect(reference == [UInt16](repeating: 0, count: 16)) }
    return error == nil
  }

  @Test func codesThatZlibTakesAreTaken() {
    var plain = Bits()
    plain.put(0, 0)
    #expect(isAccepted(Self.ended(plain)))
    // A single code of one bit, for the end of the block, and no distance.
    var single = Bits()
    single.dynamic(literals: Self.lengths([256: 1], count: 257), distances: [0], isLast: 0)
    single.code(0, 1)
    #expect(isAccepted(Self.ended(single)))
    // A single distance code.
    single = Bits()
    single.dynamic(literals: Self.lengths([0: 1, 256: 1], count: 257), distances: [1], isLast: 0)
    single.code(1, 1)
    #expect(isAccepted(Self.ended(single)))
  }

  @Test func incompleteAndOversubscribedCodesAreRefused() {
    let cases: [([Int: Int], [Int])] = [
      ([0: 2, 256: 2], [1]),  // half of the literals' code is missing
      ([0: 3, 256: 1], [1]),
      ([0: 1, 1: 1, 256: 1], [1]),  // three codes of one bit
      ([0: 1, 256: 1], [2]),  // a single distance of two bits
      ([0: 1, 256: 1], [2, 2]),
      ([0: 1, 256: 1], [1, 1, 1]),
      ([0: 1, 1: 1], [1]),  // no end of block
      ([256: 2], [1]),
    ]
    for (literals, distances) in cases {
      var bits = Bits()
      bits.dynamic(literals: Self.lengths(literals, count: 257), distances: distances, isLast: 0)
      bits.put(0, 2)
      bits.put(0, 6)
      #expect(!isAccepted(Self.ended(bits)), "\(literals) \(distances)")
    }
  }

  @Test func countsOfSymbolsThatDoNotExistAreRefused() {
    for (literals, distances) in [(287, 1), (288, 1), (257, 31), (257, 32)] {
      var bits = Bits()
      bits.dynamic(
        literals: Self.lengths([0: 1, 256: 1], count: literals),
        distances: Self.lengths([0: 1, 1: 1], count: distances), isLast: 0)
      bits.code(1, 1)
      #expect(!isAccepted(Self.ended(bits)), "\(literals) \(distances)")
    }
  }

  @Test func symbolsThatDoNotExistAreRefused() {
    for symbol in [286, 287] {
      var bits = Bits()
      bits.put(2, 3)
      bits.fixed(symbol)
      #expect(!isAccepted(Self.ended(bits)))
    }
    for distance in [30, 31] {
      var bits = Bits()
      bits.put(2, 3)
      bits.fixed(0)
      bits.fixed(257)
      bits.code(distance, 5)
      #expect(!isAccepted(Self.ended(bits)))
    }
  }

  @Test func blocksThatDoNotExistAndBrokenLengthsAreRefused() {
    var type = Bits()
    type.put(6, 3)
    #expect(!isAccepted(Self.ended(type)))
    var stored = Bits()
    stored.put(1, 3)
    stored.align()
    stored.append([20, 0, 0xea, 0xff] + Self.zeros + [0, 20, 0, 1])
    #expect(!isAccepted(stored))
  }

  @Test(arguments: [[0x78, 0x02], [0x79, 0x01], [0x88, 0x1c], [0x78, 0x20], [0, 0]] as [[UInt8]])
  func zlibHeadersThatCannotBeAreRefused(header: [UInt8]) {
    #expect(!isAccepted(Self.ended(Bits(zlibHeader: header))))
  }

  @Test func distancesBeforeTheBeginningAreRefused() {
    for literals in 0...2 {
      var bits = Bits()
      bits.put(3, 3)
      for _ in 0..<literals { bits.fixed(0) }
      // A length of 10 at distance 2, ten zeros.
      bits.fixed(264)
      bits.code(1, 5)
      for _ in 0..<(10 - literals) { bits.fixed(0) }
      bits.fixed(256)
      bits.append(PNGBytes.number(Int(NaiveInflate.adler32(Self.zeros))))
      #expect(isAccepted(bits) == (literals >= 2))
    }
  }

  /// Every length and distance symbol with its largest extra bits, decoded as the naive decoder does.
  @Test func everyLengthAndDistanceIsCopiedRight() throws {
    var bits = Bits()
    bits.put(3, 3)
    for index in 0..<200 { bits.fixed(index % 7 == 0 ? 0 : (index * 31) % 256) }
    let lengthExtras = [
      0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    // More than a window, so that every distance reaches something.
    for _ in 0..<130 {
      bits.fixed(285)
      bits.code(0, 5)
    }
    for length in 0..<29 {
      for distance in 0..<30 {
        let extra = distance < 2 ? 0 : distance / 2 - 1
        bits.fixed(257 + length)
        bits.put((1 << lengthExtras[length]) - 1, lengthExtras[length])
        bits.code(distance, 5)
        bits.put((1 << extra) - 1, extra)
        bits.fixed(length * 7)
      }
    }
    bits.fixed(256)
    let raw = try NaiveInflate.zlib(bits.bytes + Self.adlerOfOpen(bits.bytes))
    // One row of filter type 0: the first byte is 0.
    let file = PNGBytes().header(raw.count - 1, 1)
      .chunk("IDAT", bits.bytes + PNGBytes.number(Int(NaiveInflate.adler32(raw)))).chunk("IEND")
    #expect(try PNGReaderTests.samples(file) == raw.dropFirst().map { UInt16($0) * 257 })
  }

  private static func adlerOfOpen(_ stream: [UInt8]) throws -> [UInt8] {
    try NaiveInflate.adlerOfDamaged(stream)
  }
}

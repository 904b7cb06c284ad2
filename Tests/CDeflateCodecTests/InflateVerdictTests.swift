import CDeflateCodec
import CZlibReference
import Oracles
import Testing

/// What is no zlib stream is refused with its reason, and zlib refuses it too.
@Suite struct InflateVerdictTests {
  private static func refuse(
    _ stream: [UInt8], _ damage: p3z_damage, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let ours = Inflated(stream)
    #expect(ours.result == P3Z_DAMAGED, sourceLocation: sourceLocation)
    #expect(
      ours.damage == damage, "\(String(cString: p3z_damage_text(ours.damage)))",
      sourceLocation: sourceLocation)
    let zlib = InflatedByZlib(stream)
    #expect(zlib.verdict == ZLIB_REFERENCE_REFUSED, sourceLocation: sourceLocation)
    #expect(zlib.bytes == ours.bytes, sourceLocation: sourceLocation)
  }

  /// `bits` and enough behind them that the stream does not merely end too early.
  private static func padded(_ bits: DeflateBits) -> [UInt8] {
    bits.bytes + [UInt8](repeating: 0, count: 64)
  }

  @Test(
    arguments: [
      ([0x78, 0x02], P3Z_BAD_HEADER_CHECK), ([0, 0], P3Z_BAD_METHOD), ([0x79, 0x18], P3Z_BAD_METHOD),
      ([0x88, 0x1c], P3Z_BAD_WINDOW_SIZE), ([0x78, 0x20], P3Z_PRESET_DICTIONARY),
    ] as [([UInt8], p3z_damage)])
  func zlibHeaders(header: [UInt8], damage: p3z_damage) {
    var bits = DeflateBits(zlibHeader: header)
    bits.stored([1, 2, 3], isLast: true)
    Self.refuse(bits.ended([1, 2, 3]), damage)
  }

  @Test func aBlockTypeThatDoesNotExist() {
    var bits = DeflateBits()
    bits.block(3, isLast: true)
    Self.refuse(Self.padded(bits), P3Z_BAD_BLOCK_TYPE)
  }

  @Test func aStoredLengthWithAnotherComplement() {
    var bits = DeflateBits()
    bits.block(0, isLast: true)
    bits.append([3, 0, 0xfd, 0xff, 1, 2, 3])
    Self.refuse(Self.padded(bits), P3Z_BAD_STORED_LENGTH)
  }

  @Test(arguments: [(287, 1), (288, 1), (257, 31), (257, 32)])
  func countsOfSymbolsThatDoNotExist(literals: Int, distances: Int) {
    var bits = DeflateBits()
    bits.dynamic(
      literals: codeLengths([0: 1, 256: 1], count: literals),
      distances: codeLengths([0: 1, 1: 1], count: distances), isLast: true)
    Self.refuse(Self.padded(bits), P3Z_TOO_MANY_SYMBOLS)
  }

  /// The header up to the lengths of the code lengths' code, which follow in sending order.
  private static func header(lengthCode: [Int]) -> DeflateBits {
    var bits = DeflateBits()
    bits.block(2, isLast: true)
    bits.put(0, 5)
    bits.put(0, 5)
    bits.put(15, 4)
    for symbol in DeflateBits.order { bits.put(lengthCode[symbol], 3) }
    return bits
  }

  @Test(arguments: [[0: 1], [0: 1, 1: 1, 2: 1], [0: 2, 1: 2], [5: 7]] as [[Int: Int]])
  func codesOfCodeLengths(lengths: [Int: Int]) {
    let bits = Self.header(lengthCode: codeLengths(lengths, count: 19))
    Self.refuse(Self.padded(bits), P3Z_BAD_CODE_LENGTH_CODE)
  }

  /// zlib reads lengths of 0 from a code without symbols: what is missing is the end of the block, once all bits are there.
  @Test func aCodeOfCodeLengthsWithoutSymbols() {
    let bits = Self.header(lengthCode: codeLengths([:], count: 19))
    Self.refuse(Self.padded(bits), P3Z_NO_END_OF_BLOCK)
    #expect(Inflated(bits.bytes).result == P3Z_SHORT)
    #expect(InflatedByZlib(bits.bytes).verdict == ZLIB_REFERENCE_SHORT)
  }

  @Test func aRepeatOfNothing() {
    var bits = Self.header(lengthCode: codeLengths([0: 1, 16: 1], count: 19))
    bits.code(1, 1)
    bits.put(0, 2)
    Self.refuse(Self.padded(bits), P3Z_BAD_LENGTH_REPEAT)
  }

  @Test(arguments: [(16, 2), (17, 3), (18, 7)])
  func aRepeatBeyondTheEnd(symbol: Int, extra: Int) {
    var bits = Self.header(lengthCode: codeLengths([1: 1, symbol: 1], count: 19))
    // 258 lengths are due: repeats with all extra bits set pass that without meeting it.
    bits.code(0, 1)
    for _ in 0..<60 {
      bits.code(1, 1)
      bits.put((1 << extra) - 1, extra)
    }
    Self.refuse(Self.padded(bits), P3Z_BAD_LENGTH_REPEAT)
  }

  @Test(
    arguments: [
      ([0: 1, 1: 1], [1], P3Z_NO_END_OF_BLOCK),
      ([0: 2, 256: 2], [1], P3Z_BAD_LITERAL_CODE),  // half of the code is missing
      ([0: 3, 256: 1], [1], P3Z_BAD_LITERAL_CODE),
      ([0: 1, 1: 1, 256: 1], [1], P3Z_BAD_LITERAL_CODE),  // three codes of one bit
      ([256: 2], [1], P3Z_BAD_LITERAL_CODE),
      ([0: 1, 256: 1], [2], P3Z_BAD_DISTANCE_CODE),  // a single distance of two bits
      ([0: 1, 256: 1], [2, 2], P3Z_BAD_DISTANCE_CODE),
      ([0: 1, 256: 1], [1, 1, 1], P3Z_BAD_DISTANCE_CODE),
    ] as [([Int: Int], [Int], p3z_damage)])
  func incompleteAndOversubscribedCodes(literals: [Int: Int], distances: [Int], damage: p3z_damage) {
    var bits = DeflateBits()
    bits.dynamic(literals: codeLengths(literals, count: 257), distances: distances, isLast: true)
    Self.refuse(Self.padded(bits), damage)
  }

  @Test(arguments: [286, 287])
  func lengthSymbolsThatDoNotExist(symbol: Int) {
    var bits = DeflateBits()
    bits.block(1, isLast: true)
    bits.fixed(7)
    bits.fixed(symbol)
    Self.refuse(Self.padded(bits), P3Z_BAD_LITERAL_SYMBOL)
  }

  @Test(arguments: [30, 31])
  func distanceSymbolsThatDoNotExist(symbol: Int) {
    var bits = DeflateBits()
    bits.block(1, isLast: true)
    bits.fixed(7)
    bits.fixed(257)
    bits.code(symbol, 5)
    Self.refuse(Self.padded(bits), P3Z_BAD_DISTANCE_SYMBOL)
  }

  /// A table with a single code leaves the other bit without meaning.
  @Test func bitsThatAreNoCode() {
    var end = DeflateBits()
    end.dynamic(literals: codeLengths([256: 1], count: 257), distances: [0], isLast: true)
    end.code(1, 1)
    Self.refuse(Self.padded(end), P3Z_BAD_LITERAL_SYMBOL)
    for distances in [[0], [1]] {
      var match = DeflateBits()
      match.dynamic(
        literals: codeLengths([0: 2, 256: 2, 257: 1], count: 258), distances: distances, isLast: true)
      match.code(2, 2)
      match.code(0, 1)
      match.code(1, 1)
      Self.refuse(Self.padded(match), P3Z_BAD_DISTANCE_SYMBOL)
    }
  }

  @Test func aWrongAdler() {
    var bits = DeflateBits()
    bits.stored([1, 2, 3], isLast: true)
    Self.refuse(bits.ended([1, 2, 4]), P3Z_BAD_CHECKSUM)
  }

  @Test func everyDamageHasWordsOfItsOwn() {
    let texts = (P3Z_NO_DAMAGE.rawValue...P3Z_BAD_CHECKSUM.rawValue).map {
      String(cString: p3z_damage_text(p3z_damage(rawValue: $0)))
    }
    #expect(Set(texts).count == texts.count)
    #expect(!texts.contains("unknown damage"))
  }

  /// Every prefix of a stream is short, for zlib too, with the same bytes, but for one: of two literals that are looked up
  /// together the first may be missing.
  @Test(arguments: [0, 1, 2, 3, 4])
  func aStreamThatIsCutAnywhereIsShort(strategy: Int) {
    let data = Sample.mixed(count: 700, seed: 5)
    let stream = InflatedByZlib.deflated(data, level: strategy == 1 ? 0 : 6, strategy: strategy)
    for count in 0..<stream.count {
      let prefix = Array(stream.prefix(count))
      let ours = Inflated(prefix)
      let zlib = InflatedByZlib(prefix)
      #expect(ours.result == P3Z_SHORT)
      #expect(zlib.verdict == ZLIB_REFERENCE_SHORT)
      #expect(zlib.bytes.starts(with: ours.bytes) && zlib.bytes.count - ours.bytes.count <= 1, "\(count)")
    }
  }

  /// Where pulling fails, what was pulled before is decoded all the same, by two positions at once as well.
  @Test func whatStandsBeforeAFailureIsDecoded() {
    let stream = LiteralStream(seed: 2, blocks: [20_000, 3_000, 9_000], matchEvery: 40).bytes
    for count in stride(from: 0, to: stream.count, by: 997) {
      let prefix = Array(stream.prefix(count))
      let short = Inflated(prefix), stopped = Inflated(prefix, inputs: [5_000], fails: true)
      #expect(short.result == P3Z_SHORT && stopped.result == P3Z_STOPPED, "\(count)")
      #expect(stopped.bytes == short.bytes, "\(count)")
    }
    #expect(Inflated(stream, fails: true).isDone)
  }

  /// Single bits of streams of every kind, damaged: the same verdict as zlib's, and the same bytes.
  @Test(arguments: 0...4)
  func anyDamageIsSeenAsZlibSeesIt(strategy: Int) {
    let stream = InflatedByZlib.deflated(Sample.mixed(count: 3000, seed: 9), strategy: strategy)
    for bit in stride(from: 0, to: stream.count * 8, by: max(1, stream.count * 8 / 1500)) {
      var damaged = stream
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      let ours = Inflated(damaged)
      let zlib = InflatedByZlib(damaged)
      #expect(ours.isDone == (zlib.verdict == ZLIB_REFERENCE_DONE), "bit \(bit)")
      #expect((ours.result == P3Z_SHORT) == (zlib.verdict == ZLIB_REFERENCE_SHORT), "bit \(bit)")
      let missing = zlib.bytes.count - ours.bytes.count
      #expect(missing >= 0 && missing <= (ours.result == P3Z_SHORT ? 1 : 0), "bit \(bit)")
      #expect(zlib.bytes.starts(with: ours.bytes), "bit \(bit)")
    }
  }
}

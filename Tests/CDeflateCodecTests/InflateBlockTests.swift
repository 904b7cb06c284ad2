import CDeflateCodec
import CZlibReference
import Oracles
import Testing

/// Streams that are right, however they are fed and read.
@Suite struct InflateBlockTests {
  private static func expect(
    _ stream: [UInt8], _ data: [UInt8], inputs: [Int] = [1 << 16], outputs: [Int] = [4096],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let ours = Inflated(stream, inputs: inputs, outputs: outputs)
    #expect(ours.isDone, sourceLocation: sourceLocation)
    let isRight = ours.bytes == data
    #expect(isRight, sourceLocation: sourceLocation)
    #expect(!ours.hasLeftover, sourceLocation: sourceLocation)
  }

  @Test func anEmptyStream() {
    var stored = DeflateBits()
    stored.stored([], isLast: true)
    Self.expect(stored.ended([]), [])
    var fixed = DeflateBits()
    fixed.block(1, isLast: true)
    fixed.fixed(256)
    Self.expect(fixed.ended([]), [])
  }

  /// A single code of one bit for the end of the block and no distance; a single distance; a length and two distances.
  @Test func tablesOfOneSymbol() {
    var end = DeflateBits()
    end.dynamic(literals: codeLengths([256: 1], count: 257), distances: [0], isLast: true)
    end.code(0, 1)
    Self.expect(end.ended([]), [])
    for distances in [[1], [1, 1], [0, 1]] {
      var match = DeflateBits()
      match.dynamic(
        literals: codeLengths([0: 2, 256: 2, 257: 1], count: 258), distances: distances, isLast: true)
      match.code(2, 2)
      match.code(2, 2)
      match.code(0, 1)
      match.code(0, 1)
      match.code(3, 2)
      Self.expect(match.ended([0, 0, 0, 0, 0]), [0, 0, 0, 0, 0])
    }
  }

  /// Codes of every length to 15 bits, second-level tables included.
  @Test func codesOfEveryLength() {
    let symbols = Array(0..<15) + [256]
    var lengths: [Int: Int] = [:]
    for (index, symbol) in symbols.enumerated() { lengths[symbol] = min(index + 1, 15) }
    var bits = DeflateBits()
    bits.dynamic(literals: codeLengths(lengths, count: 257), distances: [0], isLast: true)
    let data = (0..<400).map { UInt8($0 * 7 % 15) }
    func put(_ rank: Int) { bits.code(rank == 15 ? 0x7fff : (1 << (rank + 1)) - 2, min(rank + 1, 15)) }
    for byte in data { put(Int(byte)) }
    put(15)
    Self.expect(bits.ended(data), data)
  }

  /// Blocks of all types one after the other, so that each begins and ends at every bit of a byte.
  private static let allBlocks: (stream: [UInt8], data: [UInt8]) = {
    var bits = DeflateBits()
    var data: [UInt8] = []
    for round in 0..<24 {
      let stored = [UInt8](repeating: UInt8(round), count: round % 5)
      bits.stored(stored, isLast: false)
      data += stored
      bits.block(1, isLast: false)
      for value in 0..<(round % 9) {
        // 144 and more take nine bits: blocks end at other bits.
        bits.fixed(140 + value + round % 3)
        data.append(UInt8(140 + value + round % 3))
      }
      bits.fixed(256)
      bits.dynamic(
        literals: codeLengths([7: 1, 9: 3, 256: 3, 257: 2], count: 258), distances: [1], isLast: round == 23)
      for _ in 0...(round % 4) {
        bits.code(0, 1)
        data.append(7)
        bits.code(6, 3)
        data.append(9)
      }
      bits.code(2, 2)
      bits.code(0, 1)
      data += [9, 9, 9]
      bits.code(7, 3)
    }
    return (bits.ended(data), data)
  }()

  @Test(arguments: [[1], [2], [3, 1], [1, 5, 2], [7], [64]], [[1], [2, 3], [4096]])
  func anySizesOfInputAndOutput(inputs: [Int], outputs: [Int]) {
    let (stream, data) = Self.allBlocks
    Self.expect(stream, data, inputs: inputs, outputs: outputs)
    for strategy in 0...4 {
      let mixed = Sample.mixed(count: 5_000, seed: UInt64(strategy))
      Self.expect(InflatedByZlib.deflated(mixed, strategy: strategy), mixed, inputs: inputs, outputs: outputs)
    }
  }

  /// The reference decoder agrees that the streams above are right.
  @Test func theReferenceAgrees() throws {
    let (stream, data) = Self.allBlocks
    #expect(try ReferenceInflate.zlib(stream) == data)
    #expect(InflatedByZlib(stream).bytes == data)
  }

  /// Every length and distance symbol with its largest extra bits.
  @Test func everyLengthAndDistanceIsCopiedRight() throws {
    var bits = DeflateBits()
    bits.block(1, isLast: true)
    for index in 0..<200 { bits.fixed(index % 7 == 0 ? 0 : (index * 31) % 256) }
    // More than a window, so that every distance reaches something.
    for _ in 0..<130 { bits.fixedMatch(length: 258, distance: 1) }
    for length in 0..<29 {
      for distance in 0..<30 {
        let extra = DeflateBits.distanceExtras[distance]
        bits.fixed(257 + length)
        bits.put((1 << DeflateBits.lengthExtras[length]) - 1, DeflateBits.lengthExtras[length])
        bits.code(distance, 5)
        bits.put((1 << extra) - 1, extra)
        bits.fixed(length * 7)
      }
    }
    bits.fixed(256)
    let data = InflatedByZlib(bits.bytes).bytes
    let stream = bits.ended(data)
    #expect(try ReferenceInflate.zlib(stream) == data)
    Self.expect(stream, data)
  }

  // MARK: Many blocks

  /// Three million blocks without data, in fixed codes, whose tables are built once. If they were built for every block, the
  /// test would take minutes.
  @Test func emptyBlocksInFixedCodes() {
    // Four blocks of ten bits fill whole bytes.
    var four = DeflateBits(zlibHeader: [])
    for _ in 0..<4 {
      four.block(1, isLast: false)
      four.fixed(256)
    }
    var end = DeflateBits(zlibHeader: [])
    end.block(1, isLast: true)
    end.fixed(65)
    end.fixed(256)
    let blocks = Array(repeating: four.bytes, count: 800_000).joined()
    Self.expect([0x78, 0x01] + blocks + end.ended([65]), [65])
  }

  /// Dynamic blocks of eleven bytes that hold nothing but their end, and fixed ones between them, which keep their codes.
  @Test func emptyBlocksOfBothKindsTakeTurns() {
    var pair = DeflateBits(zlibHeader: [])
    for _ in 0..<8 {
      pair.block(2, isLast: false)
      pair.put(0, 5)
      pair.put(0, 5)
      pair.put(14, 4)
      // Codes of one bit for 18, a run of zeros, and 1, the length of the only two codes.
      for symbol in DeflateBits.order.dropLast() { pair.put(symbol == 18 || symbol == 1 ? 1 : 0, 3) }
      pair.code(1, 1)
      pair.put(127, 7)
      pair.code(1, 1)
      pair.put(107, 7)
      pair.code(0, 1)
      pair.code(0, 1)
      pair.code(0, 1)
      pair.block(1, isLast: false)
      pair.fixed(66)
      pair.fixed(256)
    }
    var end = DeflateBits(zlibHeader: [])
    end.stored([], isLast: true)
    let data = [UInt8](repeating: 66, count: 8 * 1000)
    let blocks = Array(repeating: pair.bytes, count: 1000).joined()
    Self.expect([0x78, 0x01] + blocks + end.ended(data), data)
  }

  // MARK: Windows

  /// Distances up to the window that the header declares, and those beyond it, which libpng takes with
  /// PNG_MAXIMUM_INFLATE_WINDOW.
  @Test(arguments: 0...7)
  func theDeclaredWindowIsNoLimit(size: Int) {
    let window = 256 << size
    for distance in Set([window, min(window + 1, 32_768), 32_768]) {
      let header = UInt8(size << 4 | 8)
      let check = UInt8(31 - Int(header) * 256 % 31)
      var bits = DeflateBits(zlibHeader: [header, check])
      let start = Sample.random(count: 60_000, seed: 3)
      bits.stored(start, isLast: false)
      bits.block(1, isLast: true)
      bits.fixedMatch(length: 30, distance: distance)
      bits.fixed(256)
      let data = start + start[(60_000 - distance)...].prefix(30)
      Self.expect(bits.ended(data), data, inputs: [1 << 16], outputs: [4096])
    }
  }

  @Test(arguments: 0...3)
  func distancesBeforeTheBeginningAreRefused(literals: Int) {
    var bits = DeflateBits()
    bits.block(1, isLast: true)
    for _ in 0..<literals { bits.fixed(0) }
    bits.fixedMatch(length: 10, distance: 3)
    bits.fixed(256)
    let ours = Inflated(bits.ended([UInt8](repeating: 0, count: literals + 10)))
    #expect(ours.isDone == (literals >= 3))
    if literals < 3 { #expect(ours.damage == P3Z_DISTANCE_TOO_FAR) }
  }

  /// The window slides many times; the farthest distance is still there, however little is asked for at once.
  @Test(arguments: [[7], [300], [70_000], [200_000, 1]])
  func theFarthestDistanceOutlivesTheSlidingWindow(outputs: [Int]) {
    let start = Sample.random(count: 32_768, seed: 8)
    var bits = DeflateBits()
    bits.stored(start, isLast: false)
    bits.block(1, isLast: true)
    var data = start
    for _ in 0..<800 {
      bits.fixedMatch(length: 258, distance: 32_768)
      data += data[(data.count - 32_768)...].prefix(258)
    }
    bits.fixed(256)
    Self.expect(bits.ended(data), data, inputs: [1000], outputs: outputs)
  }

  @Test func whatFollowsTheStreamIsLeftOver() {
    var bits = DeflateBits()
    bits.stored([1], isLast: true)
    let stream = bits.ended([1])
    #expect(!Inflated(stream).hasLeftover)
    #expect(Inflated(stream + [0]).hasLeftover)
    #expect(Inflated(stream + [0], inputs: [1]).hasLeftover)
  }
}

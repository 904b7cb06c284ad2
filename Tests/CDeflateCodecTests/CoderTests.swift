import CDeflateCodec
import CZlibReference
import Oracles
import Testing

/// What the coders write is read by zlib and by our own decoder.
@Suite struct CoderTests {
  private static func expect(
    _ blocks: [UInt8], _ data: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let stream = Coders.zlibStream(blocks, of: data)
    let zlib = InflatedByZlib(stream, capacity: data.count + 1)
    #expect(zlib.verdict == ZLIB_REFERENCE_DONE, sourceLocation: sourceLocation)
    #expect(zlib.used == stream.count, sourceLocation: sourceLocation)
    let ours = Inflated(stream)
    let isRight = zlib.bytes == data && ours.isDone && ours.bytes == data
    #expect(isRight, sourceLocation: sourceLocation)
  }

  /// Nothing, one byte, one byte many times, and around the limits of stored blocks and of planned ones.
  private static let edgeCases: [[UInt8]] =
    [0, 1, 2, 3, 7, 8, 9, 65_535, 65_536, 196_607, 196_608].flatMap { count in
      [
        [UInt8](repeating: 9, count: count), Sample.random(count: count, seed: 1),
        Sample.noise(count: count, seed: 2), Sample.mixed(count: count, seed: 3),
      ]
    }

  @Test func theHuffmanOnlyCoderWritesWhatOthersRead() {
    for data in Self.edgeCases {
      let (blocks, foretold) = Coders.huffmanOnly(data)
      Self.expect(blocks, data)
      // Stored blocks are foretold by their bound; every block but the last ends where the next begins.
      #expect(data.isEmpty || (blocks.count <= foretold && foretold <= blocks.count + 16), "\(data.count)")
    }
  }

  /// Runs of 3 to 600 bytes, whose matches must never leave one or two bytes over.
  @Test func runsOfAllLengthsBecomeMatches() {
    let data = (3...600).flatMap { count -> [UInt8] in
      [UInt8](repeating: UInt8(count & 255), count: count) + [1, 2]
    }
    let (blocks, _) = Coders.huffmanOnly(data)
    Self.expect(blocks, data)
    #expect(blocks.count < data.count / 20)
  }

  /// Eight equal bytes after eight others: as many runs in one block as there can be.
  @Test func aBlockMayConsistOfShortRuns() {
    let data = (0..<196_607).map { UInt8($0 / 8 % 2) }
    Self.expect(Coders.huffmanOnly(data).blocks, data)
  }

  /// Frequencies like Fibonacci's numbers want codes of 24 bits: they are cut to 15 and stay complete.
  @Test func codesAreLimitedInLength() {
    var (count, next) = (1, 1)
    var data: [UInt8] = []
    for value in 0..<24 as Range<UInt8> {
      data += [UInt8](repeating: value, count: count)
      (count, next) = (next, count + next)
    }
    // In an order without runs.
    var shuffled = data
    var random = Sample.Random(seed: 6)
    for index in shuffled.indices { shuffled.swapAt(index, random.next(shuffled.count)) }
    let limited = Array(shuffled.prefix(196_000))
    Self.expect(Coders.huffmanOnly(limited).blocks, limited)
    Self.expect(Coders.edgeLZ77(limited, pixelBytes: 1, rowBytes: 1000), limited)
  }

  @Test func theEdgeCoderWritesWhatOthersRead() {
    for data in Self.edgeCases {
      for (pixelBytes, rowBytes) in [(1, 100), (8, 40_000)] {
        Self.expect(Coders.edgeLZ77(data, pixelBytes: pixelBytes, rowBytes: rowBytes), data)
      }
    }
  }

  /// Flat pictures; in the last of the widths the row above is out of reach, in the one before by a single byte.
  @Test(arguments: [150, 600, 8_190, 8_191, 8_192, 12_000], [1, 3, 4])
  func flatPictures(pixels: Int, pixelBytes: Int) {
    for seed in 0..<2 as Range<UInt64> {
      let data = Sample.flat(
        rows: 40, pixels: pixels, pixelBytes: pixelBytes, seed: seed, noisyRows: Int(seed) * 2)
      let blocks = Coders.edgeLZ77(data, pixelBytes: pixelBytes, rowBytes: pixels * pixelBytes + 1)
      Self.expect(blocks, data)
      if seed == 0 { #expect(blocks.count < data.count / 15, "\(blocks.count) of \(data.count)") }
    }
  }

  /// More sequences than the coder holds at once.
  @Test func noiseIsNoFlatPictureButFits() {
    let data = Sample.mixed(count: 600_000, seed: 12)
    Self.expect(Coders.edgeLZ77(data, pixelBytes: 6, rowBytes: 3001), data)
  }

  @Test func whatWasCompressedBeforeDoesNotMatter() {
    let data = Sample.flat(rows: 90, pixels: 300, pixelBytes: 4, seed: 4)
    let alone = Coders.edgeLZ77(data, pixelBytes: 4, rowBytes: 1201)
    let before = Sample.mixed(count: 300_000, seed: 5)
    #expect(Coders.edgeLZ77(data, pixelBytes: 4, rowBytes: 1201, after: before) == alone)
  }
}

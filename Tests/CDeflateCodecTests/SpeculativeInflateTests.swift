import CDeflateCodec
import CZlibReference
import Oracles
import Testing

/// Blocks of literals, which the decoder takes at two positions at once.
@Suite struct SpeculativeInflateTests {
  /// Blocks shorter and longer than what is decoded ahead at once, and more than the window holds.
  private static let blockSizes = [
    [300_000], [2_000, 40_000, 700, 9_000, 3, 60_000], [16_383, 16_383, 16_383, 16_383, 16_383, 5_000],
    Array(repeating: 1_500, count: 40),
  ]

  @Test(arguments: blockSizes, [7, 60, 1_000_000])
  func literalsAndMatchesAreDecoded(blocks: [Int], matchEvery: Int) {
    let stream = LiteralStream(
      seed: UInt64(blocks.count * matchEvery), blocks: blocks, matchEvery: matchEvery)
    for input in [stream.bytes.count, 8_192, 777] {
      let ours = Inflated(stream.bytes, inputs: [input])
      let isRight = ours.isDone && ours.bytes == stream.raw
      #expect(isRight, "inputs of \(input)")
    }
  }

  /// A literal may expand to many bytes ahead: matches of 258 bytes for a few bits each.
  @Test func matchesThatExpandAreDecoded() {
    let noise = Sample.noise(count: 60_000, seed: 1)
    let data = (0..<6).flatMap { noise.prefix(40_000) + [UInt8](repeating: UInt8($0), count: 9_000) }
    for strategy in [0, 2, 3] {
      let ours = Inflated(InflatedByZlib.deflated(data, level: 1, strategy: strategy))
      let isRight = ours.isDone && ours.bytes == data
      #expect(isRight)
    }
  }

  /// A match may end behind the window, in its slack; the literals that were decoded after it wait for room.
  @Test(arguments: [20, 100, 400]) func nothingIsWrittenBehindTheWindow(literals: Int) {
    // Runs of zeros of all lengths, so that some matches end anywhere behind the window.
    var data: [UInt8] = []
    for round in 0..<2_000 {
      data += Sample.noise(count: literals, seed: UInt64(round))
      data += [UInt8](repeating: 0, count: 150 + round % 500)
    }
    let runLengths = 3
    let ours = Inflated(InflatedByZlib.deflated(data, strategy: runLengths))
    #expect(ours.isDone && ours.bytes == data)
    // What inflater.c takes for 32 KB of distances and 128 KB ahead, and a longest match.
    #expect(ours.mostAvailable > 0 && ours.mostAvailable <= 32_768 + 131_072 * 3 / 2 + 258)
  }

  /// Damage within reach of decoding ahead: zlib's verdict and zlib's bytes.
  @Test func damageIsSeenAsZlibSeesIt() {
    let stream = LiteralStream(seed: 4, blocks: [9_000, 16_383, 6_000, 40_000], matchEvery: 50)
    var random = Sample.Random(seed: 77)
    var accepted = 0
    for round in 0..<100 {
      var bytes = stream.bytes
      bytes[2 + random.next(bytes.count - 6)] ^= 1 << UInt8(random.next(8))
      if let sum = try? ReferenceInflate.adlerOfDamaged(bytes) {
        bytes.replaceSubrange(bytes.count - 4..<bytes.count, with: sum)
      }
      let ours = Inflated(bytes)
      let zlib = InflatedByZlib(bytes)
      #expect(ours.isDone == (zlib.verdict == ZLIB_REFERENCE_DONE), "round \(round)")
      let missing = zlib.bytes.count - ours.bytes.count
      #expect(missing >= 0 && missing <= (ours.result == P3Z_SHORT ? 1 : 0), "round \(round)")
      let isRight = zlib.bytes.starts(with: ours.bytes)
      #expect(isRight, "round \(round)")
      accepted += ours.isDone ? 1 : 0
    }
    // A test in which nothing is accepted would compare little.
    #expect(accepted > 5)
  }
}

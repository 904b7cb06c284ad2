import CPNGReference
import PNGCodec
import Testing

/// Blocks of literals, which the decoder takes at two places at once.
@Suite struct InflateTwinTests {
  /// Blocks shorter and longer than what two lanes take at once, and more than the window holds.
  private static let blockSizes = [
    [300_000], [2_000, 40_000, 700, 9_000, 3, 60_000], [16_383, 16_383, 16_383, 16_383, 16_383, 5_000],
    Array(repeating: 1_500, count: 40),
  ]

  private static func expected(_ stream: LiteralStream) -> [UInt16] {
    stream.raw.indices.filter { $0 % (LiteralStream.width + 1) != 0 }.map { UInt16(stream.raw[$0]) * 257 }
  }

  /// Where two images differ; the test library's own comparison of so many samples takes minutes.
  private static func firstDifference(_ one: [UInt16], _ other: [UInt16]) -> Int? {
    zip(one, other).enumerated().first { $0.element.0 != $0.element.1 }?.offset
      ?? (one.count == other.count ? nil : min(one.count, other.count))
  }

  @Test(arguments: blockSizes, [7, 60, 1_000_000])
  func literalsAndMatchesAreDecoded(blocks: [Int], matchEvery: Int) throws {
    let stream = LiteralStream(
      seed: UInt64(blocks.count * matchEvery), blocks: blocks, matchEvery: matchEvery)
    let expected = Self.expected(stream)
    for piece in [stream.bytes.count, 8_192, 777] {
      let samples = try PNGReaderTests.samples(stream.file(piece: piece))
      #expect(Self.firstDifference(samples, expected) == nil, "pieces of \(piece)")
    }
  }

  /// Damage in the reach of the second lane: what libpng refuses is refused, what it takes has the same pixels.
  @Test func damageIsSeenAsLibpngSeesIt() throws {
    let stream = LiteralStream(seed: 4, blocks: [9_000, 16_383, 6_000], matchEvery: 50)
    let height = stream.raw.count / (LiteralStream.width + 1)
    var mutator = PNGDifferentialTests.Mutator(state: 0x1234_5678_9abc_def1)
    var accepted = 0
    for round in 0..<100 {
      var bytes = stream.bytes
      bytes[2 + mutator.next(bytes.count - 6)] ^= 1 << UInt8(mutator.next(8))
      if let sum = try? NaiveInflate.adlerOfDamaged(bytes) {
        bytes.replaceSubrange(bytes.count - 4..<bytes.count, with: sum)
      }
      let file = LiteralStream.file(bytes, height: height, piece: 8_192)
      guard let ours = try? PNGReaderTests.samples(file) else { continue }
      accepted += 1
      let reference = [UInt16](unsafeUninitializedCapacity: 4 * ours.count) { samples, count in
        count = png_reference_decode(file.bytes, file.bytes.count, samples.baseAddress, 4 * ours.count)
      }
      #expect(Self.firstDifference(ours, reference) == nil, "round \(round)")
    }
    #expect(accepted > 3)
  }
}

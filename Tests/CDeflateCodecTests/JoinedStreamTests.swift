import CDeflateCodec
import CZlibReference
import Oracles
import Testing

/// Parts that were compressed apart and make one stream.
@Suite struct JoinedStreamTests {
  @Test func codersLeaveOffWhereTheNextCanGoOn() {
    let first = Sample.noise(count: 5000, seed: 1)
    let second = Sample.flat(rows: 30, pixels: 50, pixelBytes: 4, seed: 2)
    let third = Sample.mixed(count: 3000, seed: 3)
    let blocks =
      Coders.huffmanOnly(first, isLast: false).blocks
      + Coders.edgeLZ77(second, pixelBytes: 4, rowBytes: 201, isLast: false)
      + Coders.huffmanOnly([], isLast: false).blocks + Coders.huffmanOnly(third).blocks
    let data = first + second + third
    let stream = Coders.zlibStream(blocks, of: data)
    #expect(InflatedByZlib(stream).bytes == data)
    #expect(Inflated(stream).bytes == data)
  }

  /// Streams of every kind, and of lengths that end at every bit of a byte.
  @Test(arguments: 0...4)
  func aFinishedStreamGoesOn(strategy: Int) {
    for count in 0..<120 {
      let data = Sample.mixed(count: count * 7, seed: UInt64(count))
      let whole = InflatedByZlib.deflated(data, level: strategy == 1 ? 0 : 6, strategy: strategy)
      let blocks = Array(whole[2..<whole.count - 4])
      var continued = blocks + [UInt8](repeating: 0xa5, count: 5)
      let length = p3z_continue_stream(&continued, blocks.count)
      #expect(length > blocks.count - 1 && length <= continued.count)
      let stream = Coders.zlibStream(
        Array(continued.prefix(length)) + Coders.huffmanOnly([4, 5]).blocks, of: data + [4, 5])
      #expect(InflatedByZlib(stream).bytes == data + [4, 5])
    }
  }

  @Test func aDamagedStreamDoesNotGoOn() {
    for blocks in [[], [7], [3], [0, 0, 0, 0, 0]] as [[UInt8]] {
      var continued = blocks + [0, 0, 0, 0, 0]
      #expect(p3z_continue_stream(&continued, blocks.count) == 0)
    }
  }

  @Test func sumsOfPartsMakeTheSumOfTheWhole() {
    for (first, second) in [(0, 0), (0, 9), (9, 0), (5000, 1), (70_000, 66_000)] {
      let one = [UInt8](repeating: 255, count: first)
      let other = Sample.random(count: second, seed: 5)
      let sum = p3z_adler32_combine(
        ReferenceInflate.adler32(one), ReferenceInflate.adler32(other), UInt64(second))
      #expect(sum == ReferenceInflate.adler32(one + other))
    }
  }

  /// Nothing in noise, most of what repeats.
  @Test func matchesAreForeseen() throws {
    let estimator = try #require(p3z_match_estimator_open())
    defer { p3z_match_estimator_close(estimator) }
    let noise = Sample.random(count: 20_000, seed: 1)
    #expect(p3z_match_gain(estimator, noise, noise.count, noise.count) < 20)
    let twice = noise + noise
    #expect(p3z_match_gain(estimator, twice, twice.count, twice.count) > 19_000)
    #expect(p3z_match_gain(estimator, [], 0, 0) == 0)
  }
}

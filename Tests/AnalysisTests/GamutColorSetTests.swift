import Pixels
import TestSupport
import Testing

@testable import Analysis

@Suite("GamutColorSet")
struct GamutColorSetTests {
  @Test("counts distinct colours like a Set does")
  func distinct() {
    var set = GamutColorSet()
    var oracle = Set<UInt64>()
    var state: UInt64 = 1
    var batch: [UInt64] = []
    for index in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let color = (state >> 51) << 20
      batch.append(color)
      oracle.insert(color)
      // Batches of every length, down to none.
      if index % 997 < 30 {
        set.insert(batch.span)
        batch = []
      }
    }
    set.insert(batch.span)
    #expect(set.count == oracle.count)
    #expect(!set.isOverfull)
    #expect(Set(set.drain()) == oracle)
  }

  @Test("stops at its limit and says so, but not for colours that it has")
  func limit() {
    var set = GamutColorSet()
    set.insert(Array(0..<UInt64(GamutColorSet.limit)).span)
    set.insert([5].span)
    #expect(set.count == GamutColorSet.limit && !set.isOverfull)
    set.insert([5, UInt64(GamutColorSet.limit), 6].span)
    #expect(set.count == GamutColorSet.limit && set.isOverfull)
  }

  @Test("takes the first colours of an image, whatever its strips")
  func strips() {
    // Row after row, 1.06 million colours of which the set takes the first 2²⁰.
    let samples = (0..<UInt16(1060)).flatMap { y in (0..<UInt16(1000)).flatMap { x -> [UInt16] in [y, x, 9] }
    }
    let sets = [1060, 77].map { rowsPerStrip -> Set<UInt64> in
      var set = GamutColorSet()
      for top in stride(from: 0, to: 1060, by: rowsPerStrip) {
        let rows = top..<min(top + rowsPerStrip, 1060)
        set.add(samples.span.extracting(3000 * rows.lowerBound..<3000 * rows.upperBound), .rgb16)
      }
      #expect(set.isOverfull)
      return Set(set.drain())
    }
    let expected = (0..<UInt64(GamutColorSet.limit)).map { ($0 / 1000) << 32 | ($0 % 1000) << 16 | 9 }
    #expect(sets[0] == Set(expected))
    #expect(sets[1] == sets[0])
  }

  @Test(
    "counts colours of 8 bits like a Set does, and goes on where others follow",
    arguments: [PixelFormat.rgb16, .rgba16, .grayAlpha16])
  func eightBits(format: PixelFormat) {
    var random = SplitMix64(seed: 5)
    var set = GamutColorSet()
    var oracle = Set<UInt64>()
    for part in 0..<6 {
      // The last parts have samples of 16 bits as well.
      let samples = (0..<format.channelCount * 20_000).map { _ in
        part > 3 && random.next() % 50 == 0
          ? UInt16(truncatingIfNeeded: random.next()) : UInt16(random.next() % 64 * 4) * 257
      }
      set.add(samples.span, format)
      for first in stride(from: 0, to: samples.count, by: format.channelCount) {
        if format.hasAlpha, samples[first + format.channelCount - 1] == 0 { continue }
        let color = (0..<3).map { samples[format.isGray ? first : first + $0] }
        oracle.insert(GamutColorSet.key(color[0], color[1], color[2]))
      }
      #expect(set.count == oracle.count && !set.isOverfull)
    }
    set.insert([1, 2, 3].span)
    #expect(Set(set.drain()) == oracle.union([1, 2, 3]))
  }

  @Test("takes the first colours of 8 bits of an image")
  func firstOfEightBits() {
    // 2²⁰ and 3,000 colours, one after the other.
    let pixels = GamutColorSet.limit + 3000
    let samples = (0..<pixels).flatMap { index -> [UInt16] in
      [UInt16(index >> 16) * 257, UInt16(index >> 8 & 255) * 257, UInt16(index & 255) * 257]
    }
    var set = GamutColorSet()
    set.add(samples.span, .rgb16)
    #expect(set.isOverfull && set.count == GamutColorSet.limit)
    let last = (GamutColorSet.limit - 1) * 3
    let expected = GamutColorSet.key(samples[last], samples[last + 1], samples[last + 2])
    let colors = Set(set.drain())
    #expect(colors.count == GamutColorSet.limit && colors.contains(expected))
    #expect(!colors.contains(GamutColorSet.key(samples[last + 3], samples[last + 4], samples[last + 5])))
  }
}

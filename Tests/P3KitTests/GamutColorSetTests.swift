import Pixels
import Testing

@testable import P3Kit

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
        set.add(
          PixelBuffer(
            width: 1000, height: rows.count, format: .rgb16,
            samples: Array(samples[3000 * rows.lowerBound..<3000 * rows.upperBound])))
      }
      #expect(set.isOverfull)
      return Set(set.drain())
    }
    let expected = (0..<UInt64(GamutColorSet.limit)).map { ($0 / 1000) << 32 | ($0 % 1000) << 16 | 9 }
    #expect(sets[0] == Set(expected))
    #expect(sets[1] == sets[0])
  }
}

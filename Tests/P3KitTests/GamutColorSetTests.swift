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
    #expect(Set(set.colors) == oracle)
    #expect(!set.isOverfull)
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

  @Test("counts what is shared among chosen colours like a dictionary does")
  func shared() {
    var state: UInt64 = 3
    let colors = (0..<5000).map { _ -> UInt64 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 52) << 30
    }
    let chosen = (0..<625).map { UInt8(truncatingIfNeeded: $0 * 37) }
    let counts = colors.reduce(into: [UInt64: Int]()) { $0[$1, default: 0] += 1 }
    let groups = ColorTable.groups(of: colors)
    #expect(groups.count == counts.count)
    let expected = colors.indices.count { index in
      chosen[index / 8] >> UInt8(index % 8) & 1 == 1 && counts[colors[index], default: 0] > 1
    }
    #expect(ColorTable.sharedCount(of: colors, chosen: chosen, in: groups.places) == expected)
  }
}

import Testing

@testable import P3Kit

@Suite("GamutColorSet")
struct GamutColorSetTests {
  @Test("counts distinct colours like a Set does")
  func distinct() {
    var set = GamutColorSet()
    var oracle = Set<UInt64>()
    var state: UInt64 = 1
    for _ in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let color = (state >> 51) << 20
      set.insert(color)
      oracle.insert(color)
    }
    #expect(set.count == oracle.count)
    #expect(Set(set.colors) == oracle)
    #expect(!set.isOverfull)
  }

  @Test("stops at its limit and says so, but not for colours that it has")
  func limit() {
    var set = GamutColorSet()
    for color in 0..<UInt64(GamutColorSet.limit) { set.insert(color) }
    set.insert(5)
    #expect(set.count == GamutColorSet.limit && !set.isOverfull)
    set.insert(UInt64(GamutColorSet.limit))
    #expect(set.count == GamutColorSet.limit && set.isOverfull)
  }
}

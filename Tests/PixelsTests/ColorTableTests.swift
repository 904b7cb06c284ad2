import TestSupport
import Testing

@testable import Pixels

@Suite("ColorTable")
struct ColorTableTests {
  @Test("holds what a Set holds, up to its capacity", arguments: [0, 1, 15, 16, 17, 64, 1000, 70_000])
  func equalsSet(capacity: Int) {
    for seed in 0..<UInt64(capacity > 1000 ? 2 : 40) {
      var random = SplitMix64(seed: seed)
      let colors = (0..<2 * capacity + 1).map { _ in Self.color(random.next() % UInt64(2 * capacity + 1)) }
      var expected: Set<UInt64> = []
      let taken = colors.firstIndex { color in
        if expected.count == capacity { return !expected.contains(color) }
        expected.insert(color)
        return false
      }
      var table = ColorTable(capacity: capacity)
      #expect(table.insert(colors.span) == taken ?? colors.count)
      #expect(table.count == expected.count)
      let packed = table.drain()
      #expect(packed.count == expected.count && Set(packed) == expected)
    }
  }

  @Test("counts what is shared like a dictionary does", arguments: [1, 7, 1000, 40_000])
  func groups(count: Int) {
    var random = SplitMix64(seed: UInt64(count))
    // From nearly all alike to nearly all distinct.
    for range in [count / 100 + 1, count, 50 * count] {
      var colors = (0..<count).map { _ in
        Self.color(random.next() % UInt64(range)) + (random.next() % 3 == 0 ? ColorTable.outsideMark : 0)
      }
      let plain = colors.map { $0 & (ColorTable.outsideMark - 1) }
      let counts = plain.reduce(into: [:]) { $0[$1, default: 0] += 1 }
      let shared = colors.indices.count { colors[$0] != plain[$0] && counts[plain[$0], default: 0] > 1 }
      let narrow = Set(plain.map { color in [32, 16, 0].map { ((color >> $0 & 0xFFFF) + 128) / 257 } })
      let groups = ColorGroups(of: &colors)
      #expect(groups.distinct == counts.count)
      #expect(groups.shared == shared)
      #expect(groups.distinctAt8Bits == narrow.count)
    }
  }

  @Test("knows that there are no groups of no colours")
  func nothing() {
    var colors: [UInt64] = []
    let groups = ColorGroups(of: &colors)
    #expect(groups.distinct == 0 && groups.distinctAt8Bits == 0 && groups.shared == 0)
  }

  /// Different colours of 48 bits for different numbers.
  private static func color(_ number: UInt64) -> UInt64 { number &* 0x1234_5678_9ABD & 0xFFFF_FFFF_FFFF }
}

import Oracles
import Testing

@testable import Analysis

@Suite("BlueNoiseMask")
struct DitherMaskTests {
  @Test("the mask has the ranks that ReferenceBlueNoise makes")
  func generated() {
    var reference = ReferenceBlueNoise(side: BlueNoiseMask.side)
    let ranks = reference.ranks()
    #expect(ranks == BlueNoiseMask.ranks, "paste these into BlueNoiseMask+Ranks.swift: \(ranks)")
  }

  @Test("every rank occurs once, and every aligned square has its even share of each range")
  func stratified() {
    #expect(Set(BlueNoiseMask.ranks) == Set(0...4095))
    for size in [2, 4, 8] {
      let share = 4096 / (size * size)
      for y in stride(from: 0, to: 64, by: size) {
        for x in stride(from: 0, to: 64, by: size) {
          let strata = (0..<size * size).map { square in
            Int(BlueNoiseMask.ranks[(y + square / size) * 64 + x + square % size]) / share
          }
          #expect(Set(strata).count == size * size)
        }
      }
    }
  }
}

import Analysis
import Pixels
import Testing

@Suite struct EffectiveDepthTests {
  /// The least depth whose codes, widened to 16 bits, include `sample`: its step divides it.
  private func bits(of sample: UInt16) -> Int {
    [(1, 65535), (2, 21845), (4, 4369), (8, 257)].first { Int(sample) % $0.1 == 0 }?.0 ?? 16
  }

  private func depth(of samples: [UInt16]) -> Int {
    var depth = EffectiveDepth()
    depth.scan(
      PixelBuffer(
        width: samples.count, height: 1, format: .gray16,
        samples: samples))
    return depth.bits
  }

  @Test func everySampleNeedsTheBitsThatItsStepSays() {
    for sample in UInt16.min...UInt16.max {
      let found = depth(of: [sample])
      if found != bits(of: sample) { Issue.record("\(sample): \(found) bits") }
    }
  }

  @Test(arguments: [0, 1023, 1024, 2047, 2999])
  func oneSampleDecidesWhereverItStands(index: Int) {
    var samples = [UInt16](repeating: 65535, count: 3000)
    for (sample, bits) in [(21845, 2), (4369, 4), (257, 8), (258, 16)] as [(UInt16, Int)] {
      samples[index] = sample
      #expect(depth(of: samples) == bits)
    }
  }
}

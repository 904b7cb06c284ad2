import ColorManagement
import Pixels
import TestSupport
import Testing

/// The sieve against the formulas in Double: it may let through too much, never too little.
@Suite("ClippedLabRows")
struct ClippedLabRowsTests {
  @Test("lets every lost pair through, and few others, on every target", arguments: KernelTarget.available)
  func lost(target: KernelTarget) throws {
    let trial = try Trial(target: target)
    let passed = trial.bits(.isLost)
    let expected = trial.pairs.map { pair in
      let (before, after) = (
        CIEDE2000.difference(pair.0.0, pair.1.0), CIEDE2000.difference(pair.0.1, pair.1.1)
      )
      return before >= 1 && after < 1 && after <= before / 2
    }
    #expect(expected.contains(true) && expected.contains(false))
    #expect(zip(passed, expected).allSatisfy { $0 || !$1 })
    let extra = zip(passed, expected).count { $0 && !$1 }
    #expect(Double(extra) < 0.05 * Double(expected.count), "\(extra) of \(expected.count)")
  }

  @Test("lets every near pair through, on every target", arguments: KernelTarget.available)
  func near(target: KernelTarget) throws {
    let trial = try Trial(target: target)
    let expected = trial.pairs.map { Self.roughDifference($0.0.0, $0.1.0) }
    for (passed, difference) in zip(trial.bits(.isNear), expected) {
      #expect(passed ? difference < 1.02 : difference >= 1)
    }
  }

  @Test("lets every alike pair through, and few others, on every target", arguments: KernelTarget.available)
  func alike(target: KernelTarget) throws {
    let trial = try Trial(target: target)
    let expected = trial.pairs.map { CIEDE2000.difference($0.0.0, $0.1.0) < 1 }
    let passed = trial.bits(.isAlike)
    #expect(expected.contains(true) && expected.contains(false))
    #expect(zip(passed, expected).allSatisfy { $0 || !$1 })
    let extra = zip(passed, expected).count { $0 && !$1 }
    #expect(Double(extra) < 0.05 * Double(expected.count), "\(extra) of \(expected.count)")
  }

  @Test("gives the same bits on every target")
  func sameBits() throws {
    let trials = try KernelTarget.available.map { try Trial(target: $0) }
    for question in [ClippedLabRows.Question.isLost, .isNear, .isAlike] {
      let answers = trials.map { $0.bits(question) }
      #expect(answers.allSatisfy { $0 == answers[0] })
    }
  }

  /// CIE 116-1995 with the first colour's weights.
  private static func roughDifference(_ a: CIELAB, _ b: CIELAB) -> Double {
    let (ca, cb) = ((a.a * a.a + a.b * a.b).squareRoot(), (b.a * b.a + b.b * b.b).squareRoot())
    let (dl, da, db, dc) = (a.lightness - b.lightness, a.a - b.a, a.b - b.b, ca - cb)
    let hue = max(da * da + db * db - dc * dc, 0)
    let (c, weight) = (dc / (1 + 0.045 * ca), 1 + 0.015 * ca)
    return (dl * dl + c * c + hue / (weight * weight)).squareRoot()
  }

  /// A row of Display P3 colours, each near the one to its left, and what is known of them.
  private struct Trial {
    static let count = 64 * 300
    let rows: ClippedLabRows
    let clip: ClipDifferences
    /// Exact colours before and after the clip, of each pixel but the first and of the one to its left.
    let pairs: [((CIELAB, CIELAB), (CIELAB, CIELAB))]

    init(target: KernelTarget) throws {
      let plan = try ConversionPlan(
        source: RGBColorSpace.displayP3.profile, destination: RGBColorSpace.sRGB.profile,
        sourceIsGrayImage: false)
      guard case .matrix(let model) = plan.destination.model else { throw Failure.noMatrix }
      let converter = PixelConverter(try plan.gamutConversion(), target: target)
      let samples = Self.samples()
      clip = ClipDifferences(colorants: model.colorants, white: CIELAB.d50, target: target)
      var rows = ClippedLabRows(width: Self.count, rows: 2)
      for block in 0..<Self.count / 64 {
        rows.fill(row: 1, block: block, of: samples.span, format: .rgb16, converter, clip)
      }
      self.rows = rows
      let colors = (0..<Self.count).map { index in
        let linear = converter.linear(
          SIMD3(samples[3 * index], samples[3 * index + 1], samples[3 * index + 2]))
        let clipped = linear.clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 1))
        return (
          CIELAB(xyz: model.colorants.multiplied(by: linear)),
          CIELAB(xyz: model.colorants.multiplied(by: clipped))
        )
      }
      pairs = (1..<Self.count).map { (colors[$0 - 1], colors[$0]) }
    }

    func bits(_ question: ClippedLabRows.Question) -> [Bool] {
      let words = (0..<Self.count / 64).map {
        rows.pairs(question, .init(row: 1, left: 1), .init(row: 1), block: $0, clip)
      }
      return (1..<Self.count).map { words[$0 / 64] >> UInt64($0 % 64) & 1 == 1 }
    }

    /// A walk through the cube in steps of all sizes, mostly along its surface, with some jumps and some greys.
    private static func samples() -> [UInt16] {
      var random = SplitMix64(seed: 21)
      func step(_ size: Int) -> Int { Int(random.next() % UInt64(2 * size + 1)) - size }
      var color = [60000, 5000, 5000]
      return (0..<count).flatMap { index -> [UInt16] in
        if index % 50 == 0 { color = (0..<3).map { _ in Int(random.next() % 65536) } }
        if index % 50 == 25 { color = [color[0], color[0], color[0]] }
        let size = 10 << Int(random.next() % 10)
        color = color.map { min(max($0 + step(size), 0), 65535) }
        return color.map { UInt16($0) }
      }
    }
  }

  private enum Failure: Error { case noMatrix }
}

import ColorManagement
import Pixels
import Testing

/// The kernel that compares rows, against CIEDE2000 in Double. Tests/Kernels looks at every layout
/// and length, and at translucent pixels.
@Suite struct PixelDifferencesTests {
  private static let count = 4000

  /// From codes of `space` to XYZ over the white.
  private static func converter(_ space: RGBColorSpace, _ target: KernelTarget) throws -> PixelConverter {
    guard case .matrix(let model) = space.profile.model else { throw NotAMatrix() }
    let white = CIELAB.d50
    let overWhite = Matrix3x3([1 / white.x, 0, 0], [0, 1 / white.y, 0], [0, 0, 1 / white.z])
    return PixelConverter(
      MatrixConversion(
        source: model.curves, matrix: overWhite.multiplied(by: model.colorants),
        destination: [.identity, .identity, .identity]), target: target)
  }

  private struct NotAMatrix: Error {}

  private static func samples(_ seed: UInt64) -> [UInt16] {
    var state = seed
    return (0..<count * 3).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt16(truncatingIfNeeded: state >> 40)
    }
  }

  private static func values(
    _ target: KernelTarget, _ first: [UInt16], _ second: [UInt16]
  ) throws -> [Float] {
    // Without translucent pixels, any matrix will do.
    let differences = PixelDifferences(
      try converter(.sRGB, target), try converter(.displayP3, target), toSRGB: .identity)
    var values = [Float](repeating: -1, count: count)
    var into = values.mutableSpan
    differences.compute(first.span, format: .rgb16, second.span, format: .rgb16, into: &into)
    return values
  }

  @Test(arguments: KernelTarget.available)
  func differencesAreWithinTheirMarginOfTheFormula(target: KernelTarget) throws {
    let first = Self.samples(1)
    // Near and far pairs.
    let second = zip(first, Self.samples(2)).enumerated().map { index, pair in
      index < 6000 ? UInt16(clamping: Int(pair.0) + Int(pair.1 % 3000) - 1500) : pair.1
    }
    let values = try Self.values(target, first, second)
    let (one, two) = (try Self.converter(.sRGB, target), try Self.converter(.displayP3, target))
    let white = SIMD3<Double>(repeating: 1)
    for index in 0..<Self.count {
      let p = SIMD3(first[3 * index], first[3 * index + 1], first[3 * index + 2])
      let q = SIMD3(second[3 * index], second[3 * index + 1], second[3 * index + 2])
      let (a, b) = (CIELAB(xyz: one.linear(p), white: white), CIELAB(xyz: two.linear(q), white: white))
      // At opposite hues the formula jumps.
      let (dot, cross) = (a.a * b.a + a.b * b.b, a.a * b.b - a.b * b.a)
      if dot < 0, abs(cross) < 1e-3 * -dot { continue }
      let expected = CIEDE2000.difference(a, b)
      let margin = Double(PixelDifferences.margin(at: Float(expected)))
      #expect(abs(Double(values[index]) - expected) <= margin, "\(p) \(q)")
    }
  }

  @Test func everyTargetGivesTheSameBits() throws {
    let (first, second) = (Self.samples(3), Self.samples(4))
    let results = try KernelTarget.available.map { try Self.values($0, first, second) }
    #expect(results.allSatisfy { $0 == results[0] })
  }
}

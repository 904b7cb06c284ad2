import Foundation
import Testing

@testable import Pixels

/// Curves beyond 0 and 1.
@Suite struct ExtendedCurveTests {
  private static let sRGB = TransferFunction(
    g: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, c: 1 / 12.92, d: 0.04045)
  private static let curves: [ToneCurve] = [
    .parametric(sRGB), .identity, .parametric(.gamma(2.2)), .parametric(.gamma(1 / 1.8)),
    .parametric(TransferFunction(g: 2, a: 0.9, b: 0.1, c: 0.3, d: 0.2, e: 0.01, f: 0.02)),
    // Rec. 2020's, whose lower part ends above the start of the upper one.
    .parametric(
      TransferFunction(
        g: 145637 / 65536, a: 59616 / 65536, b: 5920 / 65536, c: 14564 / 65536, d: 5309 / 65536)),
    .sampled((0...1023).map { UInt16(65535 * pow(Double($0) / 1023, 2.2)) }),
    .sampled([0, 65535]), .sampled([1000, 3000, 3000, 60000]),
  ]
  private static let values = [
    -3, -1, -0.5, -0.02, -1e-9, 0, 1e-307, 1e-9, 0.01, 0.04045, 0.3, 0.99, 1, 1.7, 12,
  ]

  @Test func sRGBIsOdd() {
    let curve = ExtendedCurve(.parametric(Self.sRGB))
    for x in Self.values {
      let size = abs(x)
      let expected = size >= 0.04045 ? pow((size + 0.055) / 1.055, 2.4) : size / 12.92
      #expect(abs(curve.linear(x) - (x < 0 ? -expected : expected)) <= 1e-14 * max(1, expected))
    }
  }

  @Test(arguments: curves)
  func withinTheUnitItIsTheCurveItself(curve: ToneCurve) {
    let extended = ExtendedCurve(curve)
    for code in stride(from: 0, through: 65535, by: 17) {
      let encoded = Double(code) / 65535
      #expect(abs(extended.linear(encoded) - curve.linear(encoded)) < 1e-12)
    }
  }

  @Test(arguments: curves)
  func encodingIsTheInverse(curve: ToneCurve) {
    let extended = ExtendedCurve(curve)
    for x in Self.values {
      let linear = extended.linear(x)
      // Where curves have flat parts, the linear value is what comes back; between parts that do not meet, one beside it.
      #expect(abs(extended.linear(extended.encoded(linear)) - linear) <= 1e-5 * max(1, abs(linear)))
      if abs(x) > 1 { #expect(abs(extended.encoded(linear) - x) < 1e-9 * abs(x)) }
    }
  }

  @Test(arguments: curves)
  func manyAtOnceAreAsOneByOne(curve: ToneCurve) {
    let extended = ExtendedCurve(curve)
    for values in [Self.values, Self.values + [.infinity, -.infinity, .nan, 1e300], [0.5], []] {
      var decoded = [7] + values + [7]
      extended.decode(&decoded, at: 1..<values.count + 1)
      var encoded = [7] + values + [7]
      extended.encode(&encoded, at: 1..<values.count + 1)
      for (index, value) in values.enumerated() {
        Self.expectSame(decoded[index + 1], extended.linear(value))
        Self.expectSame(encoded[index + 1], extended.encoded(value))
      }
      #expect(decoded.first == 7 && decoded.last == 7 && encoded.first == 7 && encoded.last == 7)
    }
  }

  private static func expectSame(_ a: Double, _ b: Double) {
    #expect(a.isNaN && b.isNaN || a == b || abs(a - b) <= 1e-15 * abs(b), "\(a) \(b)")
  }

  @Test func curvesWithoutAnInverseFormulaAreTabled() {
    // It falls at first.
    let curve = ToneCurve.parametric(TransferFunction(g: 1, c: -1, d: 0.25))
    let extended = ExtendedCurve(curve)
    for x in stride(from: 0.3, through: 1.5, by: 0.1) {
      #expect(abs(extended.encoded(extended.linear(x)) - x) < 1e-9)
    }
  }
}

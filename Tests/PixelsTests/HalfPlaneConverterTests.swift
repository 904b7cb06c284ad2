import Oracles
import TestSupport
import Testing

@testable import Pixels

@Suite struct HalfPlaneConverterTests {
  /// Brettel's tritanopia, as published to five digits.
  private static let normal = SIMD3(0.03901, -0.02788, -0.01113)
  private static let positive = Matrix3x3(
    [1.01277, 0.13548, -0.14826], [-0.01243, 0.86812, 0.14431], [0.07589, 0.80500, 0.11911])
  private static let negative = Matrix3x3(
    [0.93678, 0.18979, -0.12657], [0.06154, 0.81526, 0.12320], [-0.37562, 1.12767, 0.24796])

  private static func conversion(_ curve: ToneCurve) -> HalfPlaneConversion {
    HalfPlaneConversion(
      curves: [curve, curve, curve], matrix: positive, other: negative, normal: normal)
  }

  /// The definition, one pixel after the other: the side of the plane chooses the matrix, in Double.
  private static func reference(_ conversion: HalfPlaneConversion, _ buffer: inout PixelBuffer) {
    let (positive, negative) = (
      ReferenceConverter(conversion.positive), ReferenceConverter(conversion.negative)
    )
    let channels = buffer.format.channelCount
    for first in stride(from: 0, to: buffer.samples.count, by: channels) {
      let (red, green, blue) = (
        buffer.samples[first], buffer.samples[first + 1], buffer.samples[first + 2]
      )
      let linear = SIMD3(
        positive.decodingTables[0][Int(red)], positive.decodingTables[1][Int(green)],
        positive.decodingTables[2][Int(blue)])
      let side = (conversion.normal * linear).sum() >= 0 ? positive : negative
      let codes = side.convert(red, green, blue)
      for channel in 0..<3 { buffer.samples[first + channel] = codes[channel] }
    }
  }

  private static func noise(
    _ width: Int, _ format: PixelFormat, _ random: inout SplitMix64
  ) -> PixelBuffer {
    let samples = (0..<width * format.channelCount).map { _ in UInt16(truncatingIfNeeded: random.next()) }
    return PixelBuffer(width: width, height: 1, format: format, samples: samples)
  }

  @Test(arguments: KernelTarget.available, [PixelFormat.rgb16, .rgba16])
  func itGivesTheCodesOfTheHalfPlaneThatCounts(target: KernelTarget, format: PixelFormat) {
    var random = SplitMix64(seed: 20)
    for curve in [Curves.sRGB, Curves.sampled(Curves.adobe, 1024)] {
      let conversion = Self.conversion(curve)
      let converter = HalfPlaneConverter(conversion, target: target)
      // All tails of vectors, and more pixels than are converted together.
      for width in Array(0...33) + [4095, 4096, 4097, 8200] {
        var expected = Self.noise(width, format, &random)
        var actual = expected.clone()
        Self.reference(conversion, &expected)
        converter.convert(&actual)
        #expect(actual.samples == expected.samples, "\(converter.kernelName), width \(width)")
      }
    }
  }

  @Test func bothHalvesAgreeOnThePlane() {
    let conversion = Self.conversion(Curves.sRGB)
    // Two directions in the plane: grey, and one across.
    let grey = SIMD3(1.0, 1, 1), normal = Self.normal
    let across = SIMD3(
      normal.y * grey.z - normal.z * grey.y, normal.z * grey.x - normal.x * grey.z,
      normal.x * grey.y - normal.y * grey.x)
    for point in [grey, across * 20, grey * 0.3 + across * 5] {
      let inPlane = point - (point * normal).sum() / (normal * normal).sum() * normal
      let difference =
        conversion.positive.matrix.multiplied(by: inPlane)
        - conversion.negative.matrix.multiplied(by: inPlane)
      #expect((difference * difference).sum() < 1e-24)
    }
  }

  /// Joining moves no element by more than three units of the last printed digit.
  @Test func theJoinedMatrixIsThePublishedOne() {
    let joined = Self.conversion(Curves.sRGB).negative.matrix
    for row in 0..<3 {
      for column in 0..<3 { #expect(abs(joined[row, column] - Self.negative[row, column]) < 3.5e-5) }
    }
  }
}

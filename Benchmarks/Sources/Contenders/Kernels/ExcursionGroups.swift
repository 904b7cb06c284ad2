@testable import ColorManagement
@testable import Oracles
@testable import Pixels

/// A table of the section `gamut`: what is said of the pixels that the counts marked as out of gamut. Speeds are in
/// pixels out of gamut.
enum ExcursionGroups {
  static var all: [() -> ContenderGroup] { [group] }

  private static let yardsticks = ["plain"]
  private static let pair = ProfilePair.wideToStandard

  private static func group() -> ContenderGroup {
    let picture = Picture(TestPicture.photo.pixels(width: 2_048, height: 64, format: .rgb16))
    var outside: [UInt8] = []
    let tally = PixelConverter(pair.conversion).tally(
      picture.buffer.samples.span, format: .rgb16, outside: &outside)
    guard case .matrix(let model) = pair.destination.model else {
      preconditionFailure("sRGB has a matrix profile")
    }
    let kernels = KernelTarget.available.map { target in
      kernel(target, picture, outside, model.colorants)
    }
    return ContenderGroup(
      "values, rounding and differences of \(tally.outOfGamut) colours out of gamut, rgb16",
      pixels: tally.outOfGamut, bytes: 6 * tally.outOfGamut, ratios: ["× plain"],
      contenders: [plain(picture, outside, model.colorants)] + kernels)
  }

  private static func kernel(
    _ target: KernelTarget, _ picture: Picture, _ outside: [UInt8], _ colorants: Matrix3x3
  ) -> Contender {
    let converter = PixelConverter(pair.conversion, target: target)
    let clip = ClipDifferences(colorants: colorants, white: CIELAB.d50, target: target)
    let source = SampleBuffer(picture.buffer.samples)
    var excursions = OutOfGamutColors(target: target)
    return Contender(target.rawValue, yardsticks: yardsticks) {
      excursions.find(
        converter, Span(_unsafeElements: source.constants), format: .rgb16, outside: outside, firstBit: 0,
        differences: clip)
      precondition(excursions.sums().differenceUnits > 0)
    }
  }

  /// Values and differences alone, in Double.
  private static func plain(_ picture: Picture, _ outside: [UInt8], _ colorants: Matrix3x3) -> Contender {
    let reference = ReferenceConverter(pair.conversion)
    return Contender("plain", yardsticks: yardsticks) {
      var sum = 0.0
      for pixel in 0..<picture.buffer.pixelCount where outside[pixel / 8] >> (pixel % 8) & 1 == 1 {
        let codes = picture.buffer.samples[(3 * pixel)...]
        let linear = reference.linear(codes[3 * pixel], codes[3 * pixel + 1], codes[3 * pixel + 2])
        let clipped = linear.clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 1))
        sum += CIEDE2000.difference(
          CIELAB(xyz: colorants.multiplied(by: linear)), CIELAB(xyz: colorants.multiplied(by: clipped)))
      }
      precondition(sum > 0)
    }
  }
}

@testable import ColorManagement
@testable import Pixels

/// The table of the section `difference`: CIEDE2000 between the pixels of two photographs that differ everywhere.
enum DifferenceGroups {
  static var all: [() -> ContenderGroup] { [group] }

  private static let yardsticks = ["plain"]
  private static let pixels = 1 << 16

  private static func group() -> ContenderGroup {
    let picture = Picture(TestPicture.photo.pixels(width: 2_048, height: pixels / 2_048, format: .rgb16))
    let first = picture.buffer.samples
    let second = zip(first, SplitMix64.samples(first.count)).map { $0 &+ $1 % 900 }
    let kernels = KernelTarget.available.map { kernel($0, first, second) }
    return ContenderGroup(
      "two photographs, rgb16, \(pixels) pixels", pixels: pixels, bytes: first.count * 4, ratios: ["× plain"],
      contenders: [plain(first, second)] + kernels)
  }

  /// Codes of Display P3 to XYZ over the white.
  private static func converter(_ target: KernelTarget) -> PixelConverter {
    guard case .matrix(let model) = RGBColorSpace.displayP3.profile.model else {
      preconditionFailure("Display P3 has a matrix profile")
    }
    let white = CIELAB.d50
    let overWhite = Matrix3x3([1 / white.x, 0, 0], [0, 1 / white.y, 0], [0, 0, 1 / white.z])
    return PixelConverter(
      MatrixConversion(
        source: model.curves, matrix: overWhite.multiplied(by: model.colorants),
        destination: [.identity, .identity, .identity]), target: target)
  }

  private static func kernel(_ target: KernelTarget, _ first: [UInt16], _ second: [UInt16]) -> Contender {
    let converter = converter(target)
    // Without translucent pixels, any matrix will do.
    let differences = PixelDifferences(converter, converter, toSRGB: .identity)
    var values = [Float](repeating: 0, count: pixels)
    return Contender(target.rawValue, yardsticks: yardsticks) {
      var into = values.mutableSpan
      differences.compute(first.span, format: .rgb16, second.span, format: .rgb16, into: &into)
    }
  }

  /// In Double, pixel by pixel.
  private static func plain(_ first: [UInt16], _ second: [UInt16]) -> Contender {
    let converter = converter(.best)
    let white = SIMD3<Double>(repeating: 1)
    func lab(_ samples: [UInt16], _ pixel: Int) -> CIELAB {
      let color = SIMD3(samples[3 * pixel], samples[3 * pixel + 1], samples[3 * pixel + 2])
      return CIELAB(xyz: converter.linear(color), white: white)
    }
    return Contender("plain", yardsticks: yardsticks) {
      var sum = 0.0
      for pixel in 0..<pixels { sum += CIEDE2000.difference(lab(first, pixel), lab(second, pixel)) }
      precondition(sum > 0)
    }
  }
}

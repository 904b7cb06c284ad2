@testable import Oracles
@testable import Pixels

/// The tables of the section `linear`: codes to unclamped linear destination values as floats.
enum LinearGroups {
  static var all: [() -> ContenderGroup] { [decoding] }

  private static let yardsticks = ["plain"]
  private static let pair = ProfilePair.wideToStandard
  private static let pixels = ConversionGroups.l2Pixels

  private static func decoding() -> ContenderGroup {
    let source = SampleBuffer(SplitMix64.samples(pixels * 4))
    let floats = SampleBuffer(byteCount: pixels * 12)
    let reference = ReferenceConverter(pair.conversion)
    let plain = Contender("plain", yardsticks: yardsticks) {
      for pixel in 0..<pixels {
        let codes = source.samples[(4 * pixel)...]
        let linear = reference.linear(codes[4 * pixel], codes[4 * pixel + 1], codes[4 * pixel + 2])
        for channel in 0..<3 { floats.floats[3 * pixel + channel] = Float(linear[channel]) }
      }
    }
    let kernels = KernelTarget.available.map { target in
      let converter = PixelConverter(pair.conversion, target: target)
      return Contender(converter.kernelName, yardsticks: yardsticks) {
        var output = MutableSpan<Float>(_unsafeElements: floats.floats)
        converter.linear(Span(_unsafeElements: source.constants), format: .rgba16, into: &output)
      }
    }
    return ContenderGroup(
      "RGBA16 codes to linear floats, \(pixels) pixels", pixels: pixels, bytes: source.bytes.count,
      ratios: ["× plain"],
      contenders: [plain] + kernels + [.memcpy(byteCount: pixels * 12, yardsticks: yardsticks)])
  }
}

@testable import Oracles
@testable import Pixels

/// The tables of the section `gamut`: counts alone and beside the conversion, in gamut and half outside.
enum GamutCountGroups {
  static var all: [() -> ContenderGroup] { [false, true].map { isWide in { group(isWide: isWide) } } }

  private static let yardsticks = ["plain counts"]
  private static let pair = ProfilePair.wideToStandard

  private static func group(isWide: Bool) -> ContenderGroup {
    let picture = Picture(pixels(isWide: isWide))
    let source = SampleBuffer(picture.buffer.samples)
    let destination = SampleBuffer(byteCount: source.bytes.count)
    let reference = ReferenceConverter(pair.conversion)
    let share = Double(reference.tally(picture.buffer).outOfGamut) / Double(picture.buffer.pixelCount)
    let plain = Contender("plain counts", yardsticks: yardsticks) {
      precondition(reference.tally(picture.buffer).visiblePixels > 0)
    }
    let kernels = KernelTarget.available.flatMap { target in
      let converter = PixelConverter(pair.conversion, target: target)
      return [
        counting(converter, source), fused(converter, source, destination),
        converting(converter, source, destination),
      ]
    }
    return ContenderGroup(
      "\(pair.name), RGBA16, \(Int(share * 100 + 0.5)) % of the pixels out of gamut",
      pixels: picture.buffer.pixelCount,
      bytes: source.bytes.count, ratios: ["× plain"],
      contenders: [plain] + kernels + [.memcpy(byteCount: source.bytes.count, yardsticks: yardsticks)])
  }

  private static func counting(_ converter: PixelConverter, _ source: SampleBuffer) -> Contender {
    Contender("\(converter.kernelName), counts alone", yardsticks: yardsticks) {
      precondition(
        converter.tally(Span(_unsafeElements: source.constants), format: .rgba16).visiblePixels > 0)
    }
  }

  private static func fused(
    _ converter: PixelConverter, _ source: SampleBuffer, _ destination: SampleBuffer
  ) -> Contender {
    Contender("\(converter.kernelName), copy, conversion and counts", yardsticks: yardsticks) {
      // In place, so of a copy: converted pixels would all be inside.
      destination.bytes.copyMemory(from: UnsafeRawBufferPointer(source.bytes))
      var output = MutableSpan<UInt16>(_unsafeElements: destination.samples)
      let pixels = 0..<source.samples.count / 4
      var outside: [UInt8] = []
      let tally = converter.convertTallying(&output, pixels: pixels, format: .rgba16, outside: &outside)
      precondition(tally.visiblePixels > 0)
    }
  }

  private static func converting(
    _ converter: PixelConverter, _ source: SampleBuffer, _ destination: SampleBuffer
  ) -> Contender {
    Contender("\(converter.kernelName), conversion alone", yardsticks: yardsticks) {
      var output = MutableRawSpan(_unsafeBytes: destination.bytes)
      converter.convert(
        RawSpan(_unsafeBytes: UnsafeRawBufferPointer(source.bytes)), into: &output, format: .rgba16)
    }
  }

  /// 512 × 256 smooth colours with noise; half of them more colourful than sRGB holds where `isWide`.
  private static func pixels(isWide: Bool) -> PixelBuffer {
    var buffer = TestPicture.photo.pixels(width: 512, height: 256, format: .rgba16)
    for first in stride(from: 0, to: buffer.samples.count, by: 4) {
      let pure = isWide && first / 4 % 512 >= 256
      for channel in 0..<3 {
        // Near grey is inside; a pure green with little else is outside.
        let value = Int(buffer.samples[first + channel]) / 8
        buffer.samples[first + channel] = UInt16(
          pure ? (channel == 1 ? 52_000 : 2_000) + value : 24_000 + value)
      }
    }
    return buffer
  }
}

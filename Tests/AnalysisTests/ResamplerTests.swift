import ImageCases
import ColorManagement
import Oracles
import Pixels
import TestSupport
import Testing

@testable import Analysis

@Suite("Resampling")
struct ResamplerTests {
  private let curve = ToneCurve.parametric(RGBColorSpace.displayP3.transfer)

  private func noise(_ width: Int, _ height: Int, _ format: PixelFormat, seed: UInt64) -> PixelBuffer {
    var generator = SplitMix64(seed: seed)
    let samples = (0..<width * height * format.channelCount).map { index in
      // Some pixels are transparent, some opaque: the cases that alpha weighting is about.
      let value = UInt16(truncatingIfNeeded: generator.next())
      let isAlpha = format.hasAlpha && index % format.channelCount == format.channelCount - 1
      return isAlpha ? (value < 20000 ? 0 : value > 40000 ? 65535 : value) : value
    }
    return PixelBuffer(width: width, height: height, format: format, samples: samples)
  }

  private func resample(
    _ buffer: borrowing PixelBuffer, to size: (width: Int, height: Int), filter: ResamplingFilter, strip: Int
  ) -> [UInt16] {
    var resampler = Resampler(
      format: buffer.format, from: (buffer.width, buffer.height), to: size, curve: curve, filter: filter)
    var samples: [UInt16] = []
    for first in stride(from: 0, to: buffer.height, by: strip) {
      let height = min(strip, buffer.height - first)
      let rows = Array(buffer.samples[first * buffer.rowStride..<(first + height) * buffer.rowStride])
      let part = PixelBuffer(width: buffer.width, height: height, format: buffer.format, samples: rows)
      samples += resampler.add(part).samples
    }
    return samples
  }

  @Test(
    "strips of any height give what the reference gives, to one code",
    arguments: ResamplingFilter.allCases, PixelFormat.allCases)
  func reference(filter: ResamplingFilter, format: PixelFormat) {
    for (from, to) in [
      ((9, 7), (6, 5)), ((12, 12), (4, 4)), ((5, 11), (5, 1)), ((8, 8), (8, 8)), ((3, 2), (1, 1)),
    ] {
      let buffer = noise(from.0, from.1, format, seed: UInt64(from.0 * 100 + to.0))
      let expected = ReferenceResampler.resample(buffer, to: (to.0, to.1), curve: curve, filter: filter)
      for strip in [1, 3, 64] {
        let samples = resample(buffer, to: (to.0, to.1), filter: filter, strip: strip)
        #expect(samples.count == expected.samples.count)
        let differences = zip(samples, expected.samples).map { abs(Int($0) - Int($1)) }
        #expect((differences.max() ?? 0) <= 1, "\(from) to \(to) in strips of \(strip)")
      }
    }
  }

  @Test("weights sum to one, and a flat image stays flat", arguments: ResamplingFilter.allCases)
  func flat(filter: ResamplingFilter) {
    for (from, to) in [(100, 33), (7, 3), (3, 3), (1000, 1)] {
      for weights in ResamplingWeights.all(from: from, to: to, filter: filter) {
        #expect(abs(weights.weights.reduce(0, +) - 1) < 1e-12)
        #expect(weights.first >= 0 && weights.end <= from)
      }
    }
    let buffer = PixelBuffer(
      width: 10, height: 9, format: .rgb16, samples: [UInt16](repeating: 12345, count: 270))
    #expect(resample(buffer, to: (7, 4), filter: filter, strip: 2).allSatisfy { abs(Int($0) - 12345) <= 1 })
  }

  @Test("black and white average to linear grey, which is encoded far above the middle")
  func linearLight() {
    let buffer = PixelBuffer(width: 2, height: 1, format: .gray16, samples: [0, 65535])
    let grey = Double(resample(buffer, to: (1, 1), filter: .area, strip: 1)[0]) / 65535
    // The sRGB encoding of 0.5: 1.055 · 0.5^(1/2.4) − 0.055.
    #expect(abs(grey - 0.735357) < 1e-4)
  }

  @Test("a transparent pixel's colour does not bleed")
  func transparency() {
    let buffer = PixelBuffer(
      width: 2, height: 1, format: .rgba16, samples: [65535, 0, 0, 65535, 0, 65535, 0, 0])
    let pixel = resample(buffer, to: (1, 1), filter: .area, strip: 1)
    #expect(pixel == [65535, 0, 0, 32768])
  }

  @Test("Lanczos is 1 in its middle, 0 at every other whole number, and even")
  func lanczos() {
    #expect(ResamplingFilter.lanczos3(0) == 1)
    for number in 1...4 { #expect(abs(ResamplingFilter.lanczos3(Double(number))) < 1e-15) }
    #expect(ResamplingFilter.lanczos3(0.7) == ResamplingFilter.lanczos3(-0.7))
    // sinc(1/2) · sinc(1/6) = (2/π) · (3/π).
    #expect(abs(ResamplingFilter.lanczos3(0.5) - 6 / (Double.pi * Double.pi)) < 1e-14)
  }
}

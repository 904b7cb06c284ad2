import ImageCases
import ColorManagement
import Oracles
import Pixels
import TestSupport
import Testing

@testable import Analysis

@Suite("Dither")
struct DitherTests {
  @Test("every code at every phase equals the reference", arguments: Dither.allCases, PixelFormat.allCases)
  func everyCode(dither: Dither, format: PixelFormat) {
    // Rows of 1021 pixels: no multiple of the vector or of the mask.
    let width = 1021
    let height = (65536 + width * format.channelCount - 1) / (width * format.channelCount)
    var buffer = PixelBuffer(width: width, height: height, format: format)
    for index in buffer.samples.indices { buffer.samples[index] = UInt16(truncatingIfNeeded: index) }
    dither.reduceTo8Bits(&buffer, firstRow: 5)
    var wrong = 0
    for index in buffer.samples.indices {
      let (pixel, channel) = index.quotientAndRemainder(dividingBy: format.channelCount)
      let threshold =
        dither == .none
        ? 128
        : BlueNoiseMask.threshold(x: pixel % width, y: pixel / width + 5, channel: channel, format: format)
      let code = ReferenceDither.code(UInt16(truncatingIfNeeded: index), threshold: threshold)
      if buffer.samples[index] != UInt16(code) * 257 { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test("plain rounding is v / 257 rounded half up")
  func rounding() {
    var ramp = PixelBuffer(width: 65536, height: 1, format: .gray16, samples: Array(0...65535))
    Dither.none.reduceTo8Bits(&ramp, firstRow: 0)
    let wrong = (0...65535).filter { code in
      ramp.samples[code] != UInt16((Double(code) / 257 + 0.5).rounded(.down)) * 257
    }
    #expect(wrong.isEmpty)
  }

  @Test(
    "8-bit values stay what they are: flat colours, opaque and transparent alpha", arguments: Dither.allCases)
  func exact(dither: Dither) {
    for code in stride(from: 0, through: 65535, by: 257) {
      var buffer = PixelBuffer(
        width: 64, height: 2, format: .rgba16, samples: [UInt16](repeating: UInt16(code), count: 512))
      dither.reduceTo8Bits(&buffer, firstRow: 0)
      #expect(buffer.samples.allSatisfy { $0 == UInt16(code) })
    }
  }

  @Test("strips give the bytes of the whole image")
  func strips() {
    var whole = Self.ramp(70, 100, slope: 30)
    let original = whole.clone()
    Dither.blueNoise.reduceTo8Bits(&whole, firstRow: 0)
    for rows in [1, 9, 64] {
      var samples: [UInt16] = []
      for y in stride(from: 0, to: 100, by: rows) {
        let count = min(rows, 100 - y)
        var strip = PixelBuffer(
          width: 70, height: count, format: .rgb16,
          samples: Array(original.samples[y * 210..<(y + count) * 210]))
        Dither.blueNoise.reduceTo8Bits(&strip, firstRow: y)
        samples += strip.samples
      }
      #expect(samples == whole.samples)
    }
  }

  @Test(
    "8 × 8 means keep their value: RMS error at most 1/32 code, none over 1/10", arguments: [0, 3, 8, 16, 24])
  func blockMeans(slope: Int) {
    let original = Self.ramp(256, 128, slope: slope)
    var dithered = original.clone()
    Dither.blueNoise.reduceTo8Bits(&dithered, firstRow: 0)
    var squares = 0.0
    var worst = 0.0
    var count = 0.0
    for y in stride(from: 0, to: 128, by: 8) {
      for x in stride(from: 0, to: 256, by: 8) {
        for channel in 0..<3 {
          var sum = 0
          for row in y..<y + 8 {
            for column in x..<x + 8 {
              let index = (row * 256 + column) * 3 + channel
              sum += Int(dithered.samples[index]) - Int(original.samples[index])
            }
          }
          let error = Double(sum) / 64 / 257
          squares += error * error
          worst = max(worst, abs(error))
          count += 1
        }
      }
    }
    #expect((squares / count).squareRoot() <= 1.0 / 32)
    #expect(worst <= 0.1)
  }

  @Test("the banding rule finds nothing in dithered gradients, and finds bands in rounded ones")
  func noBands() {
    let pictures: [BandingPicture] = [
      .ramp(400, 64, from: [0.05, 0.05, 0.05], to: [0.12, 0.12, 0.12]),
      .ramp(200, 160, from: [0.3, 0.35, 0.5], to: [0.34, 0.4, 0.55], diagonal: true),
      .glow(200, from: [0.95, 0.94, 0.9], to: [0.85, 0.85, 0.85]),
      .ramp(400, 64, from: [0.5, 0.5, 0.5], to: [0.53, 0.52, 0.5]),
    ]
    for picture in pictures {
      var dithered = picture.buffer()
      Dither.blueNoise.reduceTo8Bits(&dithered, firstRow: 0)
      #expect(BandingPicture.report(dithered).verdict == .clean)
    }
    var rounded = pictures[0].buffer()
    Dither.none.reduceTo8Bits(&rounded, firstRow: 0)
    #expect(BandingPicture.report(rounded).verdict == .banded)
  }

  @Test("channels have patterns of their own")
  func decorrelated() {
    var buffer = PixelBuffer(
      width: 64, height: 64, format: .rgb16, samples: [UInt16](repeating: 12850 + 128, count: 64 * 64 * 3))
    Dither.blueNoise.reduceTo8Bits(&buffer, firstRow: 0)
    var equal = 0
    for pixel in 0..<4096 where buffer.samples[pixel * 3] == buffer.samples[pixel * 3 + 1] { equal += 1 }
    // Independent patterns of one half agree on one half.
    #expect((1600...2500).contains(equal))
  }

  /// A grey-ish ramp of `slope` 16-bit codes to the pixel along x and a third of that along y.
  private static func ramp(_ width: Int, _ height: Int, slope: Int) -> PixelBuffer {
    var buffer = PixelBuffer(width: width, height: height, format: .rgb16)
    for index in buffer.samples.indices {
      let (pixel, channel) = index.quotientAndRemainder(dividingBy: 3)
      buffer.samples[index] = UInt16(
        20_000 + channel * 1111 + pixel % width * slope + pixel / width * slope / 3)
    }
    return buffer
  }
}

import ColorManagement
import Foundation
import PNGCodec
import Pixels
import TestSupport

/// The picture of the gamut mappings: both gradients, `clip`, `chroma` and `soft` below each other, and under each of
/// them how much of the gradient's steps is left, so that plateaus show on any display.
enum GamutPicture {
  private static let (width, stripe, trace, gap) = (640, 30, 26, 12)

  static func write(to path: String) throws {
    let block = stripe + trace + gap
    let height = GamutRamp.allCases.count * (3 * block + gap) + gap
    var sheet = DarkSheet(width: width + 2 * gap, height: height)
    var top = gap
    for ramp in GamutRamp.allCases {
      for mapping in GamutMapping.allCases {
        let trial = try GamutTrial(mapping)
        let samples = ramp.samples(width)
        let results = samples.map { trial.result($0) }
        sheet.draw(flat(results.map(\.codes)), left: gap, top: top)
        sheet.draw(
          steps(results.map(\.linear), of: samples.map { trial.source($0) }), left: gap, top: top + stripe)
        top += block
      }
      top += gap
    }
    try sheet.write(to: path)
  }

  /// What is written for one row of pixels.
  private static func flat(_ colors: [SIMD3<UInt16>]) -> PixelBuffer {
    let row = colors.flatMap { [$0.x, $0.y, $0.z] }
    return PixelBuffer(
      width: width, height: stripe, format: .rgb16, samples: (0..<stripe).flatMap { _ in row })
  }

  /// A bar for each pixel: how far it is from its neighbour in OKLab, full where that is as far as in the source.
  private static func steps(_ colors: [SIMD3<Double>], of source: [SIMD3<Double>]) -> PixelBuffer {
    let oklab = OKLabTransform(.sRGB)
    var picture = PixelBuffer(width: width, height: trace, format: .rgb16)
    for x in 0..<width {
      let next = min(x + 1, width - 1)
      func step(_ line: [SIMD3<Double>]) -> Double {
        oklab.oklab(linear: line[next - 1]).distance(to: oklab.oklab(linear: line[next]))
      }
      let bar = Int((min(step(colors) / step(source), 1) * Double(trace - 4)).rounded())
      for y in 0..<trace {
        let code: UInt16 = y < trace - bar ? 28 * 257 : 170 * 257
        for channel in 0..<3 { picture.samples[(y * width + x) * 3 + channel] = code }
      }
    }
    return picture
  }
}

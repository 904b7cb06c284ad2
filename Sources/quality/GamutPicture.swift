import ColorManagement
import Foundation
import PNGCodec
import Pixels
import TestSupport

/// The picture of the gamut mappings: both gradients, `clip`, `chroma` and `soft` below each other, and under each of
/// them how fast its colour changes, so that plateaus show on any display.
enum GamutPicture {
  private static let (width, band, trace, gap) = (640, 30, 26, 12)

  static func write(to path: String) throws {
    let block = band + trace + gap
    let height = GamutRamp.allCases.count * (3 * block + gap) + gap
    var sheet = DarkSheet(width: width + 2 * gap, height: height)
    var top = gap
    for ramp in GamutRamp.allCases {
      for mapping in GamutMapping.allCases {
        let colors = try line(ramp, mapping)
        sheet.draw(flat(colors), left: gap, top: top)
        sheet.draw(steps(colors), left: gap, top: top + band)
        top += block
      }
      top += gap
    }
    try sheet.write(to: path)
  }

  /// What is written for one row of pixels.
  private static func line(_ ramp: GamutRamp, _ mapping: GamutMapping) throws -> [SIMD3<UInt16>] {
    let trial = try GamutTrial(mapping)
    return ramp.samples(width).map { trial.result($0).codes }
  }

  private static func flat(_ colors: [SIMD3<UInt16>]) -> PixelBuffer {
    let row = colors.flatMap { [$0.x, $0.y, $0.z] }
    return PixelBuffer(
      width: width, height: band, format: .rgb16, samples: (0..<band).flatMap { _ in row })
  }

  /// A bar for each pixel: OKLab from its neighbour, a full bar being four times the mean step that the gradient
  /// would have if nothing were lost.
  private static func steps(_ colors: [SIMD3<UInt16>]) -> PixelBuffer {
    let labs = colors.map { color in
      let curve = RGBColorSpace.sRGB.transfer
      let encoded = SIMD3<Double>(color) / 65535
      return OKLabTransform(.sRGB).oklab(
        linear: SIMD3(curve.linear(encoded.x), curve.linear(encoded.y), curve.linear(encoded.z)))
    }
    var picture = PixelBuffer(width: width, height: trace, format: .rgb16)
    for x in 0..<width {
      let step = x + 1 < width ? labs[x].distance(to: labs[x + 1]) : 0
      let bar = min(trace - 4, Int((step / 0.0012 * Double(trace - 4)).rounded()))
      for y in 0..<trace {
        let code: UInt16 = y < trace - bar || y < 4 ? 28 * 257 : 170 * 257
        for channel in 0..<3 { picture.samples[(y * width + x) * 3 + channel] = code }
      }
    }
    return picture
  }
}

import ImageCases
import Analysis
import Checking
import ColorManagement
import ImageFiles
import PNGCodec
import Pixels
import TestSupport

/// The pictures of the article on banding.
enum BandingPictures {
  /// Writes all of them into `folder`.
  static func write(to folder: String) async throws {
    try gradient().write(to: "\(folder)/banding-gradient.png")
    try ignored().write(to: "\(folder)/banding-ignored.png")
    let picture = scene()
    var sheet = DarkSheet(width: picture.width, height: picture.height)
    sheet.draw(picture, left: 0, top: 0)
    try sheet.write(to: "\(folder)/banding-picture.png")
    _ = try await ImageCheck(CheckRequest()).check(
      .file("\(folder)/banding-picture.png"), heatmap: .file("\(folder)/banding-heatmap.png"),
      overwrite: true)
  }

  /// A dark ramp in 8 bits, rounded above and dithered below; to the right what is between its darkest and its
  /// lightest code fills the whole range.
  private static func gradient() -> DarkSheet {
    let (start, end) = (SIMD3(22.0, 24, 34) / 255, SIMD3(34.0, 36, 50) / 255)
    var ramp = PixelBuffer(width: 264, height: 104, format: .rgb16)
    for index in 0..<ramp.pixelCount {
      let color = start + (end - start) * (Double(index % ramp.width) / Double(ramp.width - 1))
      for channel in 0..<3 { ramp.samples[3 * index + channel] = UInt16(color[channel] * 65535) }
    }
    var sheet = DarkSheet(width: 2 * 264 + 3 * 16, height: 2 * 104 + 3 * 16)
    for (row, dither) in [Dither.none, .blueNoise].enumerated() {
      var reduced = ramp.clone()
      dither.reduceTo8Bits(&reduced, firstRow: 0)
      let top = 16 + row * 120
      precondition(isBanded(reduced) == (dither == .none), "rounding makes bands, dither does not")
      sheet.draw(reduced, left: 16, top: top)
      for index in reduced.samples.indices {
        let channel = index % 3
        let share =
          (Double(reduced.samples[index]) / 65535 - start[channel]) / (end[channel] - start[channel])
        reduced.samples[index] = UInt16(min(max(0.1 + 0.8 * share, 0), 1) * 65535)
      }
      sheet.draw(reduced, left: 2 * 16 + 264, top: top)
    }
    return sheet
  }

  /// A dusk in 8 bits: a sky in bands, hills with texture, a label.
  private static func scene() -> PixelBuffer {
    var canvas = DarkModeCanvas(360, 220, background: SIMD3(0.1, 0.1, 0.16), seed: 5)
    var random = SplitMix64(seed: 11)
    for y in 0..<220 {
      let share = Double(y) / 219
      for x in 0..<360 {
        canvas.color[y * 360 + x] = SIMD3(0.07, 0.08, 0.14) + SIMD3(0.07, 0.055, 0.08) * share
        let x = Double(x)
        let hill = 168 - 34 * ReproducibleMath.exponential(-(x - 110) * (x - 110) / 5000) - 22 * (x / 360)
        guard Double(y) > hill else { continue }
        let grain = Double.random(in: -0.05...0.05, using: &random)
        canvas.color[y * 360 + Int(x)] = SIMD3(0.09, 0.17, 0.12) + SIMD3(repeating: grain)
      }
    }
    canvas.rectangle(236, 24, 104, 34, radius: 8, SIMD3(0.93, 0.94, 0.97))
    canvas.text(248, 34, width: 82, size: 14, SIMD3(0.1, 0.12, 0.2))
    let picture = canvas.pixels(bits: 8)
    precondition(isBanded(picture), "the sky has bands")
    return picture
  }

  // MARK: What the rule ignores

  /// Six things that step or repeat, none of which is a band.
  private static func ignored() -> DarkSheet {
    let (width, height) = (170, 110)
    var text = DarkModeCanvas(width, height, background: SIMD3(repeating: 0.97), seed: 2)
    text.paragraph(12, 12, width: Double(width) - 24, lines: 8, size: 7, SIMD3(repeating: 0.15))
    let cards = [
      SIMD3(0.86, 0.9, 1), SIMD3(0.72, 0.8, 0.98), SIMD3(0.55, 0.68, 0.95), SIMD3(0.3, 0.47, 0.87),
    ]
    let page = text.pixels(bits: 8).samples
    let panels: [() -> PixelBuffer] = [
      { PixelBuffer(width: width, height: height, format: .rgb16, samples: page) },
      { panel(width, height) { x, _ in SIMD3(repeating: Double(x * 11 / width) / 10) } },
      {
        panel(width, height, noise: 6) { x, y in
          SIMD3(0.25, 0.3, 0.42) + SIMD3(repeating: 0.1 * Double(x + y) / Double(width + height))
        }
      },
      { panel(width, height) { x, y in SIMD3(repeating: (x / 8 + y / 8) % 2 == 0 ? 0.44 : 0.47) } },
      { panel(width, height) { x, _ in SIMD3(0.2, 0.22, 0.3) + SIMD3(repeating: x % 12 < 6 ? 0 : 0.03) } },
      {
        panel(width, height) { x, y in
          cards[min(x / 14, (width - 1 - x) / 14, y / 14, (height - 1 - y) / 14, 3)]
        }
      },
    ]
    var sheet = DarkSheet(width: 3 * width + 4 * 12, height: 2 * height + 3 * 12)
    for index in 0..<6 {
      let panel = panels[index]()
      precondition(!isBanded(panel), "panel \(index) is clean")
      sheet.draw(panel, left: 12 + index % 3 * (width + 12), top: 12 + index / 3 * (height + 12))
    }
    return sheet
  }

  /// 8-bit samples of `color`, with uniform noise of ±`noise` codes.
  private static func panel(
    _ width: Int, _ height: Int, noise: Double = 0, _ color: (Int, Int) -> SIMD3<Double>
  ) -> PixelBuffer {
    var random = SplitMix64(seed: 7)
    var buffer = PixelBuffer(width: width, height: height, format: .rgb16)
    for index in 0..<buffer.pixelCount {
      let color = color(index % width, index / width) * 255
      for channel in 0..<3 {
        let grain = noise > 0 ? Double.random(in: -noise...noise, using: &random) : 0
        buffer.samples[3 * index + channel] = UInt16((color[channel] + grain).rounded()) * 257
      }
    }
    return buffer
  }

  private static func isBanded(_ picture: borrowing PixelBuffer) -> Bool {
    var scanner = BandingScanner(
      width: picture.width, height: picture.height, format: picture.format, effectiveDepth: 8,
      color: BandingColor(RGBColorSpace.sRGB.profile))
    scanner.scan(picture)
    return scanner.finish().verdict == .banded
  }
}

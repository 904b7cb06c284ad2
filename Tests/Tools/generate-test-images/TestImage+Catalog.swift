import Pixels
import TestSupport

// Every picture of TestImages, with what is true of it.
extension TestImage {
  static let all: [TestImage] = [
    TestImage(
      "ramps-p3-16", tag: .displayP3,
      truth: "Six bands from black to the Display P3 primaries, a grey and a hue sweep; the saturated ends "
        + "of all but the grey band lie outside sRGB.", makePixels: ramps),
    TestImage(
      "ramps-p3-8", tag: .displayP3, bitDepth: 8,
      truth: "`ramps-p3-16` rounded to 8 bits.", makePixels: ramps),
    TestImage(
      "ramps-srgb-16", tag: .sRGB,
      truth: "The same encoded numbers as `ramps-p3-16`, tagged sRGB: every pixel is inside sRGB.",
      makePixels: ramps),
    TestImage(
      "ramps-srgb-8", tag: .sRGBChunk, bitDepth: 8,
      truth: "`ramps-srgb-16` rounded to 8 bits.", makePixels: ramps),
    TestImage(
      "patches-p3-16", tag: .displayP3,
      truth:
        "Twelve patches of 32×32, row by row: Display P3 red, green, blue, cyan, magenta, yellow (outside "
        + "sRGB), a dull red, a dull green, black, two greys and white (inside).", makePixels: patches),
    TestImage(
      "icon-p3-16", tag: .displayP3,
      truth:
        "An RGBA icon: a red disc outside sRGB with a soft edge (alpha falls to 0 over eight pixels); the "
        + "transparent pixels around it keep their colour.",
      makePixels: icon),
    TestImage(
      "card-srgb-8", tag: .sRGBChunk, bitDepth: 8,
      truth: "A screenshot-like card: white ground, a soft shadow, a blue header, a green button, dark text "
        + "on white and white text on colour with anti-aliased edges.", makePixels: card),
    TestImage(
      "photo-p3-16", tag: .displayP3,
      truth:
        "Photo-like: a sunset behind hills under sensor-like noise in all 16 bits; parts of the sky and the "
        + "grass lie outside sRGB.",
      makePixels: photo),
    TestImage(
      "gray-ramp-16", tag: .untagged,
      truth: "Greyscale; column x holds the code x·257, so 8 bits would do.", makePixels: grayRamp),
    TestImage(
      "palette-srgb-8", tag: .sRGBChunk, bitDepth: 8, palette: bandColors,
      truth: "A palette image: sixteen columns of 16×64, column x shows entry x.", makePixels: paletteBands),
    TestImage(
      "untagged-8", tag: .untagged, bitDepth: 8,
      truth: "RGB with no colour chunk at all: readers must assume sRGB.", makePixels: patches),
  ]

  @Sendable private static func ramps() -> PixelBuffer {
    let ends: [SIMD3<Double>] = [
      [1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 1, 1], [1, 0, 1], [1, 1, 0], [1, 1, 1],
    ]
    var canvas = Canvas(width: 384, height: 128, format: .rgb16)
    canvas.fill { x, y in
      let t = Double(x) / 383
      let band = y / 16
      guard band < ends.count else {
        return (0..<3).map { channel in
          // A hue sweep of full saturation: a triangle wave per channel, a third of a turn apart.
          let turn = (t + Double(channel) / 3).truncatingRemainder(dividingBy: 1)
          return min(max(abs(turn * 6 - 3) - 1, 0), 1)
        }
      }
      return (0..<3).map { ends[band][$0] * t }
    }
    return canvas.pixels
  }

  @Sendable private static func patches() -> PixelBuffer {
    let colors: [SIMD3<Double>] = [
      [1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 1, 1], [1, 0, 1], [1, 1, 0],
      [0.6, 0.4, 0.4], [0.4, 0.6, 0.4], [0, 0, 0], [0.25, 0.25, 0.25], [0.5, 0.5, 0.5], [1, 1, 1],
    ]
    var canvas = Canvas(width: 128, height: 96, format: .rgb16)
    canvas.fill { x, y in
      let color = colors[(y / 32) * 4 + x / 32]
      return [color.x, color.y, color.z]
    }
    return canvas.pixels
  }

  @Sendable private static func icon() -> PixelBuffer {
    var canvas = Canvas(width: 128, height: 128, format: .rgba16)
    canvas.fill { x, y in
      let (dx, dy) = (Double(x) - 63.5, Double(y) - 63.5)
      let radius = (dx * dx + dy * dy).squareRoot()
      return [1, 0.1 + 0.2 * Double(y) / 127, 0.1, (56 - radius) / 8]
    }
    return canvas.pixels
  }

  @Sendable private static func card() -> PixelBuffer {
    var canvas = Canvas(width: 320, height: 200, format: .rgb16)
    canvas.fill { _, _ in [1, 1, 1] }
    for spread in 0..<12 {
      let grow = Double(12 - spread)
      canvas.roundedRectangle(
        x: 40 - grow, y: 36 - grow + 4, width: 240 + 2 * grow, height: 132 + 2 * grow, radius: 8 + grow,
        color: [0, 0, 0], opacity: 0.012)
    }
    canvas.roundedRectangle(x: 40, y: 36, width: 240, height: 132, radius: 8, color: [1, 1, 1])
    canvas.roundedRectangle(x: 40, y: 36, width: 240, height: 40, radius: 8, color: [0, 0.44, 0.95])
    canvas.write("DISPLAY P3", x: 52, y: 50, pixel: 1.7, color: [1, 1, 1])
    let lines = ["COLOURS STAY RIGHT", "16 BITS PER SAMPLE", "NO BANDS IN THE SKY"]
    for (line, text) in lines.enumerated() {
      canvas.write(text, x: 52, y: 90 + Double(line) * 18, pixel: 1.3, color: [0.11, 0.11, 0.12])
    }
    canvas.roundedRectangle(x: 214, y: 144, width: 56, height: 18, radius: 9, color: [0.1, 0.53, 0.09])
    canvas.write("DONE", x: 226, y: 148.5, pixel: 1.3, color: [1, 1, 1])
    return canvas.pixels
  }

  /// A sunset over three ranges of hills, then noise.
  @Sendable private static func photo() -> PixelBuffer {
    var generator = SplitMix64(seed: 2026)
    let ridges = (0..<3).map { ValueNoise(count: 4 + 3 * $0, using: &generator) }
    let grass = ValueNoise(count: 64, using: &generator)
    let hills: [SIMD3<Double>] = [[0.42, 0.24, 0.34], [0.24, 0.20, 0.22], [0.05, 0.26, 0.04]]
    let (zenith, horizon): (SIMD3<Double>, SIMD3<Double>) = ([0.10, 0.28, 0.62], [1.0, 0.52, 0.12])
    var canvas = Canvas(width: 256, height: 192, format: .rgb16)
    canvas.fill { x, y in
      let (u, v) = (Double(x) / 256, Double(y) / 192)
      let rise = min(v / 0.62, 1)
      var color = zenith + (horizon - zenith) * rise * rise
      let (dx, dy) = (u - 0.68, (v - 0.5) * 0.75)
      let glow = 0.004 / (0.004 + dx * dx + dy * dy)
      color += (SIMD3(1, 0.9, 0.55) - color) * glow
      for (layer, ridge) in ridges.enumerated() {
        let crest = 0.48 + 0.15 * Double(layer) + 0.16 * ridge(u * Double(4 + 3 * layer))
        let coverage = min(max((v - crest) * 96, 0), 1)
        let shade = 0.85 + 0.3 * grass((u * 37 + v * 23).truncatingRemainder(dividingBy: 1) * 64)
        color += (hills[layer] * shade - color) * coverage
      }
      return (0..<3).map { color[$0] + (generator.unit() + generator.unit() - 1) * 0.015 }
    }
    return canvas.pixels
  }

  @Sendable private static func grayRamp() -> PixelBuffer {
    var canvas = Canvas(width: 256, height: 16, format: .gray16)
    canvas.fill { x, _ in [Double(x) / 255] }
    return canvas.pixels
  }

  /// Eight hues at full saturation, then eight greys.
  private static let bandColors: [SIMD3<UInt8>] =
    [
      [255, 0, 0], [255, 128, 0], [255, 255, 0], [0, 255, 0], [0, 255, 255], [0, 0, 255], [128, 0, 255],
      [255, 0, 255],
    ] + (0..<8).map { SIMD3(repeating: UInt8($0 * 255 / 7)) }

  /// The pixels' codes are indices into `bandColors`.
  @Sendable private static func paletteBands() -> PixelBuffer {
    var canvas = Canvas(width: 256, height: 64, format: .gray16)
    canvas.fill { x, _ in [Double(x / 16) / 255] }
    return canvas.pixels
  }
}

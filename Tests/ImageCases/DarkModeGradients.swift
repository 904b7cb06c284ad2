package import Pixels

/// Pages of smooth gradients at 16 bits, the pictures in which bands of a tone curve show first.
public enum DarkModeGradients {
  /// Name and samples.
  package static let all: [(name: String, pixels: @Sendable () -> PixelBuffer)] = [
    ("soft-shadow", { softShadow() }), ("vignette", { vignette() }), ("into-color", { intoColor() }),
    ("gray-ramp", { grayRamp() }),
  ]

  private static let white = SIMD3(1.0, 1.0, 1.0)

  /// A card on white over a wide, deep shadow.
  private static func softShadow() -> PixelBuffer {
    var canvas = DarkModeCanvas(360, 280, background: white, seed: 1)
    canvas.castShadow(90, 90, 180, 120, blur: 70, depth: 0.5)
    canvas.rectangle(90, 80, 180, 110, radius: 10, SIMD3(0.2, 0.3, 0.7))
    return canvas.pixels(bits: 16)
  }

  /// Text on paper that darkens towards its corners.
  private static func vignette() -> PixelBuffer {
    var canvas = DarkModeCanvas(360, 280, background: white, seed: 2)
    for index in canvas.color.indices {
      let (x, y) = (Double(index % 360) / 180 - 1, Double(index / 360) / 140 - 1)
      canvas.color[index] *= 1 - 0.12 * (x * x + y * y)
    }
    canvas.paragraph(60, 100, width: 240, lines: 4, size: 12, SIMD3(0.1, 0.1, 0.1))
    return canvas.pixels(bits: 16)
  }

  /// White that turns into blue.
  private static func intoColor() -> PixelBuffer {
    var canvas = DarkModeCanvas(360, 280, background: white, seed: 3)
    for index in canvas.color.indices {
      let t = min(max((Double(index % 360) - 80) / 240, 0), 1)
      canvas.color[index] = white * (1 - t) + SIMD3(0.1, 0.4, 0.9) * t
    }
    return canvas.pixels(bits: 16)
  }

  /// White above, and all greys below.
  private static func grayRamp() -> PixelBuffer {
    var canvas = DarkModeCanvas(360, 280, background: white, seed: 4)
    for index in canvas.color.indices where index / 360 >= 140 {
      canvas.color[index] = white * (1 - Double(index % 360) / 360)
    }
    return canvas.pixels(bits: 16, isGray: true)
  }
}

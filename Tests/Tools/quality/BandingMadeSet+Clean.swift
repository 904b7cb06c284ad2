import ImageCases
import Analysis
import ColorManagement
import Pixels
import TestSupport

// Images without bands, steps and repetitions among them that a detector could take for some.

extension BandingMadeSet {
  static var clean: [BandingCase] {
    fine("16 bits, slow", 39, plateau: 10...26) + fine("16 bits, steep", 40, plateau: 1...3)
      + blueNoise + triangular + grain + steep + stripes + checkers + wedges + nested + pages + texture
      + blurred
  }

  /// True gradients; rounding to 8 bits may make bands of them.
  private static func fine(_ name: String, _ seed: UInt64, plateau: ClosedRange<Double>) -> [BandingCase] {
    kind(name, seed) { name, random in
      let picture = gradient(&random, bits: 8, plateau: plateau)
      return BandingCase(
        name, .clean, depth: 16, profile: RGBColorSpace.sRGB.profile,
        afterRounding: [(.sRGB, BandingRuler.label(picture.buffer(bits: 8)))]
      ) { picture.buffer() }
    }
  }

  private static var blueNoise: [BandingCase] {
    kind("blue noise", 41) { name, random in
      made(name, .clean, bits: 16, depth: 8, gradient(&random, bits: 8, plateau: 10...26)) {
        Dither.blueNoise.reduceTo8Bits(&$0, firstRow: 0)
      }
    }
  }

  /// The sum of two uniform numbers of ±½ code, before rounding.
  private static var triangular: [BandingCase] {
    kind("triangular dither", 42) { name, random in
      made(name, .clean, bits: 8, gradient(&random, bits: 8, plateau: 10...26).noisy(0.5).noisy(0.5, seed: 9))
    }
  }

  private static var grain: [BandingCase] {
    kind("grain", 43) { name, random in
      let amplitude = Double.random(in: 1.2...3, using: &random)
      return made(name, .clean, bits: 8, gradient(&random, bits: 8, plateau: 10...26).noisy(amplitude))
    }
  }

  /// Eight bits, two pixels a step.
  private static var steep: [BandingCase] {
    kind("8 bits, steep", 44) { name, random in
      let start = Double.random(in: 0.05...0.3, using: &random)
      return made(
        name, .clean, bits: 8,
        .ramp(300, 140, from: SIMD3(repeating: start), to: SIMD3(repeating: start + 150.0 / 255)))
    }
  }

  private static var stripes: [BandingCase] {
    kind("stripes", 45) { name, random in
      let (period, contrast) = (
        Int.random(in: 8...40, using: &random), Double.random(in: 0.01...0.1, using: &random)
      )
      return made(
        name, .clean, bits: 8,
        BandingPicture(width: 300, height: 160) { x, _ in
          SIMD3(0.3, 0.35, 0.5) + SIMD3(repeating: x / period % 2 == 0 ? 0 : contrast)
        })
    }
  }

  private static var checkers: [BandingCase] {
    kind("checkerboard", 46) { name, random in
      let (side, contrast) = (
        Int.random(in: 6...30, using: &random), Double.random(in: 0.01...0.1, using: &random)
      )
      return made(
        name, .clean, bits: 8,
        BandingPicture(width: 280, height: 200) { x, y in
          SIMD3(repeating: 0.5 + ((x / side + y / side) % 2 == 0 ? contrast : 0))
        })
    }
  }

  /// Five to eleven chosen shades.
  private static var wedges: [BandingCase] {
    kind("wedge", 47) { name, random in
      let count = Int.random(in: 5...11, using: &random)
      return made(
        name, .clean, bits: 8, .shades(count, 330, 120, from: SIMD3(repeating: 0), to: SIMD3(repeating: 1)))
    }
  }

  /// Cards on cards, each a little lighter.
  private static var nested: [BandingCase] {
    kind("nested cards", 48) { name, random in
      let (edge, lift) = (
        Int.random(in: 14...24, using: &random), Double.random(in: 0.02...0.05, using: &random)
      )
      return made(
        name, .clean, bits: 8,
        BandingPicture(width: 300, height: 200) { x, y in
          SIMD3(
            repeating: 0.1 + lift * Double(min(x / edge, (299 - x) / edge, y / edge, (199 - y) / edge, 3)))
        })
    }
  }

  /// Text and boxes with smooth edges.
  private static var pages: [BandingCase] {
    kind("page", 49) { name, random in
      var canvas = DarkModeCanvas(320, 220, background: SIMD3(repeating: 0.97), seed: random.next())
      canvas.rectangle(16, 16, 288, 40, radius: 8, SIMD3(0.2, 0.4, 0.8))
      canvas.paragraph(16, 70, width: 280, lines: 8, size: 9, SIMD3(repeating: 0.1))
      let samples = canvas.pixels(bits: 8).samples
      return BandingCase(name, .clean, depth: 8, profile: RGBColorSpace.sRGB.profile) {
        PixelBuffer(width: 320, height: 220, format: .rgb16, samples: samples)
      }
    }
  }

  private static var texture: [BandingCase] {
    kind("texture", 50) { name, random in
      var canvas = DarkModeCanvas(300, 200, background: .zero, seed: random.next())
      let relief = canvas.fractal(scale: Double.random(in: 20...60, using: &random), octaves: 5)
      return made(
        name, .clean, bits: 8,
        BandingPicture(width: 300, height: 200) { x, y in
          SIMD3(0.3, 0.4, 0.3) + SIMD3(repeating: 0.3 * (relief[y * 300 + x] - 0.5))
        })
    }
  }

  /// Soft edges between flat colours.
  private static var blurred: [BandingCase] {
    kind("blurred disc", 51) { name, random in
      let (radius, blur) = (
        Double.random(in: 40...70, using: &random), Double.random(in: 3...8, using: &random)
      )
      return made(
        name, .clean, bits: 16, depth: 16,
        BandingPicture(width: 220, height: 200) { x, y in
          let (dx, dy) = (Double(x) - 110, Double(y) - 100)
          let t = 1 / (1 + ReproducibleMath.exponential(((dx * dx + dy * dy).squareRoot() - radius) / blur))
          return SIMD3(0.95, 0.95, 0.95) * (1 - t) + SIMD3(0.8, 0.15, 0.2) * t
        })
    }
  }
}

import ImageCases
import ColorManagement
import Pixels
import TestSupport

// Images with bands.

extension BandingMadeSet {
  static var banded: [BandingCase] {
    (5...8).flatMap { quantised(bits: $0) } + lowBits + curve + noisy + card + shadow + clipped
  }

  /// Gradients of `bits` in files of 8.
  private static func quantised(bits: Int) -> [BandingCase] {
    kind("\(bits) bits", UInt64(bits)) { name, random in
      let picture = gradient(&random, bits: bits, plateau: 10...26)
      return made(
        name, BandingRuler.label(picture.buffer(bits: bits)), boxes: whole(picture), bits: bits, depth: 8,
        picture)
    }
  }

  /// Files of 16 bits that hold 6 to 8.
  private static var lowBits: [BandingCase] {
    kind("low bits in 16", 20) { name, random in
      let bits = Int.random(in: 6...8, using: &random)
      let picture = gradient(&random, bits: bits, plateau: 10...26)
      return made(
        name, BandingRuler.label(picture.buffer(bits: bits)), boxes: whole(picture), bits: bits, depth: 16,
        picture)
    }
  }

  /// Eight bits whose contrast was raised afterwards.
  private static var curve: [BandingCase] {
    kind("contrast raised", 21) { name, random in
      let picture = gradient(&random, bits: 8, plateau: 10...20)
      let factor = Double.random(in: 1.5...2.5, using: &random)
      let change: @Sendable (inout PixelBuffer) -> Void = { buffer in
        for index in buffer.samples.indices {
          let code = (Double(buffer.samples[index]) / 257 - 128) * factor + 128
          buffer.samples[index] = UInt16(min(max(code.rounded(), 0), 255)) * 257
        }
      }
      var buffer = picture.buffer(bits: 8)
      change(&buffer)
      return made(name, BandingRuler.label(buffer), boxes: whole(picture), bits: 8, picture, then: change)
    }
  }

  /// Coarse steps under noise that does not hide them.
  private static var noisy: [BandingCase] {
    kind("under noise", 22) { name, random in
      let (steps, width) = (Int.random(in: 12...18, using: &random), Int.random(in: 16...24, using: &random))
      let start = Double.random(in: 0.1...0.4, using: &random)
      let picture = BandingPicture(width: steps * width, height: 140) { x, _ in
        SIMD3(repeating: start + Double(x / width) * 5 / 255)
      }
      return made(name, .banded, boxes: whole(picture), bits: 8, picture.noisy(0.6))
    }
  }

  /// A card with a gradient on a texture.
  private static var card: [BandingCase] {
    kind("card on texture", 23) { name, random in
      let (left, top) = (Int.random(in: 20...60, using: &random), Int.random(in: 16...40, using: &random))
      let start = Double.random(in: 0.1...0.3, using: &random)
      let (box, side) = ([left, top, left + 240, top + 130], (width: 340, height: 210))
      let picture = BandingPicture(width: side.width, height: side.height) { x, y in
        if (box[0]..<box[2]).contains(x), (box[1]..<box[3]).contains(y) {
          return SIMD3(start, start + 0.02, start + 0.06) + SIMD3(repeating: Double(x - left) / 16 / 255)
        }
        var grain = SplitMix64(seed: UInt64(y * 1000 + x))
        return SIMD3(0.45, 0.4, 0.35) + SIMD3(repeating: Double.random(in: -0.12...0.12, using: &grain))
      }
      return made(name, .banded, boxes: [box], bits: 8, picture)
    }
  }

  /// Soft shadows whose alpha has 6 or 7 bits.
  private static var shadow: [BandingCase] {
    kind("alpha", 24) { name, random in
      let top = (1 << Int.random(in: 6...7, using: &random)) - 1
      let (width, height) = (Int.random(in: 260...380, using: &random), 150)
      let plateau = Double.random(in: 10...16, using: &random)
      return BandingCase(
        name, .banded, boxes: [[0, 0, width, height]], depth: 8, profile: RGBColorSpace.sRGB.profile
      ) {
        var buffer = PixelBuffer(width: width, height: height, format: .rgba16)
        for pixel in 0..<buffer.pixelCount {
          let code = (8 + Double(pixel % width) / plateau).rounded()
          buffer.samples[4 * pixel + 3] = UInt16((code / Double(top) * 255).rounded()) * 257
        }
        return buffer
      }
    }
  }

  /// Ramps that end in a flat pure colour.
  private static var clipped: [BandingCase] {
    kind("clipped", 25) { name, random in
      let (width, height) = (
        Int.random(in: 240...340, using: &random), Int.random(in: 100...180, using: &random)
      )
      let channel = Int.random(in: 0..<3, using: &random)
      let wall = Int(Double(width) * Double.random(in: 0.4...0.6, using: &random))
      let picture = BandingPicture(width: width, height: height) { x, _ in
        let share = Double(x) / Double(wall)
        var color = SIMD3(repeating: 0.5 - 0.5 * share)
        color[channel] = 0.9 + 0.1 * share
        return color
      }
      return made(name, .banded, boxes: [[wall, 0, width, height]], bits: 16, depth: 16, picture)
    }
  }
}

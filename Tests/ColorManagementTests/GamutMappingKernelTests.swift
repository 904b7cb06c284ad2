import Oracles
import Pixels
import TestSupport
import Testing

@testable import ColorManagement

/// The kernels of `chroma` and `soft` against their definition in Double, pixel by pixel.
@Suite("GamutMappingKernel")
struct GamutMappingKernelTests {
  /// Pairs of spaces: little out of gamut and much, curves with a straight toe and without.
  private static let pairs: [(RGBColorSpace, RGBColorSpace)] = [
    (.displayP3, .sRGB), (.proPhoto, .adobeRGB), (.sRGB, .displayP3),
  ]

  @Test(
    "rewrites pixels to the definition's codes, on every target",
    arguments: [GamutMapping.chroma, .soft], pairs.indices)
  func codes(method: GamutMapping, pair: Int) throws {
    let (source, destination) = Self.pairs[pair]
    let trial = try Trial(method, source, destination)
    for format in [PixelFormat.rgb16, .rgba16] {
      let picture = try trial.picture(format)
      let expected = trial.expected(picture)
      for target in KernelTarget.available {
        var converted = picture.clone()
        PixelConverter(trial.conversion, target: target).convert(&converted)
        trial.converter(target).remap(picture, in: &converted)
        #expect(converted.samples == expected, "\(target) \(format)")
      }
    }
  }

  @Test("says the same of what moves on every target", arguments: [GamutMapping.chroma, .soft])
  func sums(method: GamutMapping) throws {
    let trial = try Trial(method, .displayP3, .sRGB)
    let picture = try trial.picture(.rgba16)
    guard case .matrix(let model) = RGBColorSpace.sRGB.profile.model else { return }
    let sums = KernelTarget.available.map { target in
      var converted = picture.clone()
      let differences = ClipDifferences(colorants: model.colorants, white: CIELAB.d50, target: target)
      return trial.converter(target).remap(
        picture, in: &converted, comparing: differences, from: picture.height / 2)
    }
    #expect(sums.allSatisfy { $0 == sums[0] })
    #expect(sums[0].noticed > 0)
  }

  // MARK: Helpers

  private struct Trial {
    let mapper: GamutMapper
    let conversion: MatrixConversion
    /// Source codes of the destination's own surface.
    private let inverse: MatrixConversion
    /// The definition.
    private let reference: GamutMappedConverter

    init(_ method: GamutMapping, _ source: RGBColorSpace, _ destination: RGBColorSpace) throws {
      mapper = try GamutMapper(method, source: source.profile, destination: destination.profile)
      conversion = try Self.conversion(source, destination)
      inverse = try Self.conversion(destination, source)
      reference = GamutMappedConverter(conversion, mapper: mapper, target: .scalar)
    }

    private static func conversion(
      _ source: RGBColorSpace, _ destination: RGBColorSpace
    ) throws -> MatrixConversion {
      try ConversionPlan(
        source: source.profile, destination: destination.profile, sourceIsGrayImage: false
      ).gamutConversion()
    }

    func converter(_ target: KernelTarget) -> GamutMappedConverter {
      target == .scalar ? reference : GamutMappedConverter(conversion, mapper: mapper, target: target)
    }

    /// Each visible pixel by the definition.
    func expected(_ picture: borrowing PixelBuffer) -> [UInt16] {
      let channels = picture.format.channelCount
      var samples = picture.samples
      var clipped = picture.clone()
      reference.reference.convert(&clipped)
      for first in stride(from: 0, to: samples.count, by: channels) {
        let isVisible = channels == 3 || samples[first + 3] != 0
        let codes =
          isVisible
          ? reference.convert(samples[first], samples[first + 1], samples[first + 2])
          : SIMD3(clipped.samples[first], clipped.samples[first + 1], clipped.samples[first + 2])
        for channel in 0..<3 { samples[first + channel] = codes[channel] }
      }
      return samples
    }

    /// Random colours, saturated ones, greys, colours of both cubes' surfaces, dark and light ones and runs of one colour.
    func picture(_ format: PixelFormat) throws -> PixelBuffer {
      var random = SplitMix64(seed: 11)
      let toSource = ReferenceConverter(inverse)
      let count = LongTests.areEnabled ? 400_000 : 6_000
      var samples: [UInt16] = []
      var last = SIMD3<UInt16>()
      for pixel in 0..<count {
        var color = SIMD3<UInt16>.random(in: 0...65535, using: &random)
        switch pixel % 9 {
        case 0: color = SIMD3(repeating: UInt16(truncatingIfNeeded: pixel &* 4099))
        case 1: color[Int(random.next() % 3)] = random.next() % 2 == 0 ? 0 : 65535
        case 2:
          color[Int(random.next() % 3)] = random.next() % 2 == 0 ? 0 : 65535
          color = toSource.convert(color.x, color.y, color.z)
        case 3: color = SIMD3(color.x >> 7, color.y >> 7, color.z >> 9)
        case 4: color[Int(random.next() % 3)] >>= 5
        case 5: color = last
        // Next to white, and next to corners and edges of the source's cube, where channels leave together.
        case 6: color = SIMD3(repeating: 65535) &- (color & SIMD3(repeating: 255))
        case 7:
          let ends: [UInt16] = [0, 65535, color.x & 31, 65535 - (color.y & 31), 32768, color.z]
          for channel in 0..<3 { color[channel] = ends[Int(random.next() % 6)] }
        default: break
        }
        last = color
        samples += [color.x, color.y, color.z]
        if format.hasAlpha { samples.append(random.next() % 4 == 0 ? 0 : 65535) }
      }
      return PixelBuffer(width: count / 4, height: 4, format: format, samples: samples)
    }
  }
}

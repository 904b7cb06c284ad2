import ColorManagement
import Pixels
import Testing

/// The float kernel against CIEDE2000 in Double.
@Suite("ClipDifferences")
struct ClipDifferencesTests {
  private static let spaces: [RGBColorSpace] = [.sRGB, .displayP3, .adobeRGB]

  @Test("are within their margin of CIEDE2000 in Double, on every target", arguments: KernelTarget.available)
  func accuracy(target: KernelTarget) throws {
    for space in Self.spaces {
      guard case .matrix(let model) = space.profile.model else { continue }
      let colors = Self.colors(3000)
      let kernel = ClipDifferences(colorants: model.colorants, white: CIELAB.d50, target: target)
      let values = kernel.values(
        red: colors.map { Float($0.x) }, green: colors.map { Float($0.y) }, blue: colors.map { Float($0.z) })
      for (color, value) in zip(colors, values) {
        let clipped = color.clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 1))
        let expected = CIEDE2000.difference(
          CIELAB(xyz: model.colorants.multiplied(by: color)),
          CIELAB(xyz: model.colorants.multiplied(by: clipped)))
        #expect(
          abs(Double(value) - expected) < Double(ClipDifferences.margin),
          "\(color): \(value) is not \(expected)")
      }
    }
  }

  @Test("have the same bits on every target, whatever the length")
  func sameBits() throws {
    guard case .matrix(let model) = RGBColorSpace.sRGB.profile.model else { return }
    let colors = Self.colors(1000)
    for count in Array(0...49) + [1000] {
      let part = colors.prefix(count)
      let (red, green, blue) = (part.map { Float($0.x) }, part.map { Float($0.y) }, part.map { Float($0.z) })
      let results = KernelTarget.available.map { target in
        ClipDifferences(colorants: model.colorants, white: CIELAB.d50, target: target)
          .values(red: red, green: green, blue: blue)
      }
      #expect(results.allSatisfy { $0 == results[0] && $0.count == count })
    }
  }

  @Test("are zero, and never NaN, where nothing is clipped")
  func zero() throws {
    guard case .matrix(let model) = RGBColorSpace.sRGB.profile.model else { return }
    let kernel = ClipDifferences(colorants: model.colorants, white: CIELAB.d50)
    let levels: [Float] = [0, 1e-30, 0.001, 0.5, 1]
    #expect(kernel.values(red: levels, green: levels, blue: levels) == [0, 0, 0, 0, 0])
    let wild = kernel.values(
      red: [-1, 3, 0, 2, 0], green: [0, 3, 0, -2, 0], blue: [2, 3, -1e-20, 0.5, 1.5])
    #expect(wild.allSatisfy { $0.isFinite && $0 >= 0 })
  }

  /// Colours around the cube, most of them outside: as far as ProPhoto in sRGB goes.
  private static func colors(_ count: Int) -> [SIMD3<Double>] {
    var state: UInt64 = 77
    func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / Double(1 << 24)
    }
    return (0..<count).map { index in
      let scale = index % 3 == 0 ? 0.05 : 1
      return SIMD3(next() * 2 - 0.5, next() * 1.6 - 0.3, next() * 1.8 - 0.4) * scale
    }
  }
}

import Pixels
import TestSupport
import Testing

@testable import ColorManagement

@Suite("OKLab and OKLCh")
struct OKLabTests {
  /// bottosson.github.io/posts/oklab, "Table of example XYZ and Oklab pairs" (D65, three decimals).
  @Test(
    "has Ottosson's published values",
    arguments: [
      (SIMD3(0.950, 1.000, 1.089), SIMD3(1.000, 0.000, 0.000)),
      (SIMD3(1.000, 0.000, 0.000), SIMD3(0.450, 1.236, -0.019)),
      (SIMD3(0.000, 1.000, 0.000), SIMD3(0.922, -0.671, 0.263)),
      (SIMD3(0.000, 0.000, 1.000), SIMD3(0.153, -1.415, -0.449)),
    ])
  func publishedPairs(xyz: SIMD3<Double>, lab: SIMD3<Double>) {
    let color = OKLab(xyzD65: xyz)
    #expect(abs(color.lightness - lab.x) < 0.0006)
    #expect(abs(color.a - lab.y) < 0.0006)
    #expect(abs(color.b - lab.z) < 0.0006)
  }

  /// CSS Color 4 (W3C Candidate Recommendation Draft, 24 April 2025): green, lime, red, blue, yellow and
  /// rebeccapurple as oklch().
  @Test(
    "has the values of CSS Color 4's examples",
    arguments: [
      ([0x66, 0x33, 0x99], [0.44027, 0.16030, 303.373]), ([0x00, 0x80, 0x00], [0.51975, 0.17686, 142.495]),
      ([0x00, 0xFF, 0x00], [0.86644, 0.29483, 142.495]),
      ([0xFF, 0x00, 0x00], [0.62796, 0.25768, 29.2339]), ([0x00, 0x00, 0xFF], [0.45201, 0.31321, 264.052]),
      ([0xFF, 0xFF, 0x00], [0.96798, 0.21101, 109.769]),
    ])
  func cssExamples(hex: [Int], lch: [Double]) {
    let transform = OKLabTransform(.sRGB)
    let linear = SIMD3(linear(hex[0]), linear(hex[1]), linear(hex[2]))
    let color = OKLCh(transform.oklab(linear: linear))
    #expect(abs(color.lightness - lch[0]) < 1e-5)
    #expect(abs(color.chroma - lch[1]) < 1e-5)
    #expect(abs(color.hue - lch[2]) < 5e-3)
    #expect(color.lab.distance(to: transform.oklab(linear: linear)) < 1e-14)
  }

  @Test("neutrals have no chroma, in every space", arguments: RGBColorSpace.allCases)
  func neutrals(space: RGBColorSpace) throws {
    for transform in [OKLabTransform(space), try OKLabTransform(space.profile)] {
      for level in stride(from: 0.0, through: 1, by: 0.05) {
        let color = transform.oklab(linear: SIMD3(repeating: level))
        #expect(color.chroma < 1e-7)
        #expect(abs(color.lightness - ReproducibleMath.cubeRoot(level)) < 1e-7)
      }
    }
  }

  @Test("comes back from OKLab, out of gamut too", arguments: RGBColorSpace.allCases)
  func roundTrip(space: RGBColorSpace) {
    let transform = OKLabTransform(space)
    var generator = SplitMix64(seed: 3)
    for _ in 0..<300 {
      let color = SIMD3<Double>.random(in: -0.3...1.4, using: &generator)
      let back = transform.linear(transform.oklab(linear: color))
      #expect(abs(back.x - color.x) < 1e-12 && abs(back.y - color.y) < 1e-12 && abs(back.z - color.z) < 1e-12)
    }
  }

  @Test("takes unknown profiles by their colorants, close to the standard's matrix")
  func unknownProfiles() throws {
    // Another curve makes sRGB's colorants an unknown space.
    let profile = try ICCProfile.made(name: "x", chromaticities: .sRGB, curve: .parametric(.gamma(1.5)))
    #expect(profile.knownSpace == nil)
    let (known, unknown) = (OKLabTransform(.sRGB), try OKLabTransform(profile))
    #expect(
      known.oklab(linear: [0.2, 0.9, 0.1]).distance(to: unknown.oklab(linear: [0.2, 0.9, 0.1])) < 1e-4)
    #expect(throws: ColorError.self) { try OKLabTransform(RGBColorSpace.sRGB.grayProfile) }
  }

  private func linear(_ code: Int) -> Double {
    let x = Double(code) / 255
    return x <= 0.04045 ? x / 12.92 : CLibrary.power((x + 0.055) / 1.055, 2.4)
  }
}

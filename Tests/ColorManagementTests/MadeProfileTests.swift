import Pixels
import Testing

@testable import ColorManagement

@Suite("ICCProfile made of PNG chunks")
struct MadeProfileTests {
  /// brucelindbloom.com, "RGB/XYZ Matrices", Bradford-adapted to D50.
  @Test(
    "has the D50 matrix that Bruce Lindbloom publishes",
    arguments: [
      (
        RGBColorSpace.sRGB,
        [0.4360747, 0.3850649, 0.1430804, 0.2225045, 0.7168786, 0.0606169, 0.0139322, 0.0971045, 0.7141733]
      ),
      (
        .adobeRGB,
        [0.6097559, 0.2052401, 0.1492240, 0.3111242, 0.6256560, 0.0632197, 0.0194811, 0.0608902, 0.7448387]
      ),
    ])
  func publishedMatrices(space: RGBColorSpace, published: [Double]) throws {
    let profile = try ICCProfile.made(
      name: "x", chromaticities: space.chromaticities, curve: .identity)
    guard case .matrix(let model) = profile.model else {
      Issue.record("no matrix model")
      return
    }
    for (index, value) in published.enumerated() {
      // His D65 is 0.95047, 1, 1.08883; ours has the chromaticity 0.3127, 0.3290.
      #expect(abs(model.colorants[index / 3, index % 3] - value) < 3e-4)
    }
  }

  @Test("agrees with the built-in colorants to a rounding step or two", arguments: RGBColorSpace.allCases)
  func builtInColorants(space: RGBColorSpace) throws {
    let profile = try ICCProfile.made(
      name: "x", chromaticities: space.chromaticities, curve: .parametric(space.transfer))
    #expect(profile.knownSpace == space)
    #expect(profile.chromaticities != nil)
  }

  @Test("gives sRGB's primaries to a file with gamma alone")
  func gammaAlone() throws {
    let profile = try ICCProfile.fromGamma(0.45455)
    guard case .matrix(let model) = profile.model, case .parametric(let curve) = model.curves[0] else {
      Issue.record("no matrix model")
      return
    }
    #expect(curve == .gamma((65536 / 0.45455).rounded() / 65536))
    let seen = try #require(profile.chromaticities)
    #expect(abs(seen.red.x - 0.64) < 1e-4 && abs(seen.blue.y - 0.06) < 1e-4)
    #expect(profile.name == "PNG gamma 2.2")
    #expect(try ICCProfile.fromGamma(1, gray: true).model == .gray(curve: .identity))
  }

  @Test("keeps the primaries of a cHRM chunk")
  func chromaticities() throws {
    let wide = Chromaticities(
      red: [0.7, 0.3], green: [0.2, 0.75], blue: [0.14, 0.05], white: [0.3333, 0.3333])
    let seen = try #require(ICCProfile.fromGamma(0.5, chromaticities: wide).chromaticities)
    #expect(abs(seen.green.y - 0.75) < 1e-3 && abs(seen.white.x - 0.3333) < 1e-3)
  }

  @Test("refuses gammas and chromaticities that make no image")
  func degenerate() {
    for gamma in [0, -1, 1000, Double.nan, .infinity] {
      #expect(throws: ColorError.self) { try ICCProfile.fromGamma(gamma) }
    }
    let good = Chromaticities.sRGB
    var flat = good
    flat.blue = (good.red + good.green) / 2
    var dark = good
    dark.white.y = 0
    var nan = good
    nan.red.x = .nan
    var outside = good
    outside.white = [0.7, 0.2]
    for bad in [flat, dark, nan, outside] {
      #expect(throws: ColorError.self) { try ICCProfile.fromGamma(0.45455, chromaticities: bad) }
    }
  }

  @Test("gives the built-in profiles for the code points that mean them")
  func knownCodePoints() throws {
    #expect(try ICCProfile.fromCICP(primaries: 1, transfer: 13) == RGBColorSpace.sRGB.profile)
    #expect(try ICCProfile.fromCICP(primaries: 12, transfer: 13) == RGBColorSpace.displayP3.profile)
    for transfer: UInt8 in [1, 6, 14, 15] {
      #expect(try ICCProfile.fromCICP(primaries: 9, transfer: transfer) == RGBColorSpace.rec2020.profile)
    }
    #expect(
      try ICCProfile.fromCICP(primaries: 12, transfer: 13, gray: true) == RGBColorSpace.displayP3.grayProfile)
  }

  @Test("makes a profile for every SDR code point of H.273 that describes RGB")
  func otherCodePoints() throws {
    for primaries: UInt8 in [1, 4, 5, 6, 7, 8, 9, 11, 12, 22] {
      for transfer: UInt8 in [1, 4, 5, 6, 7, 8, 13, 14, 15] {
        let profile = try ICCProfile.fromCICP(primaries: primaries, transfer: transfer)
        guard case .matrix(let model) = profile.model else {
          Issue.record("no matrix model")
          continue
        }
        #expect(abs(model.curves[0].linear(1) - 1) < 1e-4)
      }
    }
    let dci = try #require(ICCProfile.fromCICP(primaries: 11, transfer: 13).chromaticities)
    #expect(abs(dci.white.x - 0.314) < 1e-3 && abs(dci.white.y - 0.351) < 1e-3)
  }

  @Test("explains HDR and refuses reserved code points")
  func refusedCodePoints() {
    #expect(throws: ColorError.highDynamicRange(transfer: 16)) {
      try ICCProfile.fromCICP(primaries: 9, transfer: 16)
    }
    #expect(throws: ColorError.highDynamicRange(transfer: 18)) {
      try ICCProfile.fromCICP(primaries: 9, transfer: 18)
    }
    for transfer: UInt8 in [0, 2, 3, 9, 10, 11, 12, 17, 19, 255] {
      #expect(throws: ColorError.self) { try ICCProfile.fromCICP(primaries: 1, transfer: transfer) }
    }
    for primaries: UInt8 in [0, 2, 3, 10, 13, 23, 255] {
      #expect(throws: ColorError.self) { try ICCProfile.fromCICP(primaries: primaries, transfer: 13) }
    }
  }
}

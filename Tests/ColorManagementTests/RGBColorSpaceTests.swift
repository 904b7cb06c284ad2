import Pixels
import TestSupport
import Testing

@testable import ColorManagement

@Suite("RGBColorSpace")
struct RGBColorSpaceTests {
  @Test("is found by its name and by the alias p3, whatever the case")
  func names() {
    #expect(RGBColorSpace(name: "p3") == .displayP3)
    #expect(RGBColorSpace(name: "Display-P3") == .displayP3)
    #expect(RGBColorSpace(name: "sRGB") == .sRGB)
    #expect(RGBColorSpace(name: "prophoto") == .proPhoto)
    #expect(RGBColorSpace(name: "p4") == nil)
  }

  @Test("profiles are compact, valid, named, and find their own space", arguments: RGBColorSpace.allCases)
  func profiles(space: RGBColorSpace) {
    let profile = space.profile
    #expect(profile.bytes.count <= 520)
    #expect(profile.name == space.displayName)
    #expect(profile.version == "4.3")
    #expect(profile.deviceClass == .display)
    #expect(profile.creationDate == "2025-06-24 00:00:00")
    #expect(profile.remarks.isEmpty)
    #expect(profile.knownSpace == space)
    #expect(profile.mediaWhitePoint == SIMD3<Double>(63190, 65536, 54061) / 65536)
    #expect(space.grayProfile.colorSpace == .gray)
    #expect(space.grayProfile.model == .gray(curve: .parametric(space.transfer)))
    #expect(space.grayProfile.knownSpace == nil)
  }

  /// The profile ID is a digest of all the bytes: a change of one of them is seen here.
  @Test("profiles have constant bytes")
  func constantBytes() {
    let ids = RGBColorSpace.allCases.map { $0.profile.profileID ?? "none" }
    #expect(
      ids == [
        "841721e096ace8b0be6847891d5284f0", "ebabcd7e5a200647a8f6d7c1e4890cf3",
        "6a701e09c938adf4d0069277f268c71c", "530475caf411d2c92d9752b0c7590891",
        "ef41f74f42b4a3d86502e07647a99e74",
      ])
    let grayIDs = RGBColorSpace.allCases.map { $0.grayProfile.profileID ?? "none" }
    #expect(
      grayIDs == [
        "63b5531025fe1bad1dfef77c99037359", "90497ac35de184902bf861cc8b673959",
        "f00bd8a7860b0147d846c4dbfd4ee30f", "a80111edb29562ba7701e1e597d9b393",
        "1f6ab1b9dc54219612a2c776e430f78b",
      ])
  }

  @Test(
    "profiles hold the numbers of the corpus profiles",
    .enabled(if: SharedFolder.isAvailable, Comment(rawValue: SharedFolder.skipReason)),
    arguments: [
      (RGBColorSpace.displayP3, "DisplayP3-v4", true),
      (.rec2020, "Rec2020-v4", true), (.proPhoto, "ProPhoto-v4", true),
      // A98C has a straight toe that Adobe RGB (1998) does not have.
      (.adobeRGB, "AdobeCompat-v4", false),
    ])
  func numbers(space: RGBColorSpace, name: String, sameCurve: Bool) throws {
    let corpus = try ICCProfile(bytes: CorpusProfiles.bytes(name))
    guard case .matrix(let ours) = space.profile.model, case .matrix(let theirs) = corpus.model else {
      Issue.record("no matrix model")
      return
    }
    #expect(ours.colorants == theirs.colorants)
    #expect((ours.curves == theirs.curves) == sameCurve)
    #expect(space.profile.mediaWhitePoint == corpus.mediaWhitePoint)
    #expect(space.profile.adaptation == corpus.adaptation)
  }

  @Test("profiles show the primaries of their standards", arguments: RGBColorSpace.allCases)
  func primaries(space: RGBColorSpace) throws {
    let seen = try #require(space.profile.chromaticities)
    let standard = space.chromaticities
    for (a, b) in [
      (seen.red, standard.red), (seen.green, standard.green), (seen.blue, standard.blue),
      (seen.white, standard.white),
    ] {
      #expect(abs(a.x - b.x) < 2e-4 && abs(a.y - b.y) < 2e-4, "\(a) is not \(b)")
    }
  }

  @Test("colorants sum to D50 exactly, so that neutrals stay neutral", arguments: RGBColorSpace.allCases)
  func neutrals(space: RGBColorSpace) {
    guard case .matrix(let model) = space.profile.model else {
      Issue.record("no matrix model")
      return
    }
    #expect(model.colorants.multiplied(by: [1, 1, 1]) == SIMD3<Double>(63190, 65536, 54061) / 65536)
  }
}

import Analysis
import Checking
import ImageFiles
import TestSupport
import Testing

/// What catalogs and names say of an image counts before what its pixels look like.
@Suite struct AssetUseTests {
  /// A ring of `gray` on transparency.
  private static func ring(gray: UInt8) -> [UInt8] {
    let side = 64
    let samples = (0..<side * side).flatMap { index -> [UInt8] in
      let (x, y) = (Double(index % side) / 64 - 0.5, Double(index / side) / 64 - 0.5)
      let radius = (x * x + y * y).squareRoot()
      return [gray, gray, gray, radius < 0.45 && radius > 0.25 ? 255 : 0]
    }
    return PNGFile.image8(width: side, colorType: 6, samples).adding(.sRGB()).bytes
  }

  /// Pure red of Display P3, which sRGB does not hold.
  private static let red = PNGFile.image8(
    width: 32, colorType: 2, (0..<32 * 32).flatMap { _ in [255, 0, 0] }
  ).adding(.cICP(12, 13)).bytes

  private func levels(_ path: String, _ rules: Rule...) async throws -> [FindingLevel] {
    try await ImageCheck(CheckRequest()).check(.file(path)).findings
      .filter { rules.contains($0.rule) }.map(\.level)
  }

  private func set(
    _ name: String, _ contents: String, _ images: [String: [UInt8]]
  ) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (image, bytes) in images { try folder.write(bytes, to: "A.xcassets/\(name)/\(image)") }
    try folder.write(Array(contents.utf8), to: "A.xcassets/\(name)/Contents.json")
    return folder
  }

  @Test func templatesSlicesAndAppIconsAreNotes() async throws {
    let glyph = Self.ring(gray: 0)
    let entry = #"{"filename": "a.png", "idiom": "universal", "scale": "1x""#
    for (name, contents, expected) in [
      ("Plain.imageset", #"{"images": [\#(entry)}]}"#, FindingLevel.warning),
      (
        "Tab.imageset",
        #"{"images": [\#(entry)}], "properties": {"template-rendering-intent": "template"}}"#, .note
      ),
      ("Bezel.imageset", #"{"images": [\#(entry), "resizing": {"mode": "9-part"}}]}"#, .note),
      ("Icon.appiconset", "{}", .note), ("Broken.imageset", "{", .warning), ("None.imageset", "[]", .warning),
    ] {
      let folder = try set(name, contents, ["a.png": glyph])
      #expect(
        try await levels(folder.path("A.xcassets/\(name)/a.png"), .vanishesOnDark) == [expected], "\(name)")
    }
  }

  @Test func anAppearanceIsJudgedOnItsOwnGround() async throws {
    let dark = #"{"filename": "d.png", "appearances": [{"appearance": "luminosity", "value": "dark"}]}"#
    let folder = try set(
      "Logo.imageset", #"{"images": [{"filename": "a.png"}, \#(dark)]}"#,
      ["a.png": Self.ring(gray: 0), "d.png": Self.ring(gray: 255)])
    let place = folder.path("A.xcassets/Logo.imageset/")
    #expect(try await levels(place + "a.png", .vanishesOnDark) == [.note])
    #expect(try await levels(place + "d.png", .vanishesOnLight) == [.note])
    // The wrong way round: both vanish where they are shown.
    try folder.write(Self.ring(gray: 255), to: "A.xcassets/Logo.imageset/a.png")
    try folder.write(Self.ring(gray: 0), to: "A.xcassets/Logo.imageset/d.png")
    #expect(try await levels(place + "a.png", .vanishesOnLight) == [.warning])
    #expect(try await levels(place + "d.png", .vanishesOnDark) == [.warning])
  }

  /// On light ground white does not glow.
  @Test func aSetWithADarkImageHasNoGlow() async throws {
    let card = try TestImages.bytes("card-srgb-8.png")
    let dark = #"{"filename": "d.png", "appearances": [{"appearance": "luminosity", "value": "dark"}]}"#
    for (other, expected) in [("", [FindingLevel.note]), (", \(dark)", [])] {
      let folder = try set(
        "Card.imageset", #"{"images": [{"filename": "a.png"}\#(other)]}"#, ["a.png": card, "d.png": card])
      #expect(try await levels(folder.path("A.xcassets/Card.imageset/a.png"), .whiteGlow) == expected)
    }
  }

  @Test func wideImagesWithAStandardOneAreNotClipped() async throws {
    let rules = [Rule.gamutClipping, .collapsedColors, .clippedGradient]
    func count(_ path: String) async throws -> Int {
      try await ImageCheck(CheckRequest()).check(.file(path)).findings.count { rules.contains($0.rule) }
    }
    let slots = #"{"filename": "w.png", "display-gamut": "display-P3"}"#
    let both = try set(
      "Red.imageset", #"{"images": [\#(slots), {"filename": "s.png"}]}"#,
      ["w.png": Self.red, "s.png": Self.red])
    #expect(try await count(both.path("A.xcassets/Red.imageset/w.png")) == 0)
    #expect(try await count(both.path("A.xcassets/Red.imageset/s.png")) == 1)
    let alone = try set("Red.imageset", #"{"images": [\#(slots)]}"#, ["w.png": Self.red])
    #expect(try await count(alone.path("A.xcassets/Red.imageset/w.png")) == 1)
    let folder = try TemporaryFolder()
    for name in ["hero-p3.png", "hero.png", "lone-p3.png"] { try folder.write(Self.red, to: name) }
    #expect(try await count(folder.path("hero-p3.png")) == 0)
    #expect(try await count(folder.path("hero.png")) == 1)
    #expect(try await count(folder.path("lone-p3.png")) == 1)
  }

  @Test(arguments: [
    ("testBranchPickerDark.1.png", true), ("anthropic-dark.c654ab.png", true), ("logoDark@2x.png", true),
    ("darkness.png", false), ("logo-facade.png", false),
  ])
  func namesSayTheGroundInCamelCaseAndBeforeHashes(name: String, isForDark: Bool) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.ring(gray: 255), to: name)
    #expect(try await levels(path, .vanishesOnLight) == [isForDark ? .note : .warning])
  }
}

import ImageCases
import Checking
import ColorManagement
import Foundation
import ImageFiles
import PNGCodec
import Pixels
import TestSupport
import Testing

/// Defects that a person sees, made on purpose: each must be a warning at the defaults.
@Suite struct PlantedDefectsTests {
  private func levels(_ image: CheckTestImage, of rule: Rule) async throws -> [FindingLevel] {
    try await ImageCheck(CheckRequest()).check(image.source).findings.filter { $0.rule == rule }.map(\.level)
  }

  /// The same of an image in memory with a name.
  private func levels(_ image: CheckTestImage, of rule: Rule, name: String) async throws -> [FindingLevel] {
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: image.path)))
    return try await ImageCheck(CheckRequest()).check(.bytes(bytes, name: name)).findings
      .filter { $0.rule == rule }.map(\.level)
  }

  private func image(_ picture: BandingPicture, bits: Int, _ chunks: [PNGChunk] = []) throws -> CheckTestImage
  {
    // 8 bits hold the codes of fewer: BandingPicture spreads them over 16.
    try CheckTestImage(
      width: picture.width, height: picture.height, bitDepth: 8, chunks: chunks,
      samples: Array(picture.buffer(bits: bits).samples))
  }

  // MARK: Banding

  private static func sky(_ number: Int) -> BandingPicture {
    var random = SplitMix64(seed: UInt64(number))
    let low = SIMD3(
      Double.random(in: 0.15...0.3, using: &random), Double.random(in: 0.3...0.45, using: &random),
      Double.random(in: 0.5...0.6, using: &random))
    let high = low + Double.random(in: 0.3...0.4, using: &random)
    return number % 2 == 0
      ? .ramp(480, 240, from: low, to: high) : .glow(400, from: high, to: low)
  }

  @Test(arguments: 0..<(LongTests.areEnabled ? 16 : 6), [5, 6])
  func aPosterisedSkyIsAWarning(number: Int, bits: Int) async throws {
    #expect(try await levels(image(Self.sky(number), bits: bits), of: .banding) == [.warning])
  }

  /// The glows among the skies have too few steps of four bits to be told from drawn shades.
  @Test(arguments: (0..<16).filter { $0 % 2 == 0 }) func aSkyOfFourBitsIsAWarning(number: Int) async throws {
    #expect(try await levels(image(Self.sky(number), bits: 4), of: .banding) == [.warning])
  }

  @Test(arguments: 0..<4, [7, 8]) func fineStepsAreANoteAtMost(number: Int, bits: Int) async throws {
    let found = try await levels(image(Self.sky(number), bits: bits), of: .banding)
    #expect(found.allSatisfy { $0 == .note })
  }

  /// Triangles of flat tones that differ by a few codes, in any order: low-polygon art.
  @Test func facetsAreANoteAtMost() async throws {
    var random = SplitMix64(seed: 3)
    let tones = (0..<512).map { _ in Double.random(in: -0.05...0.05, using: &random) }
    let facets = BandingPicture(width: 640, height: 400) { x, y in
      let isUpper = (x % 80) * 80 > (y % 80) * 80
      let tone = tones[(y / 80 * 8 + x / 80) * 2 + (isUpper ? 1 : 0)]
      let base = 0.3 + 0.3 * Double(x / 80 + y / 80) / 12 + tone / 4
      return SIMD3(base, base + 0.1 + tone / 5, base + 0.25 - tone / 6)
    }
    #expect(try await levels(image(facets, bits: 8), of: .banding).allSatisfy { $0 == .note })
  }

  @Test(arguments: [
    BandingPicture.facetedBall(400, count: 24, color: SIMD3(0.9, 0.9, 0.85)),
    .facetedBall(400, count: 24, color: SIMD3(0.98, 0.84, 0.17)),
    .facetedBall(400, count: 16, color: SIMD3(0.62, 0.45, 0.6)),
    .facetedBall(512, count: 32, color: SIMD3(0.98, 0.84, 0.17)),
    .legend(64, width: 60), .legend(64, width: 120),
  ])
  func facetsOfABodyAndSwatchesOfALegendAreANote(picture: BandingPicture) async throws {
    #expect(try await levels(image(picture, bits: 8), of: .banding) == [.note])
  }

  @Test(arguments: [(160, 48), (200, 60), (240, 80)])
  func theStepsOfAButtonAreANote(size: (width: Int, height: Int)) async throws {
    let button = BandingPicture.button(size.width, size.height)
    #expect(try await levels(image(button, bits: 5), of: .banding) == [.note])
  }

  /// The same steps on a panel that is broad.
  @Test func theStepsOfAPanelAreAWarning() async throws {
    #expect(try await levels(image(.button(480, 240), bits: 5), of: .banding) == [.warning])
  }

  /// Steps of 3 to 8 codes, in all channels at once.
  @Test(arguments: [10, 14, 20]) func chosenShadesAreANote(count: Int) async throws {
    let shades = BandingPicture.shades(
      count, 480, 240, from: SIMD3(0.2, 0.3, 0.5), to: SIMD3(0.45, 0.5, 0.75))
    #expect(try await levels(image(shades, bits: 8), of: .banding) == [.note])
  }

  /// The steps of four bits, but in all channels at once, or in one alone.
  @Test(arguments: [SIMD3(0.6, 0.7, 0.8), SIMD3(0.6, 0.2, 0.3), SIMD3(0.6, 0.25, 0.35)])
  func fewCoarseShadesAreNone(end: SIMD3<Double>) async throws {
    let shades = BandingPicture.shades(9, 480, 240, from: SIMD3(0.1, 0.2, 0.3), to: end)
    #expect(try await levels(image(shades, bits: 8), of: .banding) == [])
  }

  @Test func tilesTitleBarsAndFewShadesAreNone() async throws {
    let tiles = BandingPicture(width: 320, height: 240) { x, y in
      let value = 0.3 + 0.012 * Double(x / 16) + 0.01 * Double(y / 16)
      return SIMD3(value, value + 0.1, value + 0.2)
    }
    #expect(try await levels(image(tiles, bits: 8), of: .banding) == [])
    let bar = BandingPicture.ramp(400, 24, from: SIMD3(0.2, 0.3, 0.5), to: SIMD3(0.5, 0.6, 0.8))
    #expect(try await levels(image(bar, bits: 6), of: .banding) == [])
    let shades = BandingPicture.shades(4, 400, 200, from: SIMD3(repeating: 0.4), to: SIMD3(repeating: 0.5))
    #expect(try await levels(image(shades, bits: 8), of: .banding) == [])
  }

  // MARK: Vanishing

  /// A mark of `gray` on transparency, `side` pixels across: a ring, bars, a triangle or a cross.
  private static func mark(_ shape: Int, side: Int, gray: UInt16) throws -> CheckTestImage {
    let samples = (0..<side * side).flatMap { index -> [UInt16] in
      let (x, y) = (Double(index % side) / Double(side) - 0.5, Double(index / side) / Double(side) - 0.5)
      let radius = (x * x + y * y).squareRoot()
      let isInside =
        switch shape {
        case 0: radius < 0.45 && radius > 0.25
        case 1: abs(x) < 0.4 && (index / side) % 4 < 2
        case 2: y > -0.4 && abs(x) < (y + 0.4) / 2
        default: abs(x) < 0.12 || abs(y) < 0.12
        }
      return [gray, gray, gray, isInside ? 65535 : 0]
    }
    return try CheckTestImage(
      width: side, height: side, format: .rgba16, bitDepth: 8, chunks: PNGChunk.sRGB(intent: 0),
      samples: samples)
  }

  @Test(arguments: 0..<4, LongTests.areEnabled ? [16, 32, 64, 128] : [16, 64])
  func aMarkThatVanishesIsAWarning(shape: Int, side: Int) async throws {
    for gray: UInt16 in [0, 0x0101, 0x2020, 0x3A3A] {
      let dark = try Self.mark(shape, side: side, gray: gray)
      #expect(try await levels(dark, of: .vanishesOnDark) == [.warning])
      #expect(try await levels(dark, of: .vanishesOnLight) == [])
    }
    for gray: UInt16 in [65535, 0xFEFE, 0xF0F0, 0xDADA] {
      let light = try Self.mark(shape, side: side, gray: gray)
      #expect(try await levels(light, of: .vanishesOnLight) == [.warning])
      #expect(try await levels(light, of: .vanishesOnDark) == [])
    }
  }

  /// Small marks of pure black or white whose names say that toolkits paint them in another colour: notes.
  @Test(arguments: 0..<4, [(16, FindingLevel.note), (96, .note), (97, .warning), (128, .warning)])
  func aTemplateThatVanishesIsANote(shape: Int, expected: (side: Int, level: FindingLevel)) async throws {
    for (gray, rule) in [(0, Rule.vanishesOnDark), (65535, .vanishesOnLight)] {
      let mark = try Self.mark(shape, side: expected.side, gray: UInt16(gray))
      for name in ["go-home-symbolic.png", "a-b/go-last-symbolic-rtl.symbolic.png", "ShareTemplate@2x.PNG"] {
        #expect(try await levels(mark, of: rule, name: name) == [expected.level], "\(name)")
      }
      for name in ["logo.png", "symbolic.png", "Template-2.png", "Template/a.png", "-symbolic/a.png"] {
        #expect(try await levels(mark, of: rule, name: name) == [.warning], "\(name)")
      }
    }
  }

  /// Paths that say for which ground the artwork is drawn: a note on the other one, and a warning still on that one itself.
  @Test(
    arguments: [
      ("logo-black.png", true), ("w_logo_black@2x.PNG", true), ("black/24dp/home.png", true),
      ("breeze-light/actions/16/home.png", true), ("checkbox-light.png", true),
      ("logo-white.png", false), ("ic_home_white_24dp.png", false), ("icons/white/home.png", false),
      ("Foo-dark/24x24/home.png", false), ("res/drawable-night-xxhdpi/home.png", false),
      ("logo_dark.png", false),
    ] as [(String, Bool)])
  func aMarkWhosePathNamesItsGroundIsANote(path: String, isForLight: Bool) async throws {
    let (black, white) = (try Self.mark(0, side: 128, gray: 0), try Self.mark(0, side: 128, gray: 65535))
    let expected: (FindingLevel, FindingLevel) = isForLight ? (.note, .warning) : (.warning, .note)
    #expect(try await levels(black, of: .vanishesOnDark, name: path) == [expected.0])
    #expect(try await levels(white, of: .vanishesOnLight, name: path) == [expected.1])
  }

  /// Parts of widget and window themes, which paint the ground as well.
  @Test(arguments: [
    "Arc-Dark/gtk-2.0/assets/button.png", "src/gtk-3.20/radio.png", "Nodoka/metacity-1/close.png",
    "a/xfwm4/left.png",
    "themes/Materia/cinnamon/assets/trash.png", "usr/share/themes/Numix/assets/radio.png",
    "home/.themes/A/b.png", "usr/share/sawfish/themes/Strap/close.png", "home/.icewm/themes/A/b.png",
    "usr/share/plymouth/themes/emerald/logo.png",
  ])
  func aPartOfAThemeIsANote(path: String) async throws {
    for (gray, rule) in [(UInt16(0), Rule.vanishesOnDark), (65535, .vanishesOnLight)] {
      #expect(try await levels(Self.mark(0, side: 128, gray: gray), of: rule, name: path) == [.note])
    }
  }

  /// Names that are like those.
  @Test(arguments: [
    "logo.png", "blackbird.png", "black-bird.png", "highlight.png", "white-3d.png", "dark/a/b/c/logo.png",
    "dark.d/logo-2.png", "gtk-3.0.png", "gtk-3/logo.png", "gtk-3.x/logo.png", "gtk-demo/logo.png",
    "xfwm4.png",
    "themes/Metro/img/logo.png", "cinnamon/assets/logo.png", "share/icons/themes/logo.png",
    "sawfish/logo.png",
  ])
  func aMarkOfAnyOtherPathIsAWarning(path: String) async throws {
    for (gray, rule) in [(UInt16(0), Rule.vanishesOnDark), (65535, .vanishesOnLight)] {
      #expect(try await levels(Self.mark(0, side: 128, gray: gray), of: rule, name: path) == [.warning])
    }
  }

  /// Lines and slices of frames have no shape to be made out, bars of four pixels have.
  @Test(arguments: [(1, 40), (3, 40), (40, 3), (3, 3), (4, 40), (40, 4), (4, 4)])
  func hairlinesAreNone(size: (width: Int, height: Int)) async throws {
    let samples = (0..<size.width * size.height).flatMap { index -> [UInt16] in
      [0, 0, 0, index % size.width == 0 || index / size.width == 0 ? 0 : 65535]
    }
    let line = try CheckTestImage(
      width: size.width, height: size.height, format: .rgba16, bitDepth: 8, chunks: PNGChunk.sRGB(intent: 0),
      samples: samples)
    let isHairline = min(size.width, size.height) <= 3
    #expect(try await levels(line, of: .vanishesOnDark).isEmpty == isHairline)
  }

  /// A sheet of black and of white drawings, made for a ground of its own, beside one with black drawings alone.
  @Test(arguments: [(UInt16(65535), FindingLevel.note), (0x9000, .warning)])
  func whatVanishesOnEitherGroundIsANote(right: UInt16, level: FindingLevel) async throws {
    let samples = (0..<64 * 64).flatMap { index -> [UInt16] in
      let (x, y) = (index % 64, index / 64)
      let gray = x < 32 ? 0 : right
      return [gray, gray, gray, x % 32 > 4 && x % 32 < 28 && y > 4 && y < 60 ? 65535 : 0]
    }
    let sheet = try CheckTestImage(
      width: 64, height: 64, format: .rgba16, bitDepth: 8, chunks: PNGChunk.sRGB(intent: 0), samples: samples)
    #expect(try await levels(sheet, of: .vanishesOnDark) == [level])
    #expect(try await levels(sheet, of: .vanishesOnLight) == (level == .note ? [.note] : []))
  }

  // MARK: Clipping

  @Test(arguments: [[65535, 0, 0], [0, 65535, 0], [65535, 30000, 0], [0, 59000, 30000]] as [[UInt16]])
  func visibleClippingIsAWarningFromAHundredthOn(color: [UInt16]) async throws {
    for (side, level) in [(7, FindingLevel.warning), (3, .note)] {
      let samples = (0..<64 * 64).flatMap { index in
        index % 64 < side && index / 64 < side ? color : [0x8000, 0x7A00, 0x7000]
      }
      let image = try CheckTestImage(
        width: 64, height: 64, chunks: [.profile(.displayP3)], samples: samples)
      #expect(try await levels(image, of: .gamutClipping) == [level])
    }
  }

  /// A yellow that fades, which sRGB shows as one yellow: of ΔE 4.7, nearly all of it in chroma.
  @Test func aGradientOfChromaAloneIsANote() async throws {
    let samples = (0..<64 * 64).flatMap { index -> [UInt16] in
      let blue = UInt16((index % 64 * 84 + 31) / 63 * 257)
      return [65535, 65535, blue]
    }
    let image = try CheckTestImage(
      width: 64, height: 64, bitDepth: 8, chunks: [.profile(.displayP3)], samples: samples)
    #expect(try await levels(image, of: .clippedGradient) == [.note])
  }

  /// Red towards orange on 64 × 24 pixels: of ΔE 3.9, and of 4.7.
  @Test(arguments: [(56, FindingLevel.note), (62, .warning)])
  func aSmallGradientIsAWarningFromFourOn(last: Int, level: FindingLevel) async throws {
    let samples = (0..<64 * 64).flatMap { index -> [UInt16] in
      let green = UInt16((index % 64 * last + 31) / 63 * 257)
      return index / 64 < 24 ? [65535, green, 0] : [32768, 32768, 32768]
    }
    let image = try CheckTestImage(
      width: 64, height: 64, bitDepth: 8, chunks: [.profile(.displayP3)], samples: samples)
    #expect(try await levels(image, of: .clippedGradient) == [level])
  }

  /// Red towards orange, which sRGB shows as one red: of ΔE 2.2, 2.6, 3.2 and 3.9.
  @Test(arguments: [(42, FindingLevel.note), (46, .note), (50, .warning), (56, .warning)])
  func aGradientThatIsLostIsAWarningFromThreeOn(last: Int, level: FindingLevel) async throws {
    let samples = (0..<64 * 64).flatMap { index -> [UInt16] in
      [65535, UInt16((index % 64 * last + 31) / 63 * 257), 0]
    }
    let image = try CheckTestImage(
      width: 64, height: 64, bitDepth: 8, chunks: [.profile(.displayP3)], samples: samples)
    #expect(try await levels(image, of: .clippedGradient) == [level])
  }
}

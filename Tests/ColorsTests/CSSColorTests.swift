import ColorManagement
import PixelConversion
import Pixels
import TestSupport
import Testing

@testable import Colors

@Suite struct CSSColorTests {
  // MARK: What is read

  @Test(arguments: [
    ("#f80", [255, 136, 0, 255]), ("#F808", [255, 136, 0, 136]), ("#0070F2", [0, 112, 242, 255]),
    ("#0070f280", [0, 112, 242, 128]), ("rebeccapurple", [102, 51, 153, 255]), ("Navy", [0, 0, 128, 255]),
  ])
  func codesOfSRGB(text: String, codes: [Double]) throws {
    let color = try CSSColor(text)
    #expect(color.space == .sRGB)
    #expect(color.components == SIMD3(codes[0], codes[1], codes[2]) / 255)
    #expect(color.alpha == codes[3] / 255)
    #expect(color.notation == (text.hasPrefix("#") ? .hexadecimal : .name))
  }

  @Test(arguments: [
    ("color(srgb 1 0.2 0)", CSSColorSpace.sRGB, [1, 0.2, 0], 1.0),
    ("color(display-p3 1 0.1 0.123456 / 0.5)", .displayP3, [1, 0.1, 0.123456], 0.5),
    ("color(srgb -0.25 1.5 .5/1)", .sRGB, [-0.25, 1.5, 0.5], 1),
    (" COLOR( Display-P3  1e-1\t0 +1 / 0 ) ", .displayP3, [0.1, 0, 1], 0),
  ])
  func functions(text: String, space: CSSColorSpace, components: [Double], alpha: Double) throws {
    let color = try CSSColor(text)
    #expect(color.space == space)
    #expect(color.components == SIMD3(components[0], components[1], components[2]))
    #expect(color.alpha == alpha)
    #expect(color.notation == .function)
  }

  @Test func everyNameIsAColour() throws {
    #expect(CSSColorNames.codes.count == 148)
    for (name, code) in CSSColorNames.codes {
      let hexadecimal = String(code, radix: 16)
      let digits = String(repeating: "0", count: 6 - hexadecimal.count) + hexadecimal
      #expect(try CSSColor(name).components == CSSColor("#" + digits).components, "\(name)")
    }
  }

  // MARK: Errors

  /// A text, the part of it that is wrong, the characters before that, and what is wrong.
  struct Mistake: Sendable {
    let text, part: String
    let offset: Int
    let problem: CSSColorError.Problem

    init(_ text: String, _ part: String, _ offset: Int, _ problem: CSSColorError.Problem) {
      (self.text, self.part, self.offset, self.problem) = (text, part, offset, problem)
    }
  }

  @Test(arguments: [
    Mistake("", "", 0, .empty), Mistake("  ", "", 2, .empty),
    Mistake("#", "#", 0, .digitCount(0)), Mistake("#12", "#12", 0, .digitCount(2)),
    Mistake(" #12345", "#12345", 1, .digitCount(5)), Mistake("#ggg", "g", 1, .notHexadecimal),
    Mistake("#12345x", "x", 6, .notHexadecimal), Mistake("#１２３", "１", 1, .notHexadecimal),
    Mistake("whit", "whit", 0, .unknownName(nearest: "white")),
    Mistake("somewhere", "somewhere", 0, .unknownName(nearest: nil)),
    Mistake("red blue", "blue", 4, .unexpected(expected: "the end")),
    Mistake("colour(srgb 1 1 1)", "colour", 0, .unknownFunction(nearest: "color")),
    Mistake("device-cmyk(0 0 0 0)", "device-cmyk", 0, .unknownFunction(nearest: nil)),
    Mistake("rgb(300 0 0)", "300", 4, .componentOutOfRange(300)),
    Mistake("rgb(1, 2 3)", "3", 9, .unexpected(expected: "','")),
    Mistake("rgb(1, 2, 3 / 0.5)", "/", 12, .unexpected(expected: "')'")),
    Mistake("hsl(120px 50% 50%)", "120px", 4, .notANumber),
    Mistake("lab(101 0 0)", "101", 4, .componentOutOfRange(101)),
    Mistake("oklch(0.5 -0.1 0)", "-0.1", 10, .componentOutOfRange(-0.1)),
    Mistake("oklab(0.5, 0, 0)", ",", 9, .unexpected(expected: "a")),
    Mistake("color(lab 1 1 1)", "lab", 6, .unknownSpace(nearest: nil)),
    Mistake("color(display-p4 1 1 1)", "display-p4", 6, .unknownSpace(nearest: "display-p3")),
    Mistake("color()", ")", 6, .unexpected(expected: "a colour space")),
    Mistake("color(srgb 1 1)", ")", 14, .unexpected(expected: "blue")),
    Mistake("color(srgb 1 1", "", 14, .unexpected(expected: "blue")),
    Mistake("color(srgb 1 1 1", "", 16, .unexpected(expected: "')'")),
    Mistake("color(srgb 1 1 1 1)", "1", 17, .unexpected(expected: "')'")),
    Mistake("color(srgb 1, 1, 1)", ",", 12, .unexpected(expected: "green")),
    Mistake("color(srgb 1 1 x)", "x", 15, .notANumber),
    Mistake("color(srgb 1 nan 1)", "nan", 13, .notANumber),
    Mistake("color(srgb 0x1 1 1)", "0x1", 11, .notANumber),
    Mistake("color(srgb 1e999 1 1)", "1e999", 11, .notANumber),
    Mistake("color(srgb 1 1 1 /", "", 18, .unexpected(expected: "alpha")),
    Mistake("color(srgb 1 1 1 / 2)", "2", 19, .alphaOutOfRange(2)),
    Mistake("color(srgb 1 1 1 / 0.5 junk)", "junk", 23, .unexpected(expected: "')'")),
    Mistake("color(srgb 1 1 1) x", "x", 18, .unexpected(expected: "the end")),
  ])
  func anErrorNamesItsPlace(mistake: Mistake) throws {
    let error = try #require(throws: CSSColorError.self) { try CSSColor(mistake.text) }
    #expect(error.text == mistake.text)
    #expect(error.part == mistake.part)
    #expect(error.offset == mistake.offset)
    #expect(error.problem == mistake.problem)
    #expect(error.description.hasPrefix("'\(mistake.text)' is not a colour: "))
  }

  @Test(arguments: [
    ("#ggg", "'#ggg' is not a colour: 'g' (character 2) is no hexadecimal digit"),
    ("whit", "'whit' is not a colour: 'whit' (character 1) is no name of a colour, did you mean 'white'?"),
    ("color(srgb 1 1", "'color(srgb 1 1' is not a colour: blue is needed instead of the end"),
    ("#1", "'#1' is not a colour: 1 hexadecimal digit instead of 3, 4, 6 or 8"),
  ])
  func errorsInWords(text: String, words: String) {
    let error = #expect(throws: CSSColorError.self) { try CSSColor(text) }
    #expect(error?.description == words)
  }

  // MARK: Spaces

  /// Spellings of one colour, from the examples of CSS Color 4 and by hand.
  @Test(arguments: [
    ("rgb(255 136 0 / 50%)", "#ff880080"), ("rgb(100%, 50%, 0%)", "color(srgb 1 0.5 0)"),
    ("rgba(0, 112, 242, 0.5)", "rgb(0 112 242 / .5)"), ("hsl(120deg 100% 25%)", "rgb(0 127.5 0)"),
    ("hsl(0.5turn, 100%, 50%)", "cyan"), ("hsl(none 0% 50%)", "rgb(127.5 127.5 127.5)"),
    ("hwb(-300 0% 0%)", "hsl(60 100 50)"), ("hwb(90 80% 80%)", "rgb(127.5 127.5 127.5)"),
    ("hwb(194 0% 0%)", "hsl(194 100% 50%)"), ("lab(50% 50% 0)", "lab(50 62.5 0)"),
    ("lch(50 150% 90)", "lch(50 225 0.25turn)"), ("oklch(50% 100% 100grad)", "oklch(0.5 0.4 90)"),
    ("color(xyz 0.5 0.5 0.5)", "color(xyz-d65 50% 50% 50%)"),
  ])
  func spellings(one: String, other: String) throws {
    let (one, other) = (try CSSColor(one), try CSSColor(other))
    #expect(one.space == other.space)
    #expect(distance(one.components, other.components) < 1e-12)
    #expect(abs(one.alpha - other.alpha) < 0.002)
  }

  /// sRGB green in all spaces, worked out by coloraide 8.13.
  @Test(arguments: [
    ("srgb-linear", [0, 0.2158605, 0], 1e-6), ("display-p3", [0.2160375, 0.4941816, 0.1315131], 1e-6),
    ("a98-rgb", [0.2813656, 0.4980167, 0.116747], 1e-6),
    ("prophoto-rgb", [0.2305238, 0.3957806, 0.1299504], 1e-6),
    ("rec2020", [0.3323222, 0.5097924, 0.1917788], 1e-6),
    ("lab", [46.2777078, -47.5523951, 48.5862848], 1e-5),
    ("lch", [46.2777078, 67.9842434, 134.3838564], 1e-5),
    ("oklab", [0.5197518, -0.1403023, 0.1076759], 1e-6), ("oklch", [0.5197518, 0.1768582, 142.495345], 1e-5),
    ("xyz-d65", [0.0771883, 0.1543767, 0.0257294], 1e-6), ("xyz-d50", [0.083139, 0.1547476, 0.020956], 1e-6),
  ])
  func greenInAllSpaces(name: String, components: [Double], tolerance: Double) throws {
    let space = try #require(CSSColorSpace(rawValue: name))
    let green = try CSSColor("green").converted(to: space).components
    #expect(distance(green, SIMD3(components)) < tolerance, "\(green)")
  }

  @Test(arguments: CSSColorSpace.allCases)
  func aColorComesBackFromEverySpace(space: CSSColorSpace) throws {
    for color in Self.wideColors {
      let back = color.converted(to: space).converted(to: .displayP3)
      #expect(distance(back.components, color.components) < 1e-9)
    }
  }

  private func distance(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    let d = a - b
    return max(abs(d.x), abs(d.y), abs(d.z))
  }

  // MARK: sRGB

  /// Seeded: the same colours in every run.
  private static let wideColors: [CSSColor] = {
    var random = SplitMix64(seed: 7)
    return (0..<500).map { _ in
      let channels = (0..<3).map { _ in Double.random(in: 0...1, using: &random) }
      return CSSColor(space: .displayP3, components: SIMD3(channels))
    }
  }()

  /// The colour is computed from the standard's chromaticities, pixels from the profile's rounded numbers: they agree
  /// to 10⁻⁴ of linear light.
  @Test func displayP3BecomesSRGBAsAPixelDoes() throws {
    let plan = try ConversionPlan(
      source: RGBColorSpace.displayP3.profile, destination: RGBColorSpace.sRGB.profile,
      sourceIsGrayImage: false)
    let executor = try PixelExecutor(plan, mapping: .clip)
    for color in Self.wideColors {
      var pixel = PixelBuffer(
        width: 1, height: 1, format: .rgb16,
        samples: (0..<3).map { UInt16((color.components[$0] * 65535).rounded()) })
      executor.convert(&pixel)
      for (ours, sample) in zip((0..<3).map { color.clippedSRGB[$0] }, pixel.samples) {
        let pixels = WCAGContrast.transfer.linear(Double(sample) / 65535)
        #expect(abs(WCAGContrast.transfer.linear(ours) - pixels) < 1e-4)
      }
    }
  }

  @Test func sRGBStaysAsItIs() throws {
    for code in 0...255 {
      let text = "#" + String(repeating: (code < 16 ? "0" : "") + String(code, radix: 16), count: 3)
      #expect(try CSSColor(text).clippedSRGB == SIMD3(repeating: Double(code) / 255))
    }
    #expect(try !CSSColor("color(display-p3 1 0.1 0.1)").isInSRGB)
    #expect(try CSSColor("color(srgb 1.00005 0 0)").isInSRGB && !CSSColor("color(srgb 1.0001 0 0)").isInSRGB)
    #expect(try CSSColor("oklch(0.5197518 0.1768582 142.495345)").isInSRGB)
  }

  /// One fallback for every export: the same chroma reduction as `convert --gamut chroma`.
  @Test func aWideColorHasOneFallbackInSRGB() throws {
    let green = try CSSColor("color(display-p3 0 0.8 0.2 / 0.5)").inSRGB
    #expect(green.cssText == "color(srgb 0 0.791 0.223 / 0.5)")
    let inside = try CSSColor("color(display-p3 0.5 0.5 0.5)")
    #expect(inside.inSRGB == inside)
  }
}

import ColorManagement
import Pixels
import TestSupport
import Testing

@testable import P3Kit

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
    ("color(srgb 1 0.2 0)", CSSColor.Space.sRGB, [1, 0.2, 0], 1.0),
    ("color(display-p3 1 0.1 0.123456 / 0.5)", .displayP3, [1, 0.1, 0.123456], 0.5),
    ("color(srgb -0.25 1.5 .5/1)", .sRGB, [-0.25, 1.5, 0.5], 1),
    (" COLOR( Display-P3  1e-1\t0 +1 / 0 ) ", .displayP3, [0.1, 0, 1], 0),
  ])
  func functions(text: String, space: CSSColor.Space, components: [Double], alpha: Double) throws {
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
    Mistake("lab(1 1 1)", "lab", 0, .unknownFunction(nearest: nil)),
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

  // MARK: sRGB

  /// Seeded: the same colours in every run.
  private static let wideColors: [CSSColor] = {
    var random = SplitMix64(seed: 7)
    return (0..<500).map { _ in
      let channels = (0..<3).map { _ in Double.random(in: 0...1, using: &random) }
      return CSSColor(space: .displayP3, components: SIMD3(channels))
    }
  }()

  @Test func displayP3BecomesSRGBAsAPixelDoes() throws {
    let plan = try ConversionPlan(
      source: RGBColorSpace.displayP3.profile, destination: RGBColorSpace.sRGB.profile,
      sourceIsGrayImage: false)
    let executor = try PixelExecutor(plan, mapping: .clip)
    for color in Self.wideColors {
      var pixel = color.pixel
      executor.convert(&pixel)
      let expected = SIMD3(pixel.samples.map { Double($0) }) / 65535
      #expect(try color.clippedToSRGB() == expected)
    }
  }

  @Test func codesOfSRGBStayTheirCodes() throws {
    for code in 0...255 {
      let text = "#" + String(repeating: (code < 16 ? "0" : "") + String(code, radix: 16), count: 3)
      #expect(try CSSColor(text).clippedToSRGB() == SIMD3(repeating: Double(code) / 255))
    }
  }
}

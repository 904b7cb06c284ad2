import Testing

@testable import Colors

/// The syntax of CSS Color 4 and 5: what is read, and what CSS refuses.
@Suite struct CSSColorSyntaxTests {
  private func expectSame(_ text: String, _ other: String, within tolerance: Double = 1e-6) throws {
    let color = try CSSColor(text)
    let expected = try CSSColor(other)
    let difference = color.converted(to: expected.space).components - expected.components
    #expect(max(difference.max(), -difference.min()) < tolerance, "\(text) is \(color.cssText), not \(other)")
    #expect(abs(color.alpha - expected.alpha) < tolerance, "\(text)")
  }

  // MARK: Level 4

  /// Spellings, each with a plain one of the same colour.
  @Test(arguments: [
    ("transparent", "#0000"), ("TRANSPARENT", "rgb(0 0 0 / 0)"),
    ("red/* a comment */", "red"), ("/**/ red /**/", "red"), ("rgb(1/**/2/**/3)", "rgb(1 2 3)"),
    ("rgb(/* ) */1 2 3)", "rgb(1 2 3)"), ("r\\65 d", "red"), ("\\72 ed", "red"),
    ("#\\66 00", "red"), ("r\\67 b(1 2 3)", "rgb(1 2 3)"), ("rgb(1 2 3\n/\t.5)", "rgb(1 2 3 / 50%)"),
    ("rgb(1+2+3)", "rgb(1 2 3)"), ("rgb(1.5.5.25)", "rgb(1.5 .5 .25)"),
    ("rgb(50% 0 none / 50%)", "rgb(127.5 0 0 / .5)"), ("rgba(1e2, 2E1, +3, 20%)", "rgb(100 20 3 / .2)"),
    ("hsl(120 100 25)", "rgb(0 127.5 0)"), ("hsla(120deg, 100%, 25%, 1)", "rgb(0 127.5 0)"),
    ("hsl(120DEG none 25%)", "rgb(63.75 63.75 63.75)"), ("hwb(90deg 50 50%)", "rgb(127.5 127.5 127.5)"),
    ("color(display-p3-linear 1 0 0)", "color(display-p3 1 0 0)"),
    ("color(display-p3-linear 0.5 0.5 0.5)", "color(srgb-linear 0.5 0.5 0.5)"),
    ("color(XYZ 50% none 0 / 50%)", "color(xyz-d65 0.5 0 0 / 0.5)"),
  ])
  func spellings(text: String, plain: String) throws { try expectSame(text, plain) }

  @Test(arguments: [
    ("rgb(calc(255 / 2) calc(1 + 2 * 3) calc((1 + 2) * 3))", "rgb(127.5 7 9)"),
    ("rgb(calc(50% + 25%) 0% 0%)", "rgb(75% 0% 0%)"), ("rgb(calc(2 * 25%), 0%, 0%)", "rgb(50% 0% 0%)"),
    ("rgb(calc(300) calc(-10) 0)", "rgb(255 0 0)"), ("rgb(calc(infinity) calc(-infinity) calc(NaN))", "red"),
    ("rgb(min(1, 2, 3) max(1, 2) clamp(1, 5, 3))", "rgb(1 2 3)"),
    ("hsl(calc(60deg * 2) 100% 25%)", "rgb(0 127.5 0)"),
    ("lab(calc(200) calc(10 * 2) 0 / calc(3))", "lab(100 20 0)"),
    ("oklch(calc(1 / 2) calc(-1) 0)", "oklch(0.5 0 0)"), ("rgb(0 0 0 / calc(10% * 5))", "rgb(0 0 0 / 0.5)"),
    ("color(srgb calc(.25 + .25) calc(pi - pi) calc(1 - -.5))", "color(srgb .5 0 1.5)"),
  ])
  func numbersMayBeComputed(text: String, plain: String) throws { try expectSame(text, plain) }

  /// The examples of CSS Color 4, and #808120 by its D50 white.
  @Test(arguments: [
    ("lab(29.2345% 39.3825 20.0664)", "#7D2329"), ("lab(52.2345% 40.1645 59.9971)", "#C65D06"),
    ("lab(60.2345% -5.3654 58.956)", "#9D9318"), ("lab(62.2345% -34.9638 47.7721)", "#68A639"),
    ("lab(67.5345% -8.6911 -41.6019)", "#62ACEF"), ("lch(52.2345% 72.2 56.2)", "#C65D06"),
    ("oklab(40.101% 0.1147 0.0453)", "#7D2329"), ("oklch(59.69% 0.156 49.77)", "#C65D07"),
    ("color(xyz-d50 0.18108 0.20616 0.03486)", "#808120"),
  ])
  func examplesOfTheStandard(text: String, hex: String) throws {
    let color = try CSSColor(text)
    let difference = (color.encodedSRGB - (try CSSColor(hex)).components) * 255
    #expect(max(difference.max(), -difference.min()) < 0.51, "\(color.encodedSRGB * 255)")
  }

  @Test(arguments: [
    // Between commas.
    "rgb(none, 0, 0)", "rgb(0, 0, 0, none)", "rgb(0, 50%, 0)", "rgb(50%, 0, 0)", "rgba(0%, 0%, 0)",
    "rgb(calc(50%), 0, 0)", "hsl(0, 1, 0.5)", "hsl(0, 50%, 50)", "hsl(none, 50%, 50%)",
    "hsla(0, none, 50%, 1)",
    "rgb(1, 2, 3 / 1)", "rgb(1 2, 3)", "rgb(1, 2 3)", "rgb(1 2 3, 1)", "rgb(1, 2, 3,)", "rgb(, 1, 2, 3)",
    "hwb(0, 0%, 0%)", "lab(0, 0, 0)", "oklch(0, 0, 0)", "color(srgb 1, 1, 1)",
    // Numbers.
    "rgb(5. 1 1)", "rgb(1 2)", "rgb(1 2 3 4)", "rgb(1 2 3 / )", "rgb(1 2 3 / 1 2)", "rgb()", "rgb(1deg 2 3)",
    "rgb(1 2 3px)", "hsl(10% 50% 50%)", "hsl(120 100deg 25%)", "lab(50deg 0 0)", "oklch(50% 0 10%)",
    "rgb(1\u{A0}2 3 4)", "rgb(1\u{3000}2 3)", "rgb(1 2 3)\u{A0}", "rgb(+ 1 2 3)", "rgb(1e 2 3)",
    "rgb(.  1 2)",
    // Names.
    "rgb (1 2 3)", "rgb/**/(1 2 3)", "blac\u{212A}", "color(displa\u{212A} 1 1 1)", "\u{212A}haki", "red;",
    "red blue", "rgb(1 2 3", "r ed", "re\\\nd", "#ggg", "# fff", "#12345", "currentcolor", "none", "calc(1)",
    // color().
    "color(1 1 1)", "color(srgb)", "color(srgb 1)", "color(srgb 1 1)", "color(srgb 1deg 1 1)",
    "color(srgb, 1 1 1)", "color(hsl 1 1 1)", "color(lab 1 1 1)", "color(srgb 1 1 1 1)",
    "color(display-p3 59 48 90)",
    // calc().
    "rgb(calc(1 +2) 0 0)", "rgb(calc(1+ 2) 0 0)", "rgb(calc(1 + 2%) 0 0)", "rgb(calc(1% * 2%) 0 0)",
    "rgb(calc(1 / 2%) 0 0)", "rgb(calc(none) 0 0)", "rgb(calc() 0 0)", "rgb(calc(1 0 0)",
    "rgb(clamp(1, 2) 0 0)",
    "rgb(calc(r) 0 0)", "rgb(r g b)", "rgb((1) 0 0)", "rgb(pi 0 0)", "rgb(min(1, 2%) 0 0)",
  ])
  func refused(text: String) { #expect(throws: CSSColorError.self) { try CSSColor(text) } }

  @Test(arguments: [
    (
      "color(display-p3 59 48 90)",
      "'59' (character 18) is beyond any colour: color() takes 0 to 1, or percentages"
    ),
    ("hsl(0, 1, 0.5)", "'1' (character 8) must be a percentage such as 50% between commas"),
    ("rgb(none, 0, 0)", "'none' (character 5) must be a number between commas"),
    ("rgb (1 2 3)", "'rgb' (character 1) must stand directly before its parenthesis"),
    ("rgb(5. 1 1)", "'.' (character 6) is no number"),
    ("rgb(calc(1 + 2%) 0 0)", "'+' (character 12): numbers, percentages and angles are not counted together"),
  ])
  func refusalsNameTheRemedy(text: String, words: String) {
    let error = #expect(throws: CSSColorError.self) { try CSSColor(text) }
    #expect(error?.reason.hasPrefix(words) == true, "\(error?.reason ?? "")")
  }

  /// Texts of a style sheet may be hostile.
  @Test func longAndDeepTextsAreRefused() {
    func problem(_ text: String) -> CSSColorError.Problem? {
      #expect(throws: CSSColorError.self) { try CSSColor(text) }?.problem
    }
    func nested(_ count: Int, _ head: String, _ inner: String) -> String {
      String(repeating: head, count: count) + inner + String(repeating: ")", count: count)
    }
    #expect(problem(nested(100_000, "light-dark(", "")) == .tooLong)
    #expect(problem(String(repeating: " ", count: 5000) + "red") == .tooLong)
    #expect(problem(nested(300, "color-mix(", "red")) == .tooDeep)
    #expect(problem("rgb(\(nested(300, "calc(", "1")) 0 0)") == .tooDeep)
    #expect(problem("rgb(calc\(nested(300, "(", "1")) 0 0)") == .tooDeep)
    #expect(throws: Never.self) { try CSSColor("rgb(calc\(nested(30, "(", "1")) 0 0)") }
  }

  // MARK: Hexadecimal digits alone

  @Test(arguments: ["f80", "f80c", "0070F2", "0070F280", "000000", "100"])
  func hexadecimalDigitsNeedNoMark(text: String) throws {
    #expect(try CSSColor(text) == CSSColor("#" + text))
    #expect(throws: CSSColorError.self) { try CSSColor(css: text) }
  }

  @Test(arguments: ["12", "12345", "1234567", "ff ", "0x0070F2", "１２３"])
  func otherDigitsAreNoColor(text: String) { #expect(throws: CSSColorError.self) { try CSSColor(text) } }

  // MARK: Level 5

  @Test(arguments: [
    ("color-mix(in srgb, red, blue)", "color(srgb 0.5 0 0.5)"),
    ("color-mix(in srgb, red 25%, blue)", "color(srgb 0.25 0 0.75)"),
    ("color-mix(in srgb, red, 25% blue)", "color(srgb 0.75 0 0.25)"),
    ("color-mix(in srgb, red 30%, blue 20%)", "color(srgb 0.6 0 0.4 / 0.5)"),
    ("color-mix(in srgb, red 100%, blue 100%)", "color(srgb 0.5 0 0.5)"),
    ("color-mix(in srgb, red 0%, blue)", "blue"),
    ("color-mix(in srgb, red calc(10% * 3), blue)", "color(srgb .3 0 .7)"),
    ("color-mix(in srgb, transparent, red)", "rgb(255 0 0 / 0.5)"),
    ("color-mix(red, red)", "red"), ("color-mix(white, black)", "oklab(0.5 0 0)"),
    ("color-mix(in hsl, hsl(120deg 10% 20%), hsl(30deg 30% 40%))", "color(srgb 0.33 0.36 0.24)"),
    ("color-mix(in hsl, hsl(120deg 10% 20%) 25%, hsl(30deg 30% 40%))", "color(srgb 0.4375 0.415625 0.2625)"),
    (
      "color-mix(in hsl, hsl(120deg 10% 20% / .4), hsl(30deg 30% 40% / .8))",
      "color(srgb 0.372222 0.411111 0.255556 / 0.6)"
    ),
    ("color-mix(in hsl longer hue, hsl(40deg 50% 50%), hsl(60deg 50% 50%))", "hsl(230 50 50)"),
    ("color-mix(in hsl increasing hue, hsl(330deg 50% 50%), hsl(50deg 50% 50%))", "hsl(10 50 50)"),
    ("color-mix(in hsl decreasing hue, hsl(50deg 50% 50%), hsl(330deg 50% 50%))", "hsl(10 50 50)"),
    ("color-mix(in hsl decreasing hue, hsl(40deg 50% 50%), hsl(60deg 50% 50%))", "hsl(230 50 50)"),
    ("color-mix(in hsl, white, blue)", "color(srgb .625 .625 .875)"),
    ("color-mix(in hwb, hwb(120deg 10% 20%), hwb(30deg 30% 40%))", "color(srgb 0.575 0.7 0.2)"),
    ("color-mix(in lch, lch(10 20 30deg), lch(50 60 70deg))", "lch(30 40 50)"),
    ("color-mix(in lch, lch(10 20 30deg / .4), lch(50 60 70deg / .8))", "lch(36.666667 46.666667 50 / 0.6)"),
    ("color-mix(in lch, lch(none 20 30deg), lch(50 none 70deg))", "lch(50 20 50)"),
    ("color-mix(in oklch, oklch(none none none), oklch(0.5 0.3 70deg))", "oklch(0.5 0.3 70)"),
    ("color-mix(in oklch, oklab(none 0.1 0), oklch(0.5 0.1 0))", "oklch(0.5 0.1 0)"),
    ("color-mix(in lab, lab(10 20 30 / .4), lab(50 60 70 / .8))", "lab(36.666667 46.666667 56.666667 / 0.6)"),
    ("color-mix(in lab, lab(10 20 30 / none), lab(50 60 70 / .5))", "lab(30 40 50 / 0.5)"),
    (
      "color-mix(in srgb, color(srgb .1 .2 .3 / .5), color(srgb .5 .6 .7))",
      "color(srgb 0.366667 0.466667 0.566667 / 0.75)"
    ),
    ("color-mix(in display-p3-linear, black, white)", "color(display-p3-linear 0.5 0.5 0.5)"),
    ("color-mix(in xyz, black, white)", "color(srgb-linear 0.5 0.5 0.5)"),
  ])
  func mixes(text: String, plain: String) throws { try expectSame(text, plain) }

  @Test(arguments: [
    ("rgb(from rebeccapurple r g b)", "rgb(102 51 153)"),
    ("rgb(from rebeccapurple b r g)", "rgb(153 102 51)"),
    ("rgb(from rebeccapurple 0 g 20%)", "rgb(0 51 51)"),
    ("rgb(from rgb(0 0 0 / 40%) r g b)", "rgb(0 0 0 / .4)"),
    ("rgb(from rgb(20%, 40%, 60%, 80%) g b r / calc(alpha / 2))", "rgb(40% 60% 20% / .4)"),
    ("rgb(from rebeccapurple calc(r * 2) calc((g + b) / 2) 0)", "rgb(204 102 0)"),
    ("rgba(from color(display-p3 0 1 0) r g b / alpha)", "color(display-p3 0 1 0)"),
    ("hsl(from rebeccapurple h s l)", "rebeccapurple"), ("hsl(from red calc(h + 120) s l)", "lime"),
    ("hwb(from rebeccapurple h w b)", "rebeccapurple"),
    ("hsl(from color(srgb 0 1.2 0) h s l)", "color(srgb 0 1.2 0)"),
    ("lab(from lab(25 20 50) 35 b a)", "lab(35 50 20)"), ("lch(from rebeccapurple l c h)", "rebeccapurple"),
    ("oklab(from rebeccapurple calc(2 * l) a b)", "oklab(from rebeccapurple min(1, l * 2) a b)"),
    ("oklch(from oklch(0.7 0.25 30) clamp(0, (l - 0.6) * 999, 1) 0 h)", "white"),
    ("oklch(from oklch(0.5 0.1 none) l c h)", "oklch(0.5 0.1 none)"),
    ("color(from color(srgb .7 .5 .3) srgb b r g / .5)", "color(srgb .3 .7 .5 / .5)"),
    ("color(from rebeccapurple xyz x y z)", "rebeccapurple"),
    ("rgb(from rgb(from color-mix(in srgb, red, blue) g r b) g r b)", "color(srgb .5 0 .5)"),
    ("contrast-color(white)", "black"), ("contrast-color(#777)", "black"), ("contrast-color(navy)", "white"),
    ("light-dark(red, blue)", "red"), ("color-mix(in srgb, light-dark(red, blue), black)", "rgb(127.5 0 0)"),
  ])
  func functionsOfColors(text: String, plain: String) throws { try expectSame(text, plain) }

  @Test func theAppearanceChooses() throws {
    #expect(
      try CSSColor("light-dark(red, rgb(from light-dark(red, lime) r g b))", appearance: .dark).hexText
        == "#00FF00")
  }

  @Test(arguments: [
    "color-mix()", "color-mix(in srgb, red)", "color-mix(in srgb, red, blue, lime)",
    "color-mix(in srgb red, blue)",
    "color-mix(in srgb, red blue)", "color-mix(srgb, red, blue)", "color-mix(in foo, red, blue)",
    "color-mix(in srgb shorter hue, red, blue)", "color-mix(in hsl shorter, red, blue)",
    "color-mix(in, red, blue)",
    "color-mix(in srgb, red 0%, blue 0%)", "color-mix(in srgb, red -1%, blue)",
    "color-mix(in srgb, red 101%, blue)",
    "color-mix(in srgb, red 50, blue)", "color-mix(in srgb, 5% red 5%, blue)",
    "color-mix(red, blue, in srgb)",
    "rgb(from red, r, g, b)", "rgb(from red r g)", "rgb(from r g b)", "rgb(from red r g b alpha)",
    "rgb(from red r g l)",
    "rgb(from red r g b / a)", "hsl(from red r g b)", "color(from red r g b)", "color(from red srgb x y z)",
    "color(from red xyz r g b)", "lab(from red l a h)", "rgb(from red calc(r + 1%) g b)",
    "hsl(from red h s 20deg)",
    "contrast-color()", "contrast-color(red, blue)", "contrast-color(red max)", "light-dark(red)",
    "light-dark(red blue)",
    "light-dark(red, blue, lime)", "light-dark()", "color-mix (in srgb, red, blue)",
  ])
  func refusedOfLevel5(text: String) { #expect(throws: CSSColorError.self) { try CSSColor(text) } }
}

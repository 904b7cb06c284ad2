import Testing

@testable import Colors

@Suite struct BackgroundColorTests {
  @Test(arguments: [
    ("#888", [136, 136, 136]), ("#1C1C1E", [28, 28, 30]), ("white", [255, 255, 255]), ("Navy", [0, 0, 128]),
    ("rebeccapurple", [102, 51, 153]), ("color(srgb 1 0.2 0)", [255, 51, 0]),
    // Grey is the same in both spaces, and what sRGB does not have is clipped.
    ("color(display-p3 0.2 0.2 0.2)", [51, 51, 51]), ("color(display-p3 0 1 0)", [0, 255, 0]),
  ])
  func cssColoursAreUnderstood(text: String, expected: [Double]) throws {
    let color = try #require(BackgroundColor.named(text).first)
    #expect(color.name == text)
    for channel in 0..<3 { #expect(abs(color.encoded[channel] * 255 - expected[channel]) < 0.01) }
  }

  @Test func aPaletteNameMeansAllItsAppearances() throws {
    let colors = try BackgroundColor.named("secondarysystembackground")
    #expect(
      colors.map(\.name) == [
        "secondarySystemBackground (light)", "secondarySystemBackground (dark)",
        "secondarySystemBackground (dark elevated)",
      ])
    #expect(colors.map(\.isDark) == [false, true, true])
    #expect(try BackgroundColor.named("tertiaryGroupedBackground").count == 3)
    #expect(try BackgroundColor.named("textBackgroundColor").count == 2)
    for entry in PaletteBackgrounds.entries {
      #expect(try BackgroundColor.named(entry.name).count >= 2)
    }
  }

  @Test(arguments: [
    ("", nil), ("#12", nil), ("#11223344", nil), ("color(rec2021 1 0 0)", nil), ("secondaryLabel", nil),
    ("somewhere", nil),
    ("color(srgb 1 0 0 / 0.5)", nil), ("whit", "white"), ("systemBackgroud", "systemBackground"),
  ])
  func anythingElseIsAnErrorWithTheNearestName(text: String, suggestion: String?) {
    let error = #expect(throws: BackgroundColorError.self) { try BackgroundColor.named(text) }
    #expect(error?.suggestion == suggestion)
  }
}

import Foundation
import PNGCodec
import TestSupport
import Testing

/// `p3tool contrast` and `p3tool palette` run as programs.
@Suite struct ContrastCommandTests {
  private let p3tool = CommandRunner.p3tool

  @Test func aPairThatFailsExitsWithOne() async throws {
    let run = try await p3tool.run(["contrast", "#8396A8", "#2F3C48"])
    #expect(run.exitCode == 1)
    #expect(run.text.hasPrefix("#8396A8 on #2F3C48  3.70:1  fails (4.50 is asked)\n"))
    let large = try await p3tool.run(["contrast", "#8396A8", "#2F3C48", "--size", "18pt"])
    #expect(large.exitCode == 0)
  }

  @Test func hexadecimalDigitsAreTakenAsFigmaCopiesThem() async throws {
    let run = try await p3tool.run(["contrast", "8396A8", "000", "--backdrop", "fff"])
    #expect(run.exitCode == 0 && run.text.hasPrefix("8396A8 on 000  6.89:1  passes"), "\(run.text)")
  }

  @Test func bothAppearancesOfLightDarkAreJudged() async throws {
    let run = try await p3tool.run(["contrast", "light-dark(#888, #999)", "light-dark(white, black)"])
    #expect(run.exitCode == 1 && run.text.contains("(light)  3.54:1  fails"), "\(run.text)")
    #expect(run.text.contains("(dark)  7.37:1  passes"))
  }

  @Test func theJSONHasTheKeysOfTheContract() async throws {
    let run = try await p3tool.run(
      [
        "contrast", "color(display-p3 1 0.1 0.1)", "rgb(255 255 255 / 90%)", "--backdrop", "black",
        "--suggest",
        "--format", "json",
      ])
    #expect(run.exitCode == 1)
    let document = try run.json()
    #expect(document["command"] as? String == "contrast" && document["schema"] as? Int == 1)
    let pair = try #require((document["pairs"] as? [[String: Any]])?.first)
    #expect(
      Set(pair.keys) == [
        "foreground", "background", "backdrop", "composite", "ratio", "ratioInSRGB", "required", "passes",
        "verdicts",
        "suggestion",
      ])
    let foreground = try #require(pair["foreground"] as? [String: Any])
    #expect(foreground["inSRGB"] as? Bool == false && foreground["srgb"] as? String == "#FF0000")
    let verdicts = try #require(pair["verdicts"] as? [String: Bool])
    #expect(Set(verdicts.keys) == ["aa", "aaLarge", "aaa", "aaaLarge", "nonText"])
    let suggestion = try #require(pair["suggestion"] as? [String: Any])
    #expect((suggestion["ratio"] as? Double ?? 0) >= 4.5)
  }

  @Test func whereNothingPassesTheSuggestionIsNull() async throws {
    let run = try await p3tool.run(
      ["contrast", "#FF8D28", "#808080", "--level", "aaa", "--suggest", "--format", "json"])
    let pair = try #require((try run.json()["pairs"] as? [[String: Any]])?.first)
    #expect(pair["suggestion"] is NSNull)
    #expect((pair["bestRatio"] as? Double ?? 0) > 5)
  }

  @Test func namesOfAPaletteAreColours() async throws {
    let run = try await p3tool.run(["contrast", "label", "systemBackground", "--palette", "apple"])
    #expect(run.exitCode == 0)
    #expect(run.text.contains("label on systemBackground (light)  21.00:1"))
    #expect(run.text.contains("label on systemBackground (dark)  21.00:1"))
    let elevated = try await p3tool.run(
      ["contrast", "label", "systemBackground", "--palette", "apple", "--appearance", "dark", "--elevated"])
    #expect(elevated.text.contains("(dark elevated)  17.01:1"))
  }

  @Test(arguments: [
    (["contrast", "red"], "two colours are needed"),
    (["contrast", "lable", "white", "--palette", "apple"], "did you mean 'label'?"),
    (["contrast", "red", "white", "--palette", "aple"], "did you mean 'apple'?"),
    (["contrast", "red", "rgb(0 0 0 / 50%)"], "--backdrop"),
    (["contrast", "notacolor", "white"], "(write #RRGGBB, a CSS name"),
    (["contrast", "var(--ink)", "white"], "without var() and --"),
    (["contrast", "--matrix"], "--matrix needs --palette"),
    (["contrast", "--matrix", "--roles", "x"], "Unknown option '--roles'"),
    (["contrast", "red", "--foo"], "Unknown option '--foo'"),
    (["palette", "export", "--foo"], "Unknown option '--foo'"),
    (["contrast", "red", "#12345", "--size", "17px"], "5 hexadecimal digits"),
    (["contrast", "red", "white", "--weight", "heavy"], "--weight takes"),
    (["contrast", "red", "white", "--appearance", "dark"], "--appearance needs --palette"),
    (["contrast", "red", "white", "--palette", "apple", "--platform", "beOS"], "it has: macOS, watchOS"),
    (["contrast", "red", "white", "--format", "sarif"], "The value 'sarif' is invalid"),
    (["palette", "export", "apple", "--format", "colorset"], "-o Assets.xcassets"),
  ])
  func wrongUseIsAnErrorWithTheRemedy(arguments: [String], words: String) async throws {
    let run = try await p3tool.run(arguments)
    #expect(run.exitCode == 64)
    #expect(run.errors.contains(words), "\(run.errors)")
  }

  @Test func aFileThatIsNoPaletteFails() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("{\"map8\": ".utf8), to: "tokens.json")
    for file in ["tokens.json", "absent.json"] {
      let run = try await p3tool.run(["contrast", "--matrix", "--palette", file], in: folder)
      #expect(run.exitCode == 2)
      #expect(run.errors.contains(file))
    }
  }

  @Test func theMatrixJudgesEveryPair() async throws {
    let run = try await p3tool.run(["contrast", "--palette", "fiori", "--matrix", "--format", "json"])
    #expect(run.exitCode == 1)
    let summary = try #require(try run.json()["summary"] as? [String: Int])
    #expect(summary == ["pairs": 225, "passed": 209, "failed": 16])
    for format in ["junit", "github", "html"] {
      let report = try await p3tool.run(["contrast", "--palette", "fiori", "--matrix", "--format", format])
      #expect(report.exitCode == 1 && report.text.contains("tint on secondaryBackground (light) has 4.21:1"))
    }
  }

  @Test func aColourWithoutADarkValueIsJudgedInTheDark() async throws {
    let folder = try TemporaryFolder()
    let sheet = ":root { --page-background: light-dark(#fff, #1c1c1e); --body-text: #222; --ink: #000 }"
    try folder.write(Array(sheet.utf8), to: "dark.css")
    let pair = ["contrast", "--palette", "dark.css", "body-text"]
    for arguments in [pair + ["page-background"], ["contrast", "--palette", "dark.css", "--matrix"]] {
      let run = try await p3tool.run(arguments, in: folder)
      #expect(run.exitCode == 1 && run.text.contains("1.06"), "\(run.text)")
    }
    let literal = try await p3tool.run(pair + ["light-dark(#fff, #1c1c1e)"], in: folder)
    #expect(literal.exitCode == 1 && literal.text.contains("(dark)  1.06:1"), "\(literal.text)")
    let alike = try await p3tool.run(pair + ["#fff"], in: folder)
    #expect(alike.exitCode == 0 && !alike.text.contains("(dark)"))
    let none = try await p3tool.run(pair + ["#fff", "--appearance", "dark"], in: folder)
    #expect(none.exitCode == 64 && none.errors.contains("'body-text' has no value for dark"))
  }

  // MARK: Palettes

  @Test func aColourThatIsNotUnderstoodIsNamed() async throws {
    let folder = try TemporaryFolder()
    let sheet = ":root {\n  --ink: #222;\n  --broken: color(display-p3 300 0 0)\n}"
    try folder.write(Array(sheet.utf8), to: "theme.css")
    let run = try await p3tool.run(["palette", "export", "theme.css", "--format", "css"], in: folder)
    #expect(run.exitCode == 0 && run.text.contains("--ink"))
    #expect(
      run.errors.hasPrefix("note: theme.css: not understood, left out: broken (line 3: "), "\(run.errors)")
  }

  @Test func aCatalogIsAPalette() async throws {
    let folder = try TemporaryFolder()
    let export = ["palette", "export", "fiori", "--format", "colorset", "-o", "E.xcassets"]
    #expect(try await p3tool.run(export, in: folder).exitCode == 0)
    let pair = ["contrast", "--palette", "E.xcassets", "tint", "secondaryBackground"]
    let run = try await p3tool.run(pair, in: folder)
    #expect(run.exitCode == 1 && run.text.contains("(light)  4.21:1"), "\(run.text)")
    let show = try await p3tool.run(["palette", "show", "E.xcassets/tint.colorset"], in: folder)
    #expect(show.exitCode == 0 && show.text.contains("#0070F2"))
    try folder.makeFolder("I.xcassets/x.imageset")
    let empty = try await p3tool.run(["palette", "show", "I.xcassets"], in: folder)
    #expect(empty.exitCode == 2 && empty.errors.contains("I.xcassets: has no colour sets"), "\(empty.errors)")
    let two = try await p3tool.run(["palette", "show", "--pair", "E.xcassets", "I.xcassets"], in: folder)
    #expect(two.exitCode == 64 && two.errors.contains("not the folder 'E.xcassets'"))
  }

  @Test func palettesAreListedAndShown() async throws {
    let list = try await p3tool.run(["palette", "--format", "json"]).json()
    let names = (list["palettes"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
    #expect(names == ["apple-2025", "apple-2023", "apple-2022", "fiori-2024"])
    let show = try await p3tool.run(["palette", "show", "fiori", "--color", "always", "--appearance", "dark"])
    #expect(show.exitCode == 0)
    #expect(show.text.contains("\u{1B}[48;2;77;177;255m  \u{1B}[0m tint "))
    #expect(!show.text.contains("light "))
    let document = try await p3tool.run(["palette", "show", "apple", "--format", "json"]).json()
    let palette = try #require(document["palette"] as? [String: Any])
    #expect((palette["colors"] as? [[String: Any]])?.first?["name"] as? String == "systemRed")
  }

  @Test func aPaletteIsAPageAndAPicture() async throws {
    let folder = try TemporaryFolder()
    let page = try await p3tool.run(["palette", "show", "fiori", "--format", "html"])
    #expect(page.exitCode == 0 && page.text.hasPrefix("<!doctype html>") && !page.text.contains("<script"))
    #expect(page.text.contains("<span style=\"background:#0070F2\">") && page.text.contains("4.21:1"))
    let picture = ["palette", "show", "apple", "--format", "png", "--appearance", "dark", "-o", "a.png"]
    #expect(try await p3tool.run(picture, in: folder).exitCode == 0)
    let image = try DecodedPNG(path: folder.path("a.png"))
    // A row of 44 pixels for the heading and for each colour.
    #expect(image.header.height % 44 == 0 && image.header.height > 44 * 30)
    // systemRed in the dark: somewhere in its row.
    let red: [UInt16] = [0xFF, 0x42, 0x45].map { $0 * 257 }
    let row = (0..<image.header.width).map { image[66 * image.header.width + $0] }
    #expect(row.contains(red))
    let again = try await p3tool.run(picture, in: folder)
    #expect(again.exitCode == 2 && again.errors.contains("--force"))
    let streamed = try await p3tool.run(["palette", "show", "fiori", "--format", "png"])
    #expect(try DecodedPNG(streamed.output).header.colorType == .rgb)
  }

  /// A name of a token is text of the page, nothing else.
  @Test func aPageEscapesNames() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("{\"<b>&\\\"\": {\"$value\": \"#888\"}}".utf8), to: "tokens.json")
    let page = try await p3tool.run(["palette", "show", "tokens.json", "--format", "html"], in: folder)
    #expect(page.text.contains("&lt;b&gt;&amp;&quot;") && !page.text.contains("<b>"), "\(page.text)")
  }

  @Test func aCatalogsColoursAreJudgedTogether() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      Array(
        """
        {"bodyText": {"$value": "#888888", "$extensions": {"p3tool": {"values": {"dark": "#777777"}}}},
         "pageBackground": {"$value": "#FFFFFF", "$extensions": {"p3tool": {"values": {"dark": "#000000"}}}},
         "brand": {"$value": "#FF383C"}}
        """.utf8), to: "tokens.json")
    let export = ["palette", "export", "tokens.json", "--format", "colorset", "-o", "B.xcassets"]
    #expect(try await p3tool.run(export, in: folder).exitCode == 0)
    let lint = try await p3tool.run(["catalog", "lint", "B.xcassets"], in: folder)
    #expect(lint.exitCode == 0, "names alone give warnings at most")
    #expect(
      lint.text.contains(
        "B.xcassets/bodyText.colorset/Contents.json: warning: bodyText on pageBackground (light)"),
      "\(lint.text)")
    #expect(lint.text.contains("1 colour without a dark value: brand [non-adaptive]"))
    #expect(lint.text.contains("[literal-system-color]"))
    let strict = try await p3tool.run(["catalog", "lint", "B.xcassets", "--fail-on", "warning"], in: folder)
    #expect(strict.exitCode == 1)
    // Apple's own colours beside them are judged only where they meet others.
    let apple = ["palette", "export", "apple", "--format", "colorset", "-o", "B.xcassets"]
    #expect(try await p3tool.run(apple, in: folder).exitCode == 0)
    let both = try await p3tool.run(["catalog", "lint", "B.xcassets"], in: folder)
    #expect(!both.text.contains("darkText is the same"))
    #expect(both.text.contains("bodyText on"))
  }

  @Test func anExportedCatalogPassesItsLint() async throws {
    let folder = try TemporaryFolder()
    let arguments = ["palette", "export", "apple", "--format", "colorset", "-o", "A.xcassets"]
    let run = try await p3tool.run(arguments, in: folder)
    #expect(run.exitCode == 0 && run.text == "A.xcassets: 38 colour sets\n")
    #expect(run.errors.contains("elevated"))
    let lint = try await p3tool.run(["catalog", "lint", "A.xcassets", "--fail-on", "note"], in: folder)
    #expect(lint.exitCode == 0, "\(lint.text)")
    let again = try await p3tool.run(arguments, in: folder)
    #expect(again.exitCode == 2 && again.errors.contains("--force"))
    #expect(try await p3tool.run(arguments + ["--force"], in: folder).exitCode == 0)
  }

  @Test func anExportIsReplacedOnlyWithForce() async throws {
    let folder = try TemporaryFolder()
    try folder.write([1], to: "a.css")
    let arguments = ["palette", "export", "fiori", "--format", "css", "-o", "a.css"]
    let refused = try await p3tool.run(arguments, in: folder)
    #expect(refused.exitCode == 2 && refused.errors.contains("--force"))
    #expect(try folder.bytes("a.css") == [1])
    #expect(try await p3tool.run(arguments + ["-f"], in: folder).exitCode == 0)
    let text = String(decoding: try folder.bytes("a.css"), as: UTF8.self)
    #expect(text.contains("--tint: light-dark(#0070F2, #4DB1FF);"))
  }
}

/// `p3tool palette lint` run as a program.
@Suite struct PaletteLintCommandTests {
  private let p3tool = CommandRunner.p3tool

  @Test func findingsFailByLevel() async throws {
    let run = try await p3tool.run(["palette", "lint", "fiori", "--only", "contrast"])
    #expect(run.exitCode == 1)
    #expect(run.text.contains("fiori: error: tint on secondaryBackground (light) has 4.21:1"))
    #expect(run.text.hasSuffix("6 errors in 1 palette; exit 1: --fail-on error\n"))
    let passed = try await p3tool.run(["palette", "lint", "fiori", "--only", "contrast", "--fail-on", "none"])
    #expect(passed.exitCode == 0 && passed.text.hasSuffix("6 errors in 1 palette\n"))
  }

  @Test func allKindsOfFilesAreRead() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("{\"map8\": {\"$value\": \"#D0R774\"}}".utf8), to: "tokens.json")
    try folder.write(Array(":root { --x: var(--y); --y: var(--x) }".utf8), to: "theme.css")
    let export = ["palette", "export", "apple", "--format", "colorset", "-o", "A.xcassets"]
    #expect(try await p3tool.run(export, in: folder).exitCode == 0)
    let run = try await p3tool.run(
      ["palette", "lint", "tokens.json", "theme.css", "A.xcassets", "absent.json", "--format", "json"],
      in: folder)
    #expect(run.exitCode == 2)
    let document = try run.json()
    let inputs = try #require(document["inputs"] as? [[String: Any]])
    func rules(_ index: Int) -> Set<String> {
      Set((inputs[index]["findings"] as? [[String: Any]] ?? []).compactMap { $0["rule"] as? String })
    }
    #expect(rules(0) == ["invalid-color"] && rules(1) == ["alias"])
    #expect(rules(2).contains("literal-system-color"))
    #expect(inputs[3]["error"] as? String != nil && run.errors.contains("absent.json"))
    let summary = try #require(document["summary"] as? [String: Any])
    #expect(summary["failed"] as? Int == 1 && summary["inputs"] as? Int == 4)
  }

  @Test func aBaselineKnowsWhatWasThere() async throws {
    let folder = try TemporaryFolder()
    let lint = ["palette", "lint", "tokens.json", "--only", "contrast"]
    func write(_ text: String) throws {
      let tokens = "{\"bodyText\": {\"$value\": \"\(text)\"}, \"page-background\": {\"$value\": \"#fff\"}}"
      try folder.write(Array(tokens.utf8), to: "tokens.json")
    }
    try write("#888888")
    let first = try await p3tool.run(lint + ["--format", "json"], in: folder)
    #expect(first.exitCode == 1)
    try folder.write(first.output, to: "old.json")
    let known = try await p3tool.run(lint + ["--baseline", "old.json"], in: folder)
    #expect(known.exitCode == 0 && known.text == "1 error in 1 palette (1 in the baseline)\n")
    let verbose = try await p3tool.run(lint + ["--baseline", "old.json", "--verbose"], in: folder)
    #expect(verbose.text.contains("[contrast] (in the baseline)"))
    // Worse by more than a tenth: 3.54 became 2.84.
    try write("#999999")
    #expect(try await p3tool.run(lint + ["--baseline", "old.json"], in: folder).exitCode == 1)
    let wrong = try await p3tool.run(lint + ["--baseline", "tokens.json"], in: folder)
    #expect(wrong.exitCode == 2 && wrong.errors.contains("tokens.json: not a report of palette lint"))
  }

  @Test func rolesComeFromAFile() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      Array("{\"a\": {\"$value\": \"#888\"}, \"b\": {\"$value\": \"#fff\"}}".utf8), to: "tokens.json")
    try folder.write(Array("text: a\nbackground: b\n".utf8), to: "roles.yml")
    let lint = ["palette", "lint", "tokens.json", "--only", "contrast"]
    let without = try await p3tool.run(lint, in: folder)
    #expect(without.exitCode == 0 && without.text.contains("no colour has a role"))
    let with = try await p3tool.run(lint + ["--roles", "roles.yml"], in: folder)
    #expect(with.exitCode == 1 && with.text.contains("a on b (light) has 3.54:1"))
    let absent = try await p3tool.run(lint + ["--roles", "none.yml"], in: folder)
    #expect(absent.exitCode == 2 && absent.errors.contains("none.yml: "))
  }

  @Test(arguments: ["sarif", "junit", "github", "html"])
  func everyFormatHasTheFindings(format: String) async throws {
    let run = try await p3tool.run(["palette", "lint", "fiori", "--only", "contrast", "--format", format])
    #expect(run.exitCode == 1 && run.text.contains("positiveLabel on secondaryBackground"))
  }

  @Test(arguments: [
    (["--only", "contrats"], "did you mean 'contrast'?"),
    (["--fail-on", "fatal"], "'fatal' is neither a level nor a rule"),
    (["--fail-on", "contrast=9"], "a number over 0 up to 4.5"),
    (["fioir"], "did you mean 'fiori'?"),
  ])
  func wrongUseIsAnError(arguments: [String], words: String) async throws {
    let name = arguments.count == 1 ? [] : ["fiori"]
    let run = try await p3tool.run(["palette", "lint"] + name + arguments)
    #expect(run.exitCode == 64 && run.errors.contains(words), "\(run.errors)")
  }
}

import Colors
import Foundation
import TestSupport
import ImageFiles
import Testing

@testable import Palettes

@Suite struct PaletteTests {
  private static func color(
    _ palette: String, _ name: String, _ condition: PaletteCondition, on platform: String? = nil
  )
    throws -> CSSColor
  {
    let palette = try #require(Palette.builtIn(palette))
    let entry = try #require(palette.color(named: name, platform: platform))
    return try #require(entry.color(condition))
  }

  @Test(arguments: Palette.builtInNames)
  func everyBuiltInPaletteIsWhole(name: String) throws {
    let palette = try #require(Palette.builtIn(name))
    #expect(palette.name == name && !palette.title.isEmpty && palette.date.count == 10)
    #expect(palette.colors.count > 40)
    for entry in palette.colors {
      #expect(
        entry.role != nil && !entry.group.isEmpty && palette.sources[entry.source] != nil, "\(entry.name)")
      for appearance in PaletteCondition.Appearance.allCases {
        #expect(entry.color(PaletteCondition(appearance)) != nil, "\(entry.name)")
      }
    }
    let keys = palette.colors.map { "\($0.name) \($0.platform ?? "")" }
    #expect(Set(keys).count == keys.count)
  }

  @Test func appleIsTheNewestOfItsFamily() throws {
    #expect(Palette.builtIn("apple")?.name == "apple-2025")
    #expect(Palette.builtIn("Apple-2023")?.date == "2023-06-21")
    #expect(Palette.builtIn("appel") == nil)
    let error = #expect(throws: PaletteSourceError.self) { try Palette.named("appel") }
    #expect(error?.description.contains("did you mean 'apple'?") == true)
  }

  @Test func aValueIsThatOfTheNearestCondition() throws {
    let light = PaletteCondition(.light)
    #expect(try Self.color("apple", "systemRed", light) == CSSColor("#FF383C"))
    #expect(
      try Self.color("apple", "systemRed", PaletteCondition(.dark, isElevated: true, isIncreased: true))
        == CSSColor("#FF6165"))
    let label = try Self.color("apple", "secondaryLabel", light)
    #expect(label.alpha == 153.0 / 255)
    #expect(
      try Self.color(
        "fiori", "tertiaryBackground", PaletteCondition(.dark, isElevated: true, isIncreased: true))
        == CSSColor("#2F3C48"))
    #expect(try Self.color("fiori", "quaternaryLabel", light).alpha == 0.46)
  }

  @Test func aPlatformHasItsOwnValues() throws {
    let light = PaletteCondition(.light)
    #expect(try Self.color("apple-2022", "systemGreen", light) == CSSColor("#34C759"))
    #expect(try Self.color("apple-2022", "systemGreen", light, on: "macOS") == CSSColor("#28CD41"))
    #expect(try Self.color("apple", "systemBackground", light, on: "watchOS").hexText == "#000000")
    let apple = try #require(Palette.builtIn("apple"))
    #expect(apple.color(named: "textColor", platform: nil) == nil)
    #expect(apple.color(named: "LABELCOLOR", platform: "macOS")?.name == "labelColor")
  }

  /// Every value of the dated sets as published.
  @Test(
    .enabled(if: SharedFolder.isAvailable, "\(SharedFolder.skipReason)"),
    arguments: [
      ("2025-06-09 unified (iOS, iPadOS, macOS, tvOS, watchOS; visionOS = dark)", "apple-2025", nil),
      ("grays iOS (unchanged 2022-2026)", "apple-2025", nil),
      ("grays iOS (unchanged 2022-2026)", "apple-2022", nil),
      ("2023-06-21 iOS", "apple-2023", nil), ("2023-06-21 macOS default", "apple-2023", "macOS"),
      ("2023-06-21 macOS vibrant", "apple-2023", "macOS-vibrant"),
      ("2023-06-21 watchOS", "apple-2023", "watchOS"),
      ("semantic UIKit (iOS 13)", "apple-2025", nil),
    ])
  func appleValuesAreThePublishedOnes(set: String, palette: String, platform: String?) throws {
    let file = try SharedFolder.file("data/apple-system-colors.json")
    let published = try JSONDecoder().decode(
      PublishedColors.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
    let colors = try #require(published.sets[set]?.colors)
    #expect(colors.count >= 6)
    for (name, values) in colors {
      let isSemantic = set.hasPrefix("semantic")
      let name = isSemantic ? name : "system" + name.prefix(1).uppercased() + name.dropFirst()
      for (key, value) in values {
        let condition = try #require(PublishedColors.conditions[key])
        let ours = try Self.color(palette, name, condition, on: platform)
        #expect(
          ours.hexText == "#" + value.hex && abs(ours.alpha * 255 - Double(value.alphaByte)) < 1e-9,
          "\(name) \(key)")
      }
    }
  }

  // MARK: Pairs

  /// What SAP Fiori's own colours miss: found, and nothing else.
  @Test func fioriMissesAreFound() throws {
    let pairs = PalettePairs(try #require(Palette.builtIn("fiori")))
    var failing: Set<String> = []
    for pair in pairs.conditions.flatMap({ pairs.pairs($0) }) {
      let ratio = try ContrastPair(pair.foreground.color, on: pair.background.color).decidingRatio
      if ratio < 4.5 { failing.insert("\(pair.foreground.name ?? "") \(pair.condition.text)") }
    }
    #expect(
      failing == [
        "tint light", "positiveLabel light", "tintTapState dark", "tintTapState dark elevated",
        "negativeLabel dark elevated", "neutralLabel dark elevated",
      ])
  }

  @Test func accentsStandOnTheirOwnBackgrounds() throws {
    let pairs = PalettePairs(try #require(Palette.builtIn("fiori")))
    let accents = [.light, .dark].flatMap { pairs.pairs(PaletteCondition($0)) }
      .filter { $0.foreground.name?.hasPrefix("accentLabel") == true }
    #expect(accents.count == 18)
    for pair in accents {
      #expect(try ContrastPair(pair.foreground.color, on: pair.background.color).ratio >= 5)
    }
  }

  // MARK: Files

  @Test func tokensAreRead() throws {
    let palette = try Palette.parsed(
      Array(
        """
        {"brand": {"$type": "color", "tint": {"$value": {"colorSpace": "display-p3", "components": [1, 0.1, 0.1], "alpha": 0.5},
            "$extensions": {"p3tool": {"role": "text", "group": "page", "values": {"dark": "#4DB1FF"}}}},
          "alias": {"$value": "{brand.tint}"}, "pointer": {"$value": {"$ref": "#/brand/old/$value"}},
          "old": {"$value": "#0070F280"}, "$root": {"$value": {"colorSpace": "hsl", "components": [120, 100, 25]}}},
         "space": {"$type": "dimension", "small": {"$value": {"value": 4, "unit": "px"}}}}
        """.utf8), path: "tokens.json")
    #expect(
      palette.colors.map(\.name) == ["brand.tint", "brand.alias", "brand.pointer", "brand.old", "brand"])
    let light = PaletteCondition(.light)
    let tint = try #require(palette.color(named: "brand.tint", platform: nil))
    #expect(tint.role == .text && tint.group == "page")
    #expect(try tint.color(light) == CSSColor("color(display-p3 1 0.1 0.1 / 0.5)"))
    #expect(try tint.color(PaletteCondition(.dark)) == CSSColor("#4DB1FF"))
    #expect(palette.color(named: "brand.alias", platform: nil)?.color(light) == tint.color(light))
    #expect(palette.color(named: "brand.pointer", platform: nil)?.color(light)?.hexText == "#0070F2")
    #expect(palette.color(named: "brand", platform: nil)?.color(light)?.hexText == "#008000")
  }

  @Test(arguments: [
    ("{\"a\": {\"$value\": \"{b}\"}}", "a: its alias {b} is no colour token of this file"),
    (
      "{\"a\": {\"$value\": \"{b}\"}, \"b\": {\"$value\": \"{a}\"}}",
      "a: its alias goes in a circle: a → b → a"
    ),
    ("{\"map8\": {\"$value\": \"#D0R774\"}}", "map8: '#D0R774' is not a colour"),
    ("{\"a\": {\"$value\": {\"colorSpace\": \"srgb\", \"components\": [1, 1]}}}", "a: a colour needs"),
    ("{\"a\": {\"$value\": {\"colorSpace\": \"sgrb\", \"components\": [1, 1, 1]}}}", "did you mean 'srgb'?"),
    ("[1, 2", "line 1, column 6"), ("{\"colors\": [{\"light\": \"#fff\"}]}", "a colour without a name"),
    ("{\"colors\": [{\"name\": \"x\", \"lihgt\": \"#fff\"}]}", "x: 'lihgt' is no condition"),
    ("{}", "a palette is an object with a list of 'colors'"),
  ])
  func aBadFileNamesItsEntry(text: String, words: String) throws {
    let error = #expect(throws: PaletteError.self) { try Palette.parsed(Array(text.utf8), path: "x.json") }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  /// The names of a palette with their light and dark values.
  private func values(_ text: String, path: String = "x.json") throws -> [String: [String?]] {
    let palette = try Palette.parsed(Array(text.utf8), path: path)
    let pairs = palette.colors.map { entry in
      (
        entry.name,
        [entry.values[PaletteCondition(.light)]?.hexText, entry.values[PaletteCondition(.dark)]?.hexText]
      )
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  @Test func tokensOfOtherToolsAreRead() throws {
    let style = #"""
      {"color": {"base": {"red": {"value": "#ff0000", "comment": "loud"}, "edge": {"value": "2px"}},
       "text": {"value": "{color.base.red.value}"}}, "size": {"bold": {"value": 700}}}
      """#
    #expect(try values(style) == ["color.base.red": ["#FF0000", nil], "color.text": ["#FF0000", nil]])
    let studio = #"""
      {"core": {"red": {"value": "#ff0000", "type": "color"}, "gap": {"value": "4", "type": "spacing"}},
       "theme/light": {"text": {"value": "{red}", "type": "color"}}, "theme/dark": {"text": {"value": "#ff8080", "type": "color"},
        "mix": {"value": "rgba({red}, 0.5)", "type": "color"}}, "$themes": [],
       "$metadata": {"tokenSetOrder": ["core", "theme/light", "theme/dark"]}}
      """#
    #expect(try values(studio) == ["red": ["#FF0000", nil], "text": ["#FF0000", "#FF8080"]])
    let figma = #"""
      {"meta": {"variables": {
        "V:1": {"id": "V:1", "name": "base/blue", "resolvedType": "COLOR",
          "valuesByMode": {"1:0": {"r": 0, "g": 0, "b": 1, "a": 1}, "1:1": {"r": 1, "g": 1, "b": 1, "a": 1}}},
        "V:2": {"id": "V:2", "name": "link", "resolvedType": "COLOR", "valuesByMode": {"1:0": {"type": "VARIABLE_ALIAS", "id": "V:1"}}},
        "V:3": {"id": "V:3", "name": "gap", "resolvedType": "FLOAT", "valuesByMode": {"1:0": 4}}},
       "variableCollections": {"C": {"modes": [{"modeId": "1:0", "name": "Light"}, {"modeId": "1:1", "name": "Dark"}]}}}}
      """#
    #expect(try values(figma) == ["base.blue": ["#0000FF", "#FFFFFF"], "link": ["#0000FF", "#FFFFFF"]])
    let faulty = ##"{"brand": {"red": {"value": "#ff00"}, "blue": {"value": "#12"}}}"##
    let error = #expect(throws: PaletteError.self) { try values(faulty) }
    #expect(error?.description.contains("brand.blue: '#12' is not a colour") == true)
    #expect(error?.description.contains("(read as Style Dictionary)") == true)
  }

  @Test func resolverDocumentsAreRead() throws {
    let folder = try TemporaryFolder()
    func write(_ name: String, _ text: String) throws { try folder.write(Array(text.utf8), to: name) }
    try write("base.json", ##"{"blue": {"$type": "color", "$value": "#0000ff"}}"##)
    try write("dark.json", ##"{"text": {"$type": "color", "$value": "#ccccff"}}"##)
    let document = #"""
      {"version": "2025.10", "sets": {"base": {"sources": [{"$ref": "base.json"}]}},
       "modifiers": {"theme": {"contexts": {"light": [{"text": {"$type": "color", "$value": "{blue}"}}],
         "dark": [{"$ref": "dark.json"}]}, "default": "light"}},
       "resolutionOrder": [{"$ref": "#/sets/base"}, {"$ref": "#/modifiers/theme"}]}
      """#
    let path = folder.path("r.json")
    #expect(try values(document, path: path) == ["blue": ["#0000FF", nil], "text": ["#0000FF", "#CCCCFF"]])
    for reference in ["gone.json", "/etc/passwd", "https://example.org/a.json", "#/sets/none"] {
      let broken = document.replacing("base.json", with: reference)
      #expect(throws: PaletteError.self) { try values(broken, path: path) }
    }
    let circle = document.replacing("base.json", with: "#/sets/base")
    #expect(throws: PaletteError.self) { try values(circle, path: path) }
  }

  @Test func anAliasTakesTheTypeOfItsTarget() throws {
    let text =
      ##"{"a": {"$value": "{gap}"}, "gap": {"$type": "dimension", "$value": "4px"}, "b": {"$value": "{c}"}, "c": {"$type": "color", "$value": "#fff"}, "w": {"$value": 400}}"##
    #expect(try values(text) == ["b": ["#FFFFFF", nil], "c": ["#FFFFFF", nil]])
    let typed =
      ##"{"a": {"$type": "color", "$value": "{gap}"}, "gap": {"$type": "dimension", "$value": "4px"}}"##
    let error = #expect(throws: PaletteError.self) { try values(typed) }
    #expect(error?.description == "a: its alias {gap} is a dimension, and the token is called a colour")
  }

  @Test func tokensAreWrittenAsGroups() throws {
    let text = #"""
      {"brand": {"$type": "color", "blue": {"$value": "#0000ff", "$description": "ours"}, "blue2": {"$value": "{brand.blue}"},
        "$root": {"$value": "#ffffff", "$extensions": {"p3tool": {"values": {"dark": "#000000"}}}}}}
      """#
    let palette = try Palette.parsed(Array(text.utf8), path: "x.json")
    let written = try #require(PaletteExport.dtcg.text(palette, platform: nil))
    let json = try JSONValue(parsing: Array(written.utf8))
    let set = json["sets"]?["colors"]?["sources"]?.elements.first?["brand"]
    #expect(set?["blue2"] == ["$value": "{brand.blue}"])
    #expect(set?["blue"]?["$description"] == "ours" && set?["blue"]?["$extensions"] == nil)
    let dark = json["modifiers"]?["appearance"]?["contexts"]?["dark"]?.elements.first?["brand"]
    #expect(dark?["$value"] != nil)
    #expect(
      try values(written) == [
        "brand": ["#FFFFFF", "#000000"], "brand.blue": ["#0000FF", nil], "brand.blue2": ["#0000FF", nil],
      ])
  }

  @Test func namesOfSwiftAreEscaped() throws {
    let text =
      ##"{"default": {"$value": "#fff"}, "---": {"$value": "#fff"}, "a.b": {"$value": "#fff"}, "aB": {"$value": "#fff"}, "self": {"$value": "#fff"}}"##
    let swift = try #require(
      PaletteExport.swift.text(Palette.parsed(Array(text.utf8), path: "x.json"), platform: nil))
    for name in ["`default`", "unnamed", "aB", "aB2", "_self"] {
      #expect(swift.contains("static let \(name): "))
    }
  }

  @Test func twoFilesAreOnePalette() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      Array("{\"a\": {\"$value\": \"#fff\"}, \"b\": {\"$value\": \"#00f\"}}".utf8), to: "light.json")
    try folder.write(
      Array("{\"a\": {\"$value\": \"#000\"}, \"b\": {\"$value\": \"#00f\"}}".utf8), to: "dark.json")
    let pair = try Palette.lenient(light: folder.path("light.json"), dark: folder.path("dark.json")).palette
    #expect(pair.colors.map { $0.values.count } == [2, 1])
  }

  @Test func customPropertiesAreRead() throws {
    let css = """
      /* --hidden: red; */
      :root { --tint: light-dark(#0070F2, rgb(77, 177, 255)); --space: 4px; --link: var(--tint); }
      @media (prefers-color-scheme: dark) { :root { --paper: #000; } }
      .card { --paper: white; color: var(--paper) }
      """
    let palette = try Palette.parsed(Array(css.utf8), path: "theme.css")
    #expect(palette.colors.map(\.name) == ["tint", "link", "paper"])
    for name in ["tint", "link"] {
      let entry = try #require(palette.color(named: name, platform: nil))
      #expect(entry.color(PaletteCondition(.light))?.hexText == "#0070F2")
      #expect(entry.color(PaletteCondition(.dark))?.hexText == "#4DB1FF")
    }
    let paper = try #require(palette.color(named: "paper", platform: nil))
    #expect(paper.color(PaletteCondition(.light))?.hexText == "#FFFFFF")
    #expect(paper.color(PaletteCondition(.dark))?.hexText == "#000000")
    #expect(throws: PaletteError.self) { try Palette.parsed(Array("a{--x: #12345}".utf8), path: "x.css") }
    #expect(throws: PaletteError.self) {
      try Palette.parsed(Array("a{--x: var(--y); --y: var(--x)}".utf8), path: "x.css")
    }
  }

  /// Of tokens without a type, digits may be a weight; `light-dark()` has both appearances.
  @Test func valuesOfTokensAreThoseOfCSS() throws {
    func colors(_ token: String) throws -> [PaletteCondition: String] {
      let palette = try Palette.parsed(Array("{\"a\": {\(token)}}".utf8), path: "x.json")
      return palette.colors[0].values.mapValues(\.hexText)
    }
    #expect(
      try colors("\"$type\": \"color\", \"$value\": \"0070F2\"") == [PaletteCondition(.light): "#0070F2"])
    // Without a type it may be a weight.
    #expect(try Palette.parsed(Array("{\"a\": {\"$value\": \"400\"}}".utf8), path: "x.json").colors.isEmpty)
    #expect(
      try colors("\"$value\": \"light-dark(white, #123)\"")
        == [PaletteCondition(.light): "#FFFFFF", PaletteCondition(.dark): "#112233"])
  }

  private static func sheet(_ css: String) throws -> [String: [String: String]] {
    let palette = try Palette.parsed(Array(css.utf8), path: "x.css")
    return Dictionary(
      uniqueKeysWithValues: palette.colors.map { entry in
        let values = entry.orderedValues.map { ($0.condition.text, $0.color.hexText) }
        return (entry.name, Dictionary(uniqueKeysWithValues: values))
      })
  }

  /// Selectors of the page under an appearance.
  @Test(arguments: [
    (":root:not([data-theme=dark])", "light"), ("html:not(.dark)", "light"), ("[data-theme=light]", "light"),
    (":root, :host", "light"), ("[data-theme='dark']", "dark"), (".dark", "dark"),
    ("html.theme-dark", "dark"),
    (".dark *", "dark"), (":where(.dark, .dark *)", "dark"), ("body[data-bs-theme=\"dark\"]", "dark"),
    (":root.is-dark", "dark"), ("#dark-mode", "dark"),
  ])
  func aSelectorNamesTheAppearance(selector: String, appearance: String) throws {
    #expect(try Self.sheet("\(selector) { --a: #123456 }") == ["a": [appearance: "#123456"]])
  }

  @Test func aMediaQueryNamesTheAppearance() throws {
    let css = """
      :root { --a: #111111 }
      @media (prefers-color-scheme: dark) { :root:not([data-theme=light]) { --a: #222222 } }
      @media print { :root { --a: #333333 } }
      @media not (prefers-color-scheme: dark) { :root { --b: #444444 } }
      """
    #expect(
      try Self.sheet(css) == [
        "a": ["light": "#111111", "dark": "#222222"], "a (@media print)": ["light": "#333333"],
        "b": ["light": "#444444"],
      ])
  }

  @Test func scopesAreKeptApart() throws {
    let css = """
      .alert-dark { --ink: #EEEEEE; } :root { --ink: #777777; --paper: #FFFFFF; }
      .card, .dark .card { --ink: #000000; --edge: var(--paper) }
      .menu { .item & { --paper: #010203 } }
      """
    #expect(
      try Self.sheet(css) == [
        "ink (.alert-dark)": ["light": "#EEEEEE"], "ink": ["light": "#777777"], "paper": ["light": "#FFFFFF"],
        "ink (.card)": ["light": "#000000", "dark": "#000000"],
        "edge": ["light": "#FFFFFF", "dark": "#FFFFFF"],
        "paper (.menu .item)": ["light": "#010203"],
      ])
  }

  @Test func valuesOfSheetsAreComputed() throws {
    let css = """
      :root { --rgb: 255, 0, 0; --a: rgb(var(--rgb)); --b: var(--none, #00F); --c: #123456 !important; --d: 0 0% 100%;
        --e: hsl(var(--d) / 50%); --f: color-mix(in srgb, var(--a), light-dark(white, black)); --g: rgb(calc(10 * 2) 0 0);
        --border: #ccc 1px solid; --edges: #aaa #bbb #ccc; --shadow: 0 0 4px #000; --size: 100; --url: url("a;b{--z:red}");
        --h: TRANSPARENT; --stops: red,blue }
      """
    #expect(
      try Self.sheet(css) == [
        "a": ["light": "#FF0000"], "b": ["light": "#0000FF"], "c": ["light": "#123456"],
        "d": ["light": "#FFFFFF"],
        "e": ["light": "#FFFFFF"], "f": ["light": "#FF8080", "dark": "#800000"], "g": ["light": "#140000"],
        "h": ["light": "#000000"],
      ])
  }

  @Test func whatIsNotUnderstoodIsNamed() throws {
    let css =
      ":root { --a: rgb(var(--none)); --ink-text: var(--none); --gap: var(--none); --b: rgb(from currentcolor r g b) }"
    var problems: [PaletteError] = []
    _ = try Palette.parsed(Array(css.utf8), path: "x.css") { problems.append($0) }
    #expect(problems.map(\.entry) == ["a", "ink-text", "b"] && problems.allSatisfy { $0.kind == .unread })
    let lint = PaletteLint(try Palette.parsed(Array(css.utf8), path: "x.css"), problems: problems)
    #expect(lint.notes.first?.hasPrefix("not understood, not judged: a (refers to") == true)
    #expect(lint.findings.allSatisfy { $0.rule != .invalidColor })
    #expect(lint.isEmpty && lint.notes.last == "no colours: nothing to judge")
  }

  @Test func rulesOfASheetAreNoPalette() throws {
    let lint = PaletteLint(try Palette.parsed(Array("p { color: red }".utf8), path: "x.css"))
    #expect(lint.isEmpty && lint.notes.first?.contains("only custom properties are read") == true)
  }

  /// References that double with each step, nested parentheses and selectors.
  @Test func aHostileSheetTakesNoLongTime() throws {
    let doubled = (0..<30).map { "--a\($0): var(--a\($0 + 1)) var(--a\($0 + 1));" }.joined()
    #expect(try Self.sheet(":root { \(doubled) --a30: ; }").isEmpty)
    let lists = String(repeating: "a,b,c,d{", count: 50) + "--x: red"
    #expect(try Self.sheet(lists).count <= 16)
    let selector = String(repeating: ":is(", count: 2000) + ".dark" + String(repeating: ")", count: 2000)
    #expect(try Self.sheet("\(selector) { --x: red }").count == 1)
  }

  // MARK: Exports

  /// What is exported can be read again, and means the same colours.
  @Test(arguments: Palette.builtInNames, [PaletteExport.json, .dtcg, .css])
  func anExportIsReadAgain(name: String, form: PaletteExport) throws {
    let palette = try #require(Palette.builtIn(name))
    let text = try #require(form.text(palette, platform: nil))
    let again = try Palette.parsed(Array(text.utf8), path: form == .css ? "x.css" : "x.json")
    for entry in palette.colors(of: nil) {
      let name = form == .css ? Self.kebab(entry.name) : entry.name
      let copy = try #require(again.color(named: name, platform: nil), "\(name)")
      for condition in PaletteCondition.all {
        let before = try #require(entry.color(condition))
        // A property without a dark value is the same in both appearances.
        var light = condition
        light.appearance = .light
        let after = try #require(copy.color(condition) ?? copy.color(light))
        let isSame = before.hexText == after.hexText && abs(before.alpha - after.alpha) < 1e-5
        #expect(isSame, "\(name) \(condition.text)")
      }
    }
  }

  private static func kebab(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
  }

  private static func css(_ colors: String) throws -> String {
    let palette = try Palette.parsed(Array("{\"colors\": [\(colors)]}".utf8), path: "x.json")
    return try #require(PaletteExport.css.text(palette, platform: nil))
  }

  @Test func aSheetOfLightValuesHasNoScheme() throws {
    let css = try Self.css("{\"name\": \"a\", \"light\": \"#123456\"}")
    #expect(!css.contains("color-scheme") && !css.contains("dark") && css.contains("  --a: #123456;"))
  }

  @Test func equalAndDarkValuesStayWhatTheyAre() throws {
    let css = try Self.css(
      "{\"name\": \"same\", \"light\": \"#123456\", \"dark\": \"#123456\"}, "
        + "{\"name\": \"night\", \"dark\": \"#654321\", \"dark increased\": \"#FEDCBA\"}")
    #expect(css.contains("color-scheme: light dark;"))
    let again = try Palette.parsed(Array(css.utf8), path: "x.css")
    let same = try #require(again.color(named: "same", platform: nil))
    #expect(
      same.values.mapValues(\.hexText) == [
        PaletteCondition(.light): "#123456", PaletteCondition(.dark): "#123456",
      ])
    let night = try #require(again.color(named: "night", platform: nil))
    #expect(
      night.values.mapValues(\.hexText)
        == [PaletteCondition(.dark): "#654321", PaletteCondition(.dark, isIncreased: true): "#FEDCBA"])
  }

  /// The red channel is 205.5 codes but for the sixth decimal, which rounds to CE.
  @Test(arguments: [PaletteExport.css, .json, .dtcg])
  func decimalsKeepTheCodes(form: PaletteExport) throws {
    let text = "{\"colors\": [{\"name\": \"a\", \"light\": \"color(srgb 0.8058824 0.494118 0.482353)\"}]}"
    let palette = try Palette.parsed(Array(text.utf8), path: "x.json")
    #expect(palette.colors[0].plainColor?.hexText == "#CE7E7B")
    let written = try #require(form.text(palette, platform: nil))
    let again = try Palette.parsed(Array(written.utf8), path: form == .css ? "x.css" : "x.json")
    #expect(again.colors[0].plainColor?.hexText == "#CE7E7B", "\(written)")
  }

  @Test func wideColorsHaveAFallbackInCSS() throws {
    let palette = try Palette.parsed(
      Array("{\"colors\": [{\"name\": \"alert\", \"light\": \"color(display-p3 1 0.1 0.1)\"}]}".utf8),
      path: "x.json")
    let css = try #require(PaletteExport.css.text(palette, platform: nil))
    #expect(css.contains("--alert: color(srgb 1 0.116 0.123);"))
    #expect(css.contains("@media (color-gamut: p3)") && css.contains("--alert: color(display-p3 1 0.1 0.1);"))
  }
}

/// The file of published values.
private struct PublishedColors: Decodable {
  struct Colors: Decodable {
    let colors: [String: [String: Value]]
  }

  /// `FF383C`, or a value with its alpha as a byte.
  struct Value: Decodable {
    let hex: String
    let alphaByte: Int

    init(from decoder: any Decoder) throws {
      if let hex = try? decoder.singleValueContainer().decode(String.self) {
        (self.hex, alphaByte) = (hex, 255)
      } else {
        let container = try decoder.container(keyedBy: Keys.self)
        hex = try container.decode(String.self, forKey: .hex)
        alphaByte = try container.decode(Int.self, forKey: .alphaByte)
      }
    }

    private enum Keys: String, CodingKey { case hex, alphaByte }
  }

  let sets: [String: Colors]

  static let conditions = [
    "light": PaletteCondition(.light), "dark": PaletteCondition(.dark),
    "lightHighContrast": PaletteCondition(.light, isIncreased: true),
    "darkHighContrast": PaletteCondition(.dark, isIncreased: true),
    "darkElevated": PaletteCondition(.dark, isElevated: true),
    "darkElevatedHighContrast": PaletteCondition(.dark, isElevated: true, isIncreased: true),
  ]
}

import Checking
import ColorManagement
import Foundation
import TestSupport
import Testing

@testable import Batch
@testable import Colors
@testable import Palettes

@Suite struct PaletteLintTests {
  private static func findings(_ rule: PaletteRule, of palette: String) throws -> [PaletteFinding] {
    PaletteLint(try #require(Palette.builtIn(palette)), rules: [rule]).findings
  }

  private static func findings(_ rule: PaletteRule, in text: String, path: String = "t.json") throws
    -> [PaletteFinding]
  {
    var problems: [PaletteError] = []
    let palette = try Palette.parsed(Array(text.utf8), path: path) { problems.append($0) }
    return PaletteLint(palette, problems: problems, rules: [rule]).findings
  }

  // MARK: Colour vision

  private static func score(_ colors: [String]) throws -> (redGreen: Double, tritanopia: Double) {
    let colors = try colors.map { SimulatedColor(try CSSColor($0)) }
    var (redGreen, tritanopia) = (Double.infinity, Double.infinity)
    for (index, one) in colors.enumerated() {
      for other in colors[(index + 1)...] {
        let difference = ColorVisionDifference(one, other)
        guard difference.normal >= PaletteLint.nearDuplicateLimit else { continue }
        redGreen = min(redGreen, difference.redGreen)
        tritanopia = min(tritanopia, difference.tritanopia)
      }
    }
    return (redGreen, tritanopia)
  }

  /// Palettes that others made with colour blindness in mind, and some that were not; scores to a tenth.
  @Test(arguments: [
    (["#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7"], 11.6),
    (["#FF0000", "#00AA00"], 2.5), (["#FF0000", "#008000"], 10.7), (["#FF383C", "#34C759"], 7.5),
    (["#FF4245", "#30D158"], 7.7), (["#FF383C", "#AC7F5E"], 10.4), (["#34C759", "#AC7F5E"], 10.7),
    (["#FFB300", "#5DC122"], 1.9), (["#AA0808", "#A93E00"], 4.2),
  ])
  func scoresOfKnownPalettes(colors: [String], expected: Double) throws {
    #expect(abs(try Self.score(colors).redGreen - expected) < 0.06)
  }

  /// What red looks like, in 8-bit codes.
  @Test func simulationsOfRed() throws {
    let red = try CSSColor("#FF0000").converted(to: .linearSRGB).components
    func codes(_ vision: ColorVision, _ model: Int) -> String {
      CSSColor(space: .linearSRGB, components: ColorVisionModel.simulated(red, vision)[model]).hexText
    }
    #expect(codes(.protanopia, 0) == "#6D5F00" && codes(.deuteranopia, 0) == "#A39000")
    #expect(codes(.protanopia, 1) == "#5E5E0D" && codes(.deuteranopia, 1) == "#939300")
  }

  @Test(.enabled(if: SharedFolder.isAvailable, "\(SharedFolder.skipReason)"))
  func scoresOfTheSharedTable() throws {
    struct Vectors: Decodable {
      struct Simulated: Decodable {
        let hex: String
        let machado, vienot: [String: String]
      }

      let cvd: [Simulated]
    }
    let file = try SharedFolder.file("data/color-vectors.json")
    let vectors = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
    #expect(vectors.cvd.count > 3)
    let names = [("protan", ColorVision.protanopia), ("deutan", .deuteranopia)]
    for vector in vectors.cvd {
      let linear = try CSSColor("#" + vector.hex).converted(to: .linearSRGB).components
      for (name, vision) in names {
        let seen = ColorVisionModel.simulated(linear, vision).map {
          CSSColor(space: .linearSRGB, components: $0).hexText
        }
        #expect(seen == [vector.machado[name], vector.vienot[name]], "\(vector.hex) \(name)")
      }
    }
  }

  /// The least difference of two colours of 25 published palettes, by each model.
  @Test(.enabled(if: SharedFolder.isAvailable, "\(SharedFolder.skipReason)"))
  func leastDifferencesOfTheSharedPalettes() throws {
    struct Vectors: Decodable {
      struct Colors: Decodable {
        let name: String
        let colors: [String]
        let normal, protanMachado, deutanMachado, protanVienot, deutanVienot, tritanBrettel: Double

        private enum CodingKeys: String, CodingKey {
          case name, colors
          case normal = "normal_"
          case protanMachado = "protan_machado"
          case deutanMachado = "deutan_machado"
          case protanVienot = "protan_vienot"
          case deutanVienot = "deutan_vienot"
          case tritanBrettel = "tritan_brettel"
        }
      }

      let palettes: [Colors]
    }
    let file = try SharedFolder.file("data/color-vectors.json")
    let vectors = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
    #expect(vectors.palettes.count >= 25)
    for palette in vectors.palettes {
      let colors = try palette.colors.map { SimulatedColor(try CSSColor("#" + $0)) }
      func least(_ seen: (SimulatedColor) -> CIELAB) -> Double {
        colors.indices.flatMap { first in
          colors[(first + 1)...].map { CIEDE2000.difference(seen(colors[first]), seen($0)) }
        }.min() ?? 0
      }
      let found = [
        least(\.normal), least { $0.protanopia[0] }, least { $0.deuteranopia[0] }, least { $0.protanopia[1] },
        least { $0.deuteranopia[1] }, least { $0.tritanopia[0] },
      ]
      let expected = [
        palette.normal, palette.protanMachado, palette.deutanMachado, palette.protanVienot,
        palette.deutanVienot, palette.tritanBrettel,
      ]
      for (one, other) in zip(found, expected) {
        #expect(abs(one - other) < 0.011, "\(palette.name) \(found)")
      }
    }
  }

  /// Which palettes pass, and which do not: at least 8 in both models' agreement.
  @Test(
    .enabled(if: SharedFolder.isAvailable, "\(SharedFolder.skipReason)"),
    arguments: [
      ("Okabe-Ito (7)", 11.6), ("Tol vibrant (7)", 13.7), ("Tol bright (7)", 14.5), ("Petroff 10", 11.8),
      ("IBM (5)", 10.1), ("Tableau10", 0.7), ("d3 cat10/mpl tab10", 1.9), ("Brewer Set1 (9)", 4.2),
      ("Brewer Dark2 (8)", 3.0), ("Fiori dark (V8=seed)", 1.9),
      ("Fiori chart good/bad/critical/neutral light", 3.3),
    ])
  func verdictsOfTheSharedPalettes(name: String, expected: Double) throws {
    struct Vectors: Decodable {
      struct Colors: Decodable {
        let name: String
        let colors: [String]
      }

      let palettes: [Colors]
    }
    let file = try SharedFolder.file("data/color-vectors.json")
    let vectors = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
    let palette = try #require(vectors.palettes.first { $0.name == name })
    let score = try Self.score(palette.colors.map { "#" + $0 }).redGreen
    #expect(abs(score - expected) < 0.06)
    // The rule says the same of the colours as tokens.
    let tokens = palette.colors.enumerated().map { index, color in
      "\"status\(index)\": {\"$value\": \"#\(color)\", \"$extensions\": {\"p3tool\": {\"role\": \"status\"}}}"
    }
    let levels = try Self.findings(.colorVision, in: "{" + tokens.joined(separator: ", ") + "}").map(\.level)
    #expect(levels.contains(.error) == (expected < 5))
    #expect(levels.contains { $0 >= .warning } == (expected < 8))
  }

  @Test func hueAloneIsFoundByLevels() throws {
    let apple = try Self.findings(.colorVision, of: "apple")
    let pair = apple.first { $0.colors == ["systemRed", "systemGreen"] && $0.condition == "light" }
    #expect(pair?.level == .warning)
    let bluePurple = apple.first { $0.colors == ["systemBlue", "systemPurple"] && $0.condition == "dark" }
    #expect(bluePurple?.level == .error)
    let fiori = try Self.findings(.colorVision, of: "fiori")
    let dark = fiori.first { $0.colors == ["criticalLabel", "positiveLabel"] && $0.condition == "dark" }
    #expect(dark?.level == .error && abs((dark?.value ?? 0) - 1.9) < 0.06)
    let light = fiori.first { $0.colors == ["negativeLabel", "criticalLabel"] && $0.condition == "light" }
    #expect(light?.level == .error && abs((light?.value ?? 0) - 4.2) < 0.06)
  }

  // MARK: Pairs

  @Test func redAndPinkAreNearDuplicates() throws {
    let found = try Self.findings(.nearDuplicate, of: "apple")
    let pair = found.first { $0.colors == ["systemRed", "systemPink"] && $0.condition == "light" }
    #expect(abs((pair?.value ?? 0) - 7.2) < 0.06)
    #expect(found.allSatisfy { ($0.value ?? 9) < 8 })
  }

  @Test func oneColourWithTwoMeaningsIsFound() throws {
    let found = try Self.findings(.sameColorTwoMeanings, of: "fiori").map { "\($0.colors) \($0.condition)" }
    #expect(found.contains("[\"tint2\", \"informativeLabel\"] light"))
    #expect(found.contains("[\"tint\", \"informativeLabel\"] dark"))
    #expect(!found.contains { $0.contains("primaryLabel") })
  }

  /// The pruned search finds what comparing all with all finds: of colours from everywhere, of blues, where hue and chroma turn
  /// into each other, and of greys, of which some have no hue.
  @Test(arguments: [
    [0...255, 0...255, 0...255], [0...140, 0...160, 110...255], [118...138, 118...138, 118...138],
  ])
  func neighborsAreTheSameAsByComparingAll(codes: [ClosedRange<Int>]) throws {
    var random = SplitMix64(seed: 11)
    let colors = (0..<400).compactMap { index -> NamedColor? in
      let components = SIMD3(codes.map { Double(Int.random(in: $0, using: &random)) / 255 })
      let entry = Palette.Entry(
        name: "c\(index)", role: nil, group: "", platform: nil, source: "",
        values: [PaletteCondition(.light): CSSColor(space: .sRGB, components: components)])
      return NamedColor(entry, PaletteCondition(.light))
    }
    var expected: [String] = []
    for (index, one) in colors.enumerated() {
      for other in colors[(index + 1)...] where one.difference(other) < 8 {
        expected.append(one.name + other.name)
      }
    }
    #expect(expected.count > 20)
    let near = PaletteNeighbors(colors.map(\.normal)).after(within: 8)
    let pairs = zip(colors, near).flatMap { one, others in others.map { one.name + colors[$0.place].name } }
    #expect(pairs == expected)
    #expect(
      zip(colors, near).allSatisfy { one, others in
        others.allSatisfy { $0.difference == one.difference(colors[$0.place]) }
      })
  }

  /// Pairs, and what is said of them, are those of the whole comparison of all with all.
  @Test func visionPairsAreTheSameAsByComparingAll() throws {
    var random = SplitMix64(seed: 23)
    let colors = (0..<160).compactMap { index -> NamedColor? in
      let components = SIMD3((0..<3).map { _ in Double(Int.random(in: 0...255, using: &random)) / 255 })
      let entry = Palette.Entry(
        name: "c\(index)", role: .status, group: "", platform: nil, source: "",
        values: [PaletteCondition(.light): CSSColor(space: .sRGB, components: components)])
      return NamedColor(entry, PaletteCondition(.light))
    }
    var expected: [PaletteVision.Pair] = []
    for (first, one) in colors.enumerated() {
      for (second, other) in colors.enumerated() where second > first {
        let difference = ColorVisionDifference(one.color, other.color)
        guard difference.normal >= 8 else { continue }
        if difference.redGreen < 8 {
          expected.append(
            .init(
              first: first, second: second, vision: difference.redGreenVision,
              difference: difference.redGreen, normal: difference.normal))
        } else if difference.tritanopia < 5 {
          expected.append(
            .init(
              first: first, second: second, vision: .tritanopia, difference: difference.tritanopia,
              normal: difference.normal))
        }
      }
    }
    #expect(expected.count > 50 && Set(expected.map(\.vision)).count == 3)
    #expect(PaletteVision(colors).pairs(atMost: 100_000) == expected)
    let worst = Dictionary(grouping: expected, by: \.first).sorted { $0.key < $1.key }.compactMap {
      _, pairs in
      pairs.min { $0.difference < $1.difference }
    }
    #expect(PaletteVision(colors).pairs(atMost: 10) == worst)
  }

  // MARK: Contrast

  @Test func everyFioriMissIsOneFindingWithAWayOut() throws {
    let found = try Self.findings(.contrast, of: "fiori")
    #expect(
      found.map { "\($0.colors[0]) \($0.condition)" } == [
        "tint light", "positiveLabel light", "tintTapState dark", "tintTapState dark elevated",
        "negativeLabel dark elevated", "neutralLabel dark elevated",
      ])
    #expect(found.allSatisfy { $0.message.contains(" passes") })
  }

  /// Every text of Apple's and SAP's that has under 4.5:1 on a background of its group, and no other, by a formula of the
  /// test's own.
  @Test(
    arguments: [
      ("apple-2025", nil), ("apple-2025", "macOS"), ("apple-2025", "watchOS"), ("apple-2022", nil),
      ("fiori", nil),
    ] as [(String, String?)])
  func contrastIsMissedWhereTheFormulaSaysSo(palette name: String, platform: String?) throws {
    let palette = try #require(Palette.builtIn(name))
    let colors = palette.colors(of: platform)
    var expected: [String: Double] = [:]
    for condition in PaletteCondition.all where colors.contains(where: { $0.hasOwnValue(condition) }) {
      for text in colors where [.text, .interactive, .status].contains(text.role) {
        for ground in colors where ground.role == .background && ground.group == text.group {
          guard let front = text.color(condition), let back = ground.color(condition), back.alpha == 1 else {
            continue
          }
          let ratio = Self.ratio(front, back)
          guard ratio < 4.5 else { continue }
          let key = "\(text.name) \(condition.text)"
          expected[key] = min(expected[key] ?? 21, ratio)
        }
      }
    }
    let found = PaletteLint(palette, platform: platform, rules: [.contrast]).findings
    let ratios = Dictionary(
      uniqueKeysWithValues: found.map { ("\($0.colors[0]) \($0.condition)", $0.value ?? 0) })
    #expect(Set(ratios.keys) == Set(expected.keys))
    for (key, ratio) in expected { #expect(abs((ratios[key] ?? 0) - ratio) < 1e-6, "\(key)") }
    if platform == nil { #expect(!expected.isEmpty) }
  }

  /// Two colours without a dark value are the light pair again.
  @Test(arguments: [
    ("--page-background: light-dark(#fff, #1c1c1e); --body-text: #222", ["dark"]),
    ("--page-background: #fff; --body-text: light-dark(#222, #eee)", ["dark"]),
    ("--page-background: #fff; --body-text: #999; --link: light-dark(#00c, #9cf)", ["light"]),
    ("--page-background: #fff; --body-text: #999", ["light"]),
  ])
  func aColourWithoutADarkValueIsSeenInTheDark(properties: String, conditions: [String]) throws {
    let found = try Self.findings(.contrast, in: ":root { \(properties) }", path: "t.css")
    #expect(found.filter { $0.colors == ["body-text", "page-background"] }.map(\.condition) == conditions)
  }

  /// WCAG 2.2 on encoded sRGB colours, the front composited over the back.
  private static func ratio(_ front: CSSColor, _ back: CSSColor) -> Double {
    func luminance(_ encoded: SIMD3<Double>) -> Double {
      func linear(_ x: Double) -> Double { x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4) }
      return 0.2126 * linear(encoded.x) + 0.7152 * linear(encoded.y) + 0.0722 * linear(encoded.z)
    }
    let seen = front.components * front.alpha + back.components * (1 - front.alpha)
    let (one, other) = (luminance(seen), luminance(back.components))
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  // MARK: Roles, baselines, large palettes

  @Test func globsGiveRoles() throws {
    let roles = try PaletteRolesFile.parsed("status: [\"good*\", bad]\ntext: \"*/ink\"\n", path: "r.yml")
    #expect(roles.role(named: "goodOne") == .status && roles.role(named: "bad") == .status)
    #expect(roles.role(named: "button.ink") == .text && roles.role(named: "badge") == nil)
    let text =
      "{\"good\": {\"$value\": \"#00AA00\"}, \"bad\": {\"$value\": \"#FF0000\"}, \"x\": {\"$value\": \"#FF0101\"}}"
    let palette = try Palette.parsed(Array(text.utf8), path: "t.json")
    let found = PaletteLint(palette, roles: roles, rules: [.colorVision, .nearDuplicate]).findings
    #expect(found.map(\.rule) == [.colorVision] && found.map(\.colors) == [["good", "bad"]])
  }

  @Test(arguments: [
    ("", "r.yml: is empty"), ("- text", "r.yml:1:1: holds a list"), ("txet: a", "did you mean 'text'?"),
    ("text: {a: b}", "r.yml:1:7: a pattern of names is wanted, not a mapping"),
    ("text: 7", "a pattern of names is wanted, not the number 7"), ("text: \"[a\"", "r.yml:1:7: "),
    ("text: a\n\tb: c", "r.yml:2:"),
  ])
  func wrongRolesAreErrorsWithTheirPlace(text: String, words: String) throws {
    let error = try #require(throws: ConfigurationError.self) {
      try PaletteRolesFile.parsed(text, path: "r.yml")
    }
    #expect("\(error)".contains(words), "\(error)")
  }

  @Test(arguments: [
    ("error", true), ("warning", true), ("contrast", true), ("contrast=4", false), ("contrast=4.4", true),
    ("near-duplicate", false), ("none", false),
  ])
  func conditionsFail(text: String, fails: Bool) throws {
    let finding = try #require(
      Self.findings(.contrast, of: "fiori").first { $0.colors[0] == "tint" && $0.condition == "light" })
    let policy = PalettePolicy(conditions: [try PalettePolicy.Condition(text)])
    #expect(policy.fails(finding, of: "fiori") == fails)
  }

  @Test(arguments: [
    ("contrats", "did you mean 'contrast'?"), ("contrast=7", "a number over 0 up to 4.5"),
    ("contrast=x", "'x' is no limit"), ("alias=3", "measures nothing"), ("contrast=0", "'0' is no limit"),
  ])
  func wrongConditionsAreErrors(text: String, words: String) throws {
    let error = try #require(throws: PaletteConditionError.self) { try PalettePolicy.Condition(text) }
    #expect("\(error)".contains(words), "\(error)")
  }

  /// Ten thousand colours are compared in the time that a person waits for nothing: in a debug build, which takes tens of
  /// times as long, a tenth of them.
  @Test func largePalettesAreBounded() throws {
    var random = SplitMix64(seed: 4)
    let tokens = (0..<1000).map { index in
      let (name, value) = (
        ["accentTint", "errorTone", "bodyText", "pageBackground"][index % 4], random.next()
      )
      let digits = String(value % (1 << 24) | 1 << 24, radix: 16).dropFirst()
      return "\"\(name)\(index)\": {\"$value\": \"#\(digits)\"}"
    }
    let palette = try Palette.parsed(Array("{\(tokens.joined(separator: ","))}".utf8), path: "t.json")
    let found = PaletteLint(palette, rules: [.contrast, .colorVision]).findings
    let byRule = Dictionary(grouping: found, by: \.rule)
    #expect(byRule[.contrast]?.count ?? 0 <= 750 && byRule[.colorVision]?.count ?? 0 <= 500)
    #expect(found.allSatisfy { $0.message.utf8.count < 400 })
  }

  // MARK: Groups that extend others

  @Test func groupsInherit() throws {
    let palette = try Palette.parsed(
      Array(
        """
        {"base": {"$type": "color", "ink": {"$value": "#111111"}, "page": {"deep": {"$value": "#222222"}}},
         "card": {"$extends": "{base}", "ink": {"$value": "#333333"}, "page": {"high": {"$value": "#444444"}}},
         "far": {"$extends": "#/card"}}
        """.utf8), path: "t.json")
    let colors = palette.colors.map { "\($0.name) \($0.plainColor?.hexText ?? "")" }
    #expect(
      colors == [
        "base.ink #111111", "base.page.deep #222222", "card.ink #333333", "card.page.deep #222222",
        "card.page.high #444444", "far.ink #333333", "far.page.deep #222222", "far.page.high #444444",
      ])
  }

  @Test(arguments: [
    (
      "{\"a\": {\"$extends\": \"{b}\", \"x\": {\"$value\": \"#fff\"}}}",
      "a: its $extends {b} is no group of this file"
    ),
    (
      "{\"a\": {\"$extends\": \"{b}\"}, \"b\": {\"$extends\": \"{a}\", \"x\": {\"$value\": \"#fff\"}}}",
      "a: $extends goes in a circle: a → b → a"
    ),
    (
      "{\"a\": {\"x\": {\"$value\": \"#fff\"}, \"b\": {\"$extends\": \"{a}\"}}}", "$extends goes in a circle"
    ),
    ("{\"a\": {\"$extends\": \"{t}\"}, \"t\": {\"$value\": \"#fff\"}}", "a: its $extends {t} is no group"),
  ])
  func wrongExtensionsAreErrors(text: String, words: String) throws {
    let error = try #require(throws: PaletteError.self) {
      try Palette.parsed(Array(text.utf8), path: "t.json")
    }
    #expect("\(error)".contains(words), "\(error)")
  }

  /// Sixteen groups of two that extend the next would unfold to 65,536 times the last.
  @Test func extensionsDoNotExplode() throws {
    let groups = (0..<15).map { level in
      "\"g\(level)\": {\"a\": {\"$extends\": \"{g\(level + 1)}\"}, \"b\": {\"$extends\": \"{g\(level + 1)}\"}, \"c\": {\"$extends\": \"{g\(level + 1)}\"}}"
    }
    let text = "{" + groups.joined(separator: ",") + ",\"g15\": {\"x\": {\"$value\": \"#fff\"}}}"
    let error = try #require(throws: PaletteError.self) {
      try Palette.parsed(Array(text.utf8), path: "t.json")
    }
    #expect("\(error)".contains("groups and tokens"), "\(error)")
  }

  // MARK: Single colours

  @Test(arguments: [
    (
      PaletteRule.invalidColor, "{\"map8\": {\"$value\": \"#D0R774\"}, \"b\": {\"$value\": \"#fff\"}}",
      ["map8"]
    ),
    (.alias, "{\"a\": {\"$value\": \"{b}\"}, \"c\": {\"$value\": \"{c}\"}}", ["a", "c"]),
    (
      .literalSystemColor, "{\"brand\": {\"$value\": \"#007AFF\"}, \"grey\": {\"$value\": \"#8E8E93\"}}",
      ["brand"]
    ),
    (
      .srgbNumbersInP3,
      "{\"a\": {\"$value\": \"#0070F2\"}, \"b\": {\"$value\": {\"colorSpace\": \"display-p3\", \"components\": [0, 0.439, 0.949]}}}",
      ["b"]
    ),
    (
      .textOutsideSRGB,
      "{\"bodyText\": {\"$value\": {\"colorSpace\": \"display-p3\", \"components\": [1, 0, 0]}}, \"t\": {\"$value\": \"#f00\"}}",
      ["bodyText"]
    ),
  ])
  func tokensWithAFault(rule: PaletteRule, text: String, names: [String]) throws {
    #expect(try Self.findings(rule, in: text).flatMap(\.colors) == names)
  }

  @Test func onlyColoursThatMeetAreCompared() throws {
    let css = """
      :root { --bs-body-bg: #fff; --bs-body-color: #212529; --bs-dropdown-link-active-color: #fff; --bs-success-bg: #fff;
        --bs-warning-text: #fff3cd; --bs-primary: #fff; --bs-primary-text: #eee; --bs-success-text: #ddd }
      """
    #expect(
      try Self.findings(.contrast, in: css, path: "t.css").map(\.colors) == [
        ["bs-warning-text", "bs-body-bg"], ["bs-primary-text", "bs-primary"],
        ["bs-success-text", "bs-body-bg"],
      ])
    let tokens = ##"{"text": {"link": {"$value": "#36f"}}, "b": {"link": {"$value": "{text.link}"}}}"##
    #expect(try Self.findings(.nearDuplicate, in: tokens).isEmpty)
  }

  @Test func colourVisionAloneNeedsNoRoles() throws {
    let css = ":root { --a: #ff0000; --b: #00aa00 }"
    let palette = try Palette.parsed(Array(css.utf8), path: "t.css")
    #expect(PaletteLint(palette, rules: [.colorVision]).findings.map(\.colors) == [["a", "b"]])
    #expect(!PaletteLint(palette).findings.contains { $0.rule == .colorVision })
  }

  /// A colour that was mended makes no new finding of the others.
  @Test func theBaselineKnowsColoursThatDoNotAdapt() throws {
    let folder = try TemporaryFolder()
    let report =
      #"{"tool": "p3tool", "command": "palette lint", "inputs": [{"path": "t.css", "findings": [{"fingerprint": "non-adaptive/a+b/"}]}]}"#
    try folder.write(Array(report.utf8), to: "old.json")
    let baseline = try PaletteBaseline(path: folder.path("old.json"))
    func isKnown(_ css: String) throws -> Bool {
      let found = try Self.findings(
        .nonAdaptive, in: ":root { --z: light-dark(#000, #fff); \(css) }", path: "t.css")
      return try baseline.contains(#require(found.first), of: "t.css")
    }
    #expect(try isKnown("--a: #123; --b: #456"))
    #expect(try isKnown("--b: #456"))
    #expect(try !isKnown("--b: #456; --c: #789"))
  }

  @Test func findingsHaveLines() throws {
    let tokens =
      "{\n\"a\": {\"$type\": \"color\",\n \"b\": {\"$value\": \"#12\"},\n \"c\": {\"$value\": \"#fff\"}}}"
    let folder = try TemporaryFolder()
    for (name, text, line) in [("t.json", tokens, 3), ("t.css", "a {}\n:root {\n --a.b: #12 }", 3)] {
      try folder.write(Array(text.utf8), to: name)
      let lines = PaletteLines(path: folder.path(name))
      #expect(lines["a.b"] == line, "\(name)")
      #expect(lines["a.c"] == (name == "t.json" ? 4 : nil))
    }
  }

  @Test func coloursThatDoNotAdaptAreFound() throws {
    let css = ":root { --text: light-dark(#000, #fff); --brand: #0070F2; --page: light-dark(#fff, #fff); }"
    let found = try Self.findings(.nonAdaptive, in: css, path: "t.css")
    #expect(found.map(\.colors) == [["brand", "page"]])
    #expect(
      try Self.findings(.nonAdaptive, in: ":root { --a: #000; --b: #fff }", path: "t.css").map(\.colors) == [
        []
      ])
    #expect(
      try Self.findings(.nonAdaptive, of: "apple").map(\.colors) == [["systemGray", "lightText", "darkText"]])
    #expect(try Self.findings(.noIncreasedContrast, of: "fiori").map(\.colors) == [[]])
    #expect(try Self.findings(.noIncreasedContrast, of: "apple").map(\.colors) == [["link"], ["lightText"]])
  }

  @Test(arguments: [
    ("primaryText", PaletteRole.text), ("error-background", .background), ("color.border.subtle", .separator),
    ("linkColor", .interactive), ("successLabel", .text), ("danger", .status), ("blue500", nil),
  ])
  func rolesFromNames(name: String, role: PaletteRole?) {
    #expect(PaletteRoles.role(named: name) == role)
  }
}

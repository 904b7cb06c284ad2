import Foundation
import TestSupport
import Testing

@testable import P3Kit

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

  /// The pruned search finds what comparing all with all finds.
  @Test func neighborsAreTheSameAsByComparingAll() throws {
    var random = SplitMix64(seed: 11)
    let colors = (0..<300).compactMap { index -> NamedColor? in
      let components = SIMD3((0..<3).map { _ in Double(Int.random(in: 0...255, using: &random)) / 255 })
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
    let pairs = PaletteNeighbors(colors.map(\.seen.normal)).pairs(within: 8)
    #expect(pairs.map { colors[$0.first].name + colors[$0.second].name } == expected)
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

  @Test func coloursThatDoNotAdaptAreFound() throws {
    let css = ":root { --text: light-dark(#000, #fff); --brand: #0070F2; --page: light-dark(#fff, #fff); }"
    let found = try Self.findings(.nonAdaptive, in: css, path: "t.css")
    #expect(found.map(\.colors) == [["brand"], ["page"]])
    #expect(
      try Self.findings(.nonAdaptive, in: ":root { --a: #000; --b: #fff }", path: "t.css").map(\.colors) == [
        []
      ])
    #expect(try Self.findings(.nonAdaptive, of: "apple").contains { $0.colors == ["darkText"] })
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

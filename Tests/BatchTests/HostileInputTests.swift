import ColorManagement
import Colors
import TestSupport
import Testing

@testable import Basics
@testable import Batch
@testable import Catalogs
@testable import ImageFiles
@testable import Palettes

/// Inputs that once took the program down or made it run without end: each is made here and must be refused, or be
/// done with at once.
@Suite struct HostileInputTests {
  // MARK: Report merge

  private static func report(summary: String, shard: String? = nil) -> [UInt8] {
    let member = shard.map { "\"shard\": \($0)," } ?? ""
    return Array(
      "{\"tool\": \"p3tool\", \"version\": \"1\", \"schema\": 1, \"command\": \"batch\", \(member) \"inputs\": [], \"summary\": \(summary)}"
        .utf8)
  }

  @Test(arguments: ["0", "9000000000000000000", "9e18", "-1", "1000001"])
  func aShardCountOutOfRangeIsRefused(count: String) throws {
    let part = try ReportMerge.Part(
      name: "a.json", bytes: Self.report(summary: "{}", shard: "{\"index\": 1, \"count\": \(count)}"))
    #expect(throws: ReportMerge.Mismatch.self) { try ReportMerge.merge([part]) }
  }

  @Test func ofManyMissingShardsSomeAreNamed() throws {
    let part = try ReportMerge.Part(
      name: "a.json", bytes: Self.report(summary: "{}", shard: "{\"index\": 1, \"count\": 1000000}"))
    let mismatch = #expect(throws: ReportMerge.Mismatch.self) { try ReportMerge.merge([part]) }
    #expect(mismatch?.description.contains("2/1000000, 3/1000000") == true)
    #expect(mismatch?.description.contains("and 999979 more") == true)
  }

  @Test func countsThatOverflowAreRefused() throws {
    let parts = try ["a", "b"].map {
      try ReportMerge.Part(name: $0, bytes: Self.report(summary: "{\"bytesIn\": \(Int.max)}"))
    }
    let mismatch = #expect(throws: ReportMerge.Mismatch.self) { try ReportMerge.merge(parts) }
    #expect(mismatch?.description.contains("bytesIn") == true)
  }

  @Test func manyMembersAreJoinedInTimeOfTheirNumber() throws {
    let members = (0..<40_000).map { "\"m\($0)\": 1" }.joined(separator: ",")
    let parts = try ["a", "b"].map {
      try ReportMerge.Part(name: $0, bytes: Self.report(summary: "{\(members)}"))
    }
    let merged = try ReportMerge.merge(parts)
    #expect(merged["summary"]?.members.count == 40_000)
    #expect(merged["summary"]?["m39999"] == .number("2"))
  }

  // MARK: Palettes

  /// 20,000 properties, each of which refers to the next.
  @Test func aLongChainOfReferencesIsRefused() {
    let style = (0..<20_000).map { "--a\($0): var(--a\($0 + 1));" }.joined() + "--a20000: #fff"
    let tokens = (0..<20_000).map { "\"a\($0)\":{\"$value\":\"{a\($0 + 1)}\"}" }.joined(separator: ",")
    for (name, text) in [("a.css", style), ("a.json", "{\(tokens),\"a20000\":{\"$value\":\"#fff\"}}")] {
      let error = #expect(throws: PaletteError.self) { try Palette.parsed(Array(text.utf8), path: name) }
      #expect(error?.description.contains("more than 32 steps") == true, "\(name)")
    }
  }

  /// Such a colour would be lost, or make the file unreadable, in the form of design tokens.
  @Test(arguments: [
    ##"{"colors":[{"name":"$a","light":"#fff"}]}"##, #"{"colors":[{"name":"a"}]}"#,
    ##"{"colors":[{"name":"a","light":"#fff"},{"name":"a","light":"#000"}]}"##,
    ##"{"a.b":{"$value":"#fff"},"a":{"b":{"$value":"#000"}}}"##,
  ])
  func aColorThatNotEveryFormCanHoldIsRefused(text: String) {
    #expect(throws: PaletteError.self) { try Palette.parsed(Array(text.utf8), path: "a.json") }
  }

  // MARK: Environment and command line

  @Test(arguments: ["9223372036854775807", "-9223372036854775808", "4611686018427387904"])
  func anIndexFarOutNamesNoShard(index: String) {
    for first in ["-9223372036854775808", "0"] {
      #expect(throws: BatchShard.EnvironmentError.self) {
        try BatchShard.find {
          [
            "SLURM_ARRAY_TASK_ID": index, "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": first,
          ][$0]
        }
      }
    }
    #expect(throws: BatchShard.EnvironmentError.self) {
      try BatchShard.find { ["CIRCLE_NODE_INDEX": index, "CIRCLE_NODE_TOTAL": "3"][$0] }
    }
    #expect(BatchShard("1/9223372036854775807") == nil)
  }

  @Test func aComponentBeyondAnyColorIsRefused() throws {
    let error = #expect(throws: CSSColorError.self) { try CSSColor("color(srgb 1e300 0 0)") }
    #expect(error?.problem == .notAShare(1e300))
    #expect(try CSSColor("color(display-p3 -0.5 1.25 0)").components.y == 1.25)
  }

  // MARK: Files

  @Test func aScaleFarOutIsNoSlot() throws {
    let huge = try JSONValue(parsing: Array("{\"idiom\": \"mac\", \"scale\": \"9223372036854775807x\"}".utf8))
    #expect(AssetSlot(huge) == nil)
    let plain = try JSONValue(parsing: Array("{\"idiom\": \"mac\", \"scale\": \"2x\"}".utf8))
    #expect(AssetSlot(plain)?.scale == 2)
  }

  @Test(arguments: ["9223372036854775807 1", "-1 0", "{\"bytesIn\":9223372036854775807}"])
  func byteCountsOfAStateFileAreBounded(text: String) {
    #expect(StepResult(stateText: text) == nil)
  }

  // MARK: Catalogs

  private static let many = 20_000

  /// Slots of idioms that nobody has heard of, each with siblings missing: a comparison of all with all would take longer
  /// than the limit.
  @Test func anImageSetOfManySlotsIsLookedAtOnce() throws {
    let images = (0..<Self.many).map { index -> JSONValue in
      [
        "idiom": .string("idiom-\(index / 2)"), "scale": "2x", "filename": .string("\(index).jpg"),
        "display-gamut": .string(index % 2 == 0 ? "sRGB" : "display-P3"),
        "appearances": [["appearance": "luminosity", "value": "dark"]],
      ]
    }
    let contents = AssetContents(["images": .array(images + images)])
    let findings = ImageSetLint(path: "a.imageset", contents: contents).findings
    #expect(findings.count { $0.rule == .missingSibling } == Self.many)
    // One for each slot: the entries that say the same twice are told once.
    #expect(findings.count { $0.rule == .duplicateSlot } == Self.many)
  }

  @Test func aColorSetOfManyEntriesIsLookedAtOnce() {
    func entry(_ index: Int, _ space: String, idiom: String) -> JSONValue {
      [
        "idiom": .string(idiom),
        "color": [
          "color-space": .string(space),
          "components": ["red": "0.5", "green": .string("0.\(index)"), "blue": "0.25", "alpha": "1"],
        ],
      ]
    }
    let colors = (0..<Self.many).flatMap { index in
      ["srgb", "display-p3"].map { entry(index, $0, idiom: "idiom-\(index)") }
    }
    let same = (0..<Self.many).flatMap { _ in ["srgb", "display-p3"].map { entry(1, $0, idiom: "mac") } }
    let findings = ColorSetLint(
      path: "a.colorset", contents: AssetContents(["colors": .array(colors + same)])
    ).findings
    #expect(findings.count { $0.rule == .srgbNumbersInP3 } == 2 * Self.many)
  }

  // MARK: Palettes

  private static func styleSheet(_ colors: some Sequence<String>) -> [UInt8] {
    Array((":root{" + colors.enumerated().map { "--\($0):\($1);" }.joined() + "}").utf8)
  }

  @Test func aPaletteOfMoreColoursThanAnyIsRefused() throws {
    let many = Self.styleSheet(repeatElement("#777777", count: 10_001))
    let error = #expect(throws: PaletteError.self) { try Palette.parsed(many, path: "a.css") }
    #expect(error?.description.contains("more than 10000 colours") == true)
    let lengths = Self.styleSheet(repeatElement("1px", count: 25_001))
    #expect(throws: PaletteError.self) { try Palette.parsed(lengths, path: "a.css") }
  }

  /// All pairs of 3,000 are 4.5 million: none of them is kept.
  @Test func aPaletteOfOneColourIsJudgedByCounts() throws {
    let palette = try Palette.parsed(
      Self.styleSheet((0..<3000).map { $0 % 2 == 0 ? "#777777" : "#777778" }), path: "a.css")
    let near = PaletteLint(palette).findings.filter { $0.rule == .nearDuplicate }
    #expect(!near.isEmpty && near.count % 2999 == 0, "\(near.count)")
    #expect(near.first?.message.contains("1,499 more colours") == true, "\(near.first?.message ?? "")")
  }

  /// What a search that keeps nothing counts and takes for nearest is what the list of all pairs has.
  @Test func neighboursAreCountedAsTheyAreListed() {
    var random = SplitMix64(seed: 3)
    let colors = (0..<700).map { _ in
      CIELAB(
        lightness: .random(in: 0...30, using: &random), a: .random(in: -9...9, using: &random),
        b: .random(in: -9...9, using: &random))
    }
    let neighbors = PaletteNeighbors(colors)
    let all = neighbors.after(within: 8), found = neighbors.search(within: 8, keeping: 0)
    #expect(found.all == nil && found.count == all.reduce(0) { $0 + $1.count } && found.count > 700)
    #expect(found.counts == all.map(\.count))
    #expect(found.nearest == all.map { list in list.min { $0.difference < $1.difference } })
    #expect(neighbors.search(within: 8, keeping: found.count).all == all)
    #expect(neighbors.search(within: 8, keeping: found.count - 1).all == nil)
    let odd = neighbors.search(within: 8, keeping: .max) { ($0 + $1) % 2 == 1 ? $2 : nil }
    #expect(odd.all == all.enumerated().map { first, list in list.filter { (first + $0.place) % 2 == 1 } })
  }

  /// With more pairs than are told, those of each first colour with the least difference: the same as of all pairs.
  @Test func pairsOfAVisionAreTheSameWhetherTheyAreKeptOrNot() throws {
    var random = SplitMix64(seed: 4)
    let colors = (0..<260).map { _ in
      "rgb(\(Int.random(in: 60...200, using: &random)) \(Int.random(in: 60...200, using: &random)) 90)"
    }
    let palette = try Palette.parsed(Self.styleSheet(colors), path: "a.css")
    let named = palette.colors.compactMap { NamedColor($0, PaletteCondition(.light)) }
    let vision = PaletteVision(named)
    let all = vision.pairs(atMost: .max / 4)
    #expect(all.count > 1000)
    let worst = Dictionary(grouping: all, by: \.first).values.compactMap { pairs in
      pairs.min { ($0.difference, $0.second) < ($1.difference, $1.second) }
    }.sorted { $0.first < $1.first }
    for most in [0, 10, all.count / 4, all.count - 1] {
      #expect(vision.pairs(atMost: most) == worst, "\(most)")
    }
    #expect(vision.pairs(atMost: all.count) == all)
  }

  // MARK: Patterns

  @Test func foldersOfAnyDepthTakeNoExponentialTime() throws {
    let path = Array(repeating: "a", count: 40).joined(separator: "/") + "/x.jpg"
    let same = try GlobPattern(String(repeating: "**/", count: 20) + "*.png")
    #expect(!same.matches(path))
    let between = try GlobPattern(String(repeating: "**/a/", count: 20) + "*.png")
    #expect(!between.matches(path))
    #expect(between.matches(path.dropLast(3) + "png"))
  }

  /// Each step is read as a subcommand, and so is each override for each step.
  @Test func stepsAndOverridesAreBounded() async throws {
    func pipeline(steps: Int, overrides: Int) throws -> BatchConfiguration {
      let steps = (0..<steps).map { "- {id: s\($0), convert: {to: srgb}}\n" }.joined()
      let others = (0..<overrides).map { "- {paths: 'a\($0)', convert: {depth: 16}}\n" }.joined()
      let end = overrides == 0 ? "" : "overrides:\n\(others)"
      return try BatchConfiguration(
        yaml: "version: 1\nsources: '*.png'\nsteps:\n\(steps)\(end)", path: "p.yml")
    }
    _ = try pipeline(steps: 1000, overrides: 1000)
    for (steps, overrides, word) in [(1001, 0, "steps"), (1, 1001, "overrides")] {
      let error = #expect(throws: ConfigurationError.self) {
        _ = try pipeline(steps: steps, overrides: overrides)
      }
      #expect(error?.description.contains("more than 1000 \(word) (divide the pipeline)") == true)
    }
  }

  /// 20,000 patterns of 256 each once took 2 GB.
  @Test func patternsAreCountedWithTheirBraces() throws {
    let pattern = String(repeating: "{a,b}", count: 8)
    func pipeline(_ count: Int) throws {
      let sources = (0..<count).map { "- '\(pattern)\($0)'\n" }.joined()
      _ = try BatchConfiguration(
        yaml: "version: 1\nsources:\n\(sources)steps:\n- convert: {to: srgb}\n", path: "p.yml")
    }
    try pipeline(39)
    let error = #expect(throws: ConfigurationError.self) { try pipeline(20_000) }
    #expect(error?.description.contains("p.yml:42:3: ") == true)
    #expect(error?.description.contains("more than 10000 patterns, with those that braces give") == true)
  }

  /// A style sheet of 400 kB has 25,000 words that are compared with each name of a colour, or few that are very long.
  @Test func farWordsAreNotCompared() {
    #expect(NearestName.distance("red", String(repeating: "red", count: 100), most: 99) == nil)
    #expect(NearestName.distance("wihte", "white", most: 1) == 1)
    #expect(NearestName.distance("whit", "black", most: 1) == nil)
  }

  @Test func aPatternIsReadBeforeItsBracesUnfold() {
    let choices = "{" + String(repeating: "a,", count: 400_000) + "a}" + String(repeating: "b", count: 1000)
    #expect(throws: GlobPattern.Malformed.self) { try GlobPattern(choices) }
    let many = "{" + String(repeating: "a,", count: 300) + "a}.png"
    #expect(throws: GlobPattern.Malformed.self) { try GlobPattern(many) }
  }

  // MARK: YAML

  /// Nine aliases in each of the levels: 9¹¹ values when 10 are unfolded.
  private static func levels(_ count: Int) -> String {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1...count {
      let aliases = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(aliases)]\n"
    }
    return text
  }

  @Test(arguments: [
    "*a4 : 1\n*a3 : 2\n", "? *a4\n: 1\n", "b: {*a4 : 1, *a3 : 2}\n", "b: {*a4\n : 1}\n", "[*a4]: 1\n",
    "{x: *a4}: 1\n", "q: \"\\\\\"\n*a4 : 1\n", "q: \"\\\"\"\n*a4 : 1\n", "b: [*a4 : 1]\n",
  ])
  func aliasesAsKeysAreRefused(keys: String) throws {
    let error = #expect(throws: ConfigurationError.self) {
      try ConfigurationNode(yaml: Self.levels(4) + keys, path: "p.yml", remedy: "")
    }
    #expect(error?.description.contains("a key must be a plain name") == true)
  }

  @Test func aliasesAsValuesAreCounted() {
    let error = #expect(throws: ConfigurationError.self) {
      try ConfigurationNode(yaml: Self.levels(10), path: "p.yml", remedy: "")
    }
    #expect(error?.description.contains("more than 100000 values") == true)
  }

  @Test(arguments: [
    "a: &a [1]\nb: *a\n\"x[1]: y\": 2\n# {b}: comment\nc: 'it''s ]: fine'\n",
    "a: &a {x: 1}\nb: [*a, *a]\nc: {d: *a}\n",
    "a: &a 1\nb: [*a]\nc: 2\nd: what? yes\n",
  ])
  func otherAliasesAreFine(yaml: String) throws {
    _ = try ConfigurationNode(yaml: yaml, path: "p.yml", remedy: "")
  }
}

import Palettes
import Checking
import Conversion
import Foundation
import PNGCodec
import TestSupport
import Testing

@testable import Batch

/// The tables of options: every option changes what is done and the cache key, however a file spells it.
@Suite("Options of pipeline steps")
struct StepTableTests {
  /// An option with a value, as YAML.
  private typealias Given = (name: String, value: String)

  /// What one step with some options comes to.
  private struct Outcome {
    /// The cache key.
    let key: String
    /// What is asked of the image, in full.
    let request: String
  }

  /// One option of a table, whatever the table's settings.
  struct Option: Sendable, CustomTestStringConvertible {
    let kind: StepKind
    let name: String
    let samples: [String]
    let standard: String?
    let companions: [String]
    let rivals: [String]
    let isRequired: Bool

    var testDescription: String { "\(kind.rawValue) \(name)" }

    static func all<Settings>(_ table: StepTable<Settings>) -> [Option] {
      table.options.map { option in
        Option(
          kind: table.kind, name: option.name, samples: option.type.samples,
          standard: option.spelling(table.standard), companions: option.companions, rivals: option.rivals,
          isRequired: option.isRequired)
      }
    }

    static let all =
      all(ConvertStep.table) + all(SoftenStep.table) + all(CheckStep.table) + all(CatalogStep.table)
      + all(PaletteLintStep.table) + all(DiffStep.table)
  }

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      Array(#"{"tool": "p3tool", "inputs": [{"findings": []}]}"#.utf8), to: "baseline.json")
    try folder.write(
      Array(#"{"tool": "p3tool", "command": "palette lint", "inputs": []}"#.utf8), to: "palettes.json")
    try folder.write(Array("text: \"*Text\"\n".utf8), to: "roles.yml")
    try folder.copy(testImage: "untagged-8.png", as: "mask.png")
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
  }

  /// Options without which the others could not take all their values.
  private func base(_ kind: StepKind) -> [Given] {
    switch kind {
    case .convert: [("to", "srgb"), ("gamut", "soft")]
    case .catalog: [("into", "A.xcassets"), ("scales", "1x")]
    case .diff: [("before", "reference")]
    case .soften, .check, .paletteLint: []
    }
  }

  private func outcome(_ kind: StepKind, _ given: [Given]) throws -> Outcome {
    let options = given.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
    let configuration = try BatchConfiguration(
      yaml: "sources: art/*.png\nsteps: [{\(kind.rawValue): {\(options)}}]", path: folder.path("p3tool.yml"))
    let values = try #require(configuration.steps.first).options
    let step = try kind.step(values, in: configuration, limits: PNGLimits())
    return Outcome(key: step.recipe, request: try request(step))
  }

  private func request(_ step: any PipelineStep) throws -> String {
    switch step {
    case let step as ConvertStep:
      return String(reflecting: step.conversion.request) + String(reflecting: step.policy)
    case let step as SoftenStep: return String(reflecting: step.softening)
    case let step as CheckStep:
      let levels = step.levels.map { "\($0.key) \($0.value)" }.sorted()
      // A set has no order of its own.
      let rules = step.check.request.rules.rules.map(\.rawValue).sorted()
      var request = step.check.request
      request.rules = .all
      let all = Mirror(reflecting: request).children.filter { $0.label != "rules" }
        .map { "\($0.label ?? ""): \(String(reflecting: $0.value))" }
      return "\(all) \(rules) \(levels)"
    case let step as CatalogStep:
      return String(reflecting: try step.request(for: PipelineSource(path: "art/x/a.png", root: "art")))
    case let step as PaletteLintStep:
      let words = step.selected.map(\.rawValue).sorted()
      return "\(words) \(step.policy) \(step.roles) \(String(describing: step.platform))"
    case let step as DiffStep:
      return String(reflecting: step.request) + "\(step.policy) \(step.comparedFile(for: "a.png") ?? "")"
    default:
      Issue.record("a kind of step without a request")
      return ""
    }
  }

  private func with(_ option: Option, _ value: String) throws -> [Given] {
    let companions = try option.companions.map { name -> Given in
      let companion = try #require(Option.all.first { $0.kind == option.kind && $0.name == name })
      return (name, try #require(companion.samples.first))
    }
    return base(option.kind).filter { $0.name != option.name } + companions + [(option.name, value)]
  }

  /// Options whose values are files: the folder has one of each.
  private static let fileOptions: Set<String> = ["baseline", "roles", "mask"]

  @Test("another value of any option asks for another result, under another cache key", arguments: Option.all)
  func flips(option: Option) throws {
    var outcomes: [(value: String, outcome: Outcome)] = []
    for sample in option.samples {
      outcomes.append((sample, try outcome(option.kind, try with(option, sample))))
    }
    #expect(outcomes.count >= (Self.fileOptions.contains(option.name) ? 1 : 2), "too few values to compare")
    for (index, first) in outcomes.enumerated() {
      for second in outcomes[(index + 1)...] {
        #expect(first.outcome.key != second.outcome.key, "\(first.value) and \(second.value)")
        #expect(first.outcome.request != second.outcome.request, "\(first.value) and \(second.value)")
      }
    }
    guard !option.isRequired, option.companions.isEmpty else { return }
    let absent = try outcome(option.kind, base(option.kind).filter { $0.name != option.name })
    for (value, given) in outcomes where given.request != absent.request {
      #expect(given.key != absent.key, "\(value) and nothing")
    }
    #expect(outcomes.contains { $0.outcome.key != absent.key })
  }

  @Test(
    "the default, written out, is the same as nothing: the same request and the same key",
    arguments: Option.all)
  func defaults(option: Option) throws {
    guard let standard = option.standard, !option.isRequired else { return }
    let base = base(option.kind).filter { $0.name != option.name }
    let (written, absent) = (
      try outcome(option.kind, base + [(option.name, standard)]), try outcome(option.kind, base)
    )
    #expect(written.key == absent.key)
    #expect(written.request == absent.request)
  }

  @Test("the order of options does not matter", arguments: StepKind.allCases)
  func order(kind: StepKind) throws {
    let names = Option.all.filter { $0.kind == kind }.map(\.name)
    #expect(Set(names).count == names.count, "an option is there twice")
    var given = base(kind)
    for option in Option.all
    where option.kind == kind && option.rivals.isEmpty && !given.contains(where: { $0.name == option.name }) {
      given.append((option.name, try #require(option.samples.last)))
    }
    let (forward, backward) = (try outcome(kind, given), try outcome(kind, given.reversed()))
    #expect(forward.key == backward.key)
    #expect(forward.request == backward.request)
    #expect(try forward.key != outcome(kind, base(kind)).key)
  }

  @Test(
    "options that go together or exclude each other are told with their place",
    arguments: [
      ("ppi: 220", "'ppi' and 'viewing-distance' go together"),
      ("viewing-distance: 50cm", "'viewing-distance' and 'ppi' go together"),
      ("pixels-per-degree: 60, ppi: 220, viewing-distance: 50", "excludes 'viewing-distance'"),
      ("viewing-distance: 50 parsecs, ppi: 220", "takes a length such as"),
      ("baseline: gone.json", "'baseline':"),
      ("fail-on: bandig", "did you mean 'banding'?"),
      ("background: nocolour", "is not an opaque colour"),
    ])
  func refused(options: String, message: String) throws {
    let error = #expect(throws: ConfigurationError.self) {
      try outcome(.check, [("skip", "banding, \(options)")])
    }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    #expect(error?.place?.line == 2)
  }

  @Test(
    "values of palettes and comparisons that mean nothing are told with their place",
    arguments: [
      (StepKind.paletteLint, "fail-on: contrst", "did you mean 'contrast'?"),
      (.paletteLint, "fail-on: alias=2", "measures nothing that a limit could stand for"),
      (.paletteLint, "only: bandig", "'only' takes one of contrast"),
      (.paletteLint, "roles: gone.yml", "'roles':"),
      (.paletteLint, "baseline: roles.yml", "not a report of palette lint"),
      (.diff, "before: r, fail-on: tag-difers", "did you mean 'tag-differs'?"),
      (.diff, "before: r, ignore: '1,2,3'", "takes boxes such as"),
      (.diff, "before: r, max-share: 101%", "takes a share such as"),
      (.diff, "before: r, mask: gone.png", "'mask':"),
      (.diff, "before: r, mask: pipe", "is no regular file"),
      (.diff, "before: r, preset: exact, threshold: 1", "has no meaning with the preset exact"),
      (.diff, "preset: exact", "lacks 'before'"),
    ])
  func refusedPalettesAndPairs(kind: StepKind, options: String, message: String) throws {
    let error = #expect(throws: ConfigurationError.self) {
      let configuration = try BatchConfiguration(
        yaml: "sources: a.json\nsteps: [{\(kind.rawValue): {\(options)}}]", path: folder.path("p3tool.yml"))
      let values = try #require(configuration.steps.first).options
      _ = try kind.step(values, in: configuration, limits: PNGLimits())
    }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    #expect(error?.place?.line == 2)
  }

  @Test("convert refuses conditions that only a check can answer, and a catalog a master that is too small")
  func refusedElsewhere() {
    for (kind, given, message) in [
      (StepKind.convert, [("to", "srgb"), ("fail-on", "untagged")], "use a check step"),
      (.catalog, [("into", "A"), ("master-scale", "2")], "a 2x master cannot be enlarged to 3x"),
      (.soften, [("white", "0")], "takes a number over 0 to 1"),
      (.soften, [("on", "systemBackground")], "takes a colour"),
    ] {
      let error = #expect(throws: ConfigurationError.self) { try outcome(kind, given) }
      #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }
  }

  @Test("values are those of the command line: a bare hexadecimal colour, a distance in any unit")
  func values() throws {
    let bare = try outcome(.soften, [("on", "1C1C1E")])
    #expect(try bare.key == outcome(.soften, []).key)
    let (bareNumber, centimetres) = (
      try outcome(.check, [("ppi", "220"), ("viewing-distance", "50")]),
      try outcome(.check, [("ppi", "220"), ("viewing-distance", "50cm")])
    )
    #expect(bareNumber.key == centimetres.key && bareNumber.request == centimetres.request)
  }
}

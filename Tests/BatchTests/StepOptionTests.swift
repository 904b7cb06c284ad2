import Catalogs
import Checking
import Conversion
import Foundation
import PNGCodec
import Palettes
import TestSupport
import Testing

@testable import Batch

/// Steps have the options of their subcommands: every one changes what is done and the cache key, and what a subcommand
/// refuses is told with its place.
@Suite("Options of pipeline steps")
struct StepOptionTests {
  /// An option with a value, as YAML.
  private typealias Given = (name: String, value: String)

  /// What one step with some options comes to.
  private struct Outcome: Equatable {
    /// The cache key.
    let key: String
    /// What is asked of the image, in full.
    let request: String
  }

  /// An option of a kind of step.
  struct Option: Sendable, CustomTestStringConvertible {
    let kind: StepKind
    let option: StepOption

    var testDescription: String { "\(kind.rawValue) \(option.name)" }

    static let all = StepKind.allCases.flatMap { kind in
      kind.options(ProgramSteps()).filter { $0.remedy == nil }.map { Option(kind: kind, option: $0) }
    }

    /// Legal values, as YAML spells them.
    var samples: [String] {
      switch (option.value, option.name) {
      case (.flag, _): ["true", "false"]
      case (.choice(let words), _): words.map { $0.contains(",") ? "'\($0)'" : $0 }
      case (.space, _): ["srgb", "display-p3"]
      case (.file, "baseline"): [kind == .check ? "baseline.json" : "palettes.json"]
      case (.file, "roles"): ["roles.yml"]
      case (.file, "mask"): ["mask.png"]
      case (.file, _): ["dark.png", "'dark/{stem}.png'"]
      case (.text(let examples), _):
        switch option.valueName {
        case "condition": ["error", "none"]
        case "rule": Array(examples.prefix(3))
        case "kinds": ["exif", "[exif, text]", "all"]
        case "list": ["[1x, 2x]", "single"]
        case "color": ["'#F2F2F7'", "tomato"]
        case "distance": ["50", "20in"]
        case "share" where option.name == "knee": ["0.8", "0.5"]
        case "share": ["1%", "0.5"]
        case "x,y,w,h": ["'0,0,9,2'", "['0,0,9,2', '1,1,2,2']"]
        case "folder", "before": ["A.xcassets", "B"]
        case "y": ["0.5", "40%"]
        case "name" where kind == .catalogColor: ["Accent", "Other"]
        case "name" where option.name == "name": ["Icon", "'Icon-{stem}'"]
        case "name": ["macOS", "watchOS"]
        case "n" where option.name == "master-scale": ["1", "2"]
        default: ["60", "70"]
        }
      }
    }
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

  /// Options without which a step, or the option `name`, could not be.
  private func base(_ kind: StepKind, for name: String = "") -> [Given] {
    let needed: [Given] =
      switch (kind, name) {
      case (.convert, "knee"): [("to", "srgb"), ("gamut", "soft")]
      case (.convert, _): [("to", "srgb")]
      case (.catalog, "tinted"), (.catalog, "platform"): [("into", "A.xcassets"), ("appicon", "true")]
      case (.catalog, "master-scale"): [("into", "A.xcassets"), ("scales", "1x")]
      case (.catalog, _): [("into", "A.xcassets")]
      case (.catalogColor, _): [("name", "Accent"), ("color", "'#000'"), ("into", "A.xcassets")]
      case (.diff, _): [("before", "reference")]
      case (.check, "ppi"): [("viewing-distance", "50")]
      case (.check, "viewing-distance"): [("ppi", "220")]
      case (.soften, "plate"), (.soften, "radius"), (.soften, "padding"): [("mode", "plate")]
      case (.soften, _), (.check, _), (.paletteLint, _): []
      }
    return needed.filter { $0.name != name }
  }

  private func step(_ kind: StepKind, _ options: String) throws -> any PipelineStep {
    let configuration = try BatchConfiguration(
      yaml: "sources: art/*.png\nsteps: [{\(kind.rawValue): {\(options)}}]", path: folder.path("p3tool.yml"))
    let values = try #require(configuration.steps.first).options
    return try configuration.step(kind, values, limits: PNGLimits())
  }

  private func outcome(_ kind: StepKind, _ given: [Given]) throws -> Outcome {
    let step = try step(kind, given.map { "\($0.name): \($0.value)" }.joined(separator: ", "))
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
      let source = PipelineSource(path: "art/x/a.png", root: "art")
      let outputs = try step.outputs(for: source, named: nil)
      return String(reflecting: try step.request(for: source)) + "\(outputs) \(step.icon ?? [])"
    case let step as CatalogColorStep:
      let outputs = try step.outputs(for: PipelineSource(path: "p3tool.yml", root: ""), named: nil)
      return "\(step.builder.colors.sorted { $0.key.rawValue < $1.key.rawValue }) \(outputs)"
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

  @Test("another value of any option asks for another result, under another cache key", arguments: Option.all)
  func flips(option: Option) throws {
    let name = option.option.name
    let base = base(option.kind, for: name)
    let outcomes = try option.samples.map { try outcome(option.kind, base + [(name, $0)]) }
    for (index, first) in outcomes.enumerated() {
      for (other, second) in outcomes.enumerated().dropFirst(index + 1) {
        let values = "\(option.samples[index]) and \(option.samples[other])"
        #expect(first.key != second.key && first.request != second.request, "\(values)")
      }
    }
    guard !option.option.isRequired || option.option.standard != nil,
      let absent = try? outcome(option.kind, base)
    else { return }
    #expect(outcomes.contains { $0.key != absent.key })
    for given in outcomes where given.request != absent.request { #expect(given.key != absent.key) }
    // The default, written out, is the same as nothing.
    if let standard = option.option.standard {
      #expect(try outcome(option.kind, base + [(name, "'\(standard)'".unquotedFlag)]) == absent)
    }
  }

  @Test("the order of options does not matter")
  func order() throws {
    let given: [Given] = [("to", "srgb"), ("depth", "8"), ("reduce", "true")]
    #expect(try outcome(.convert, given) == outcome(.convert, given.reversed()))
  }

  @Test("values are those of the command line: a bare hexadecimal colour, numbers with separators")
  func values() throws {
    #expect(try outcome(.soften, [("on", "000000")]).request == outcome(.soften, [("on", "'#000'")]).request)
    #expect(
      try outcome(.soften, [("max-pixels", "1_000")]) == outcome(.soften, [("max-pixels", "1000")]))
  }

  /// A new option of a subcommand is one of steps unless it is refused there: this list is where to decide.
  @Test(arguments: [
    (
      StepKind.convert,
      "to from assume intent black-point-compensation gamut exact-profile knee soften fail-on depth metadata compression dither reduce reencode tag max-pixels max-memory"
    ),
    (
      .soften,
      "mode white on plate radius padding copy-unchanged depth dither metadata compression max-pixels max-memory"
    ),
    (
      .check,
      "target target-depth pixels-per-degree viewing-distance ppi background from assume fail-on only skip baseline max-pixels max-memory"
    ),
    (
      .catalog,
      "name into scales master-scale idiom dark high-contrast dark-high-contrast appicon tinted platform filter depth metadata compression max-pixels max-memory"
    ),
    (.catalogColor, "name color into dark high-contrast dark-high-contrast"),
    (.paletteLint, "fail-on only skip baseline roles platform"),
    (
      .diff,
      "before preset threshold max-pixels max-share ignore-antialiasing ignore mask fail-on max-image-pixels max-memory"
    ),
  ])
  func names(kind: StepKind, names: String) {
    let options = Option.all.filter { $0.kind == kind }.map(\.option.name)
    #expect(options.joined(separator: " ") == names)
  }

  @Test(
    "what a subcommand refuses is told with its place, in the words of a pipeline",
    arguments: [
      (StepKind.check, "ppi: 220", "2:23", "'viewing-distance' and 'ppi' go together"),
      (.check, "pixels-per-degree: 60, ppi: 220, viewing-distance: 50", "", "excludes 'viewing-distance'"),
      (
        .check, "viewing-distance: 50 parsecs, ppi: 220", "2:36",
        "'50 parsecs' is invalid for 'viewing-distance'"
      ),
      (.check, "only: [banding, bandig]", "2:34", "did you mean 'banding'?"),
      (.check, "baseline: gone.json", "2:28", "'baseline':"),
      (.check, "fail-on: bandig", "2:27", "did you mean 'banding'?"),
      (.check, "background: nocolour", "2:30", "is not an opaque colour"),
      (.check, "format: json", "2:18", "'format' is no option of a check step (give it on the command line)"),
      (.paletteLint, "fail-on: contrst", "", "did you mean 'contrast'?"),
      (.paletteLint, "fail-on: alias=2", "", "measures nothing that a limit could stand for"),
      (.paletteLint, "only: bandig", "", "'only'"),
      (.paletteLint, "roles: gone.yml", "", "'roles':"),
      (.paletteLint, "baseline: roles.yml", "", "not a report of palette lint"),
      (.diff, "before: r, fail-on: tag-difers", "", "did you mean 'tag-differs'?"),
      (.diff, "before: r, ignore: '1,2,3'", "2:36", "'1,2,3' is invalid for 'ignore'"),
      (.diff, "before: r, max-share: 101%", "", "'101%' is invalid for 'max-share'"),
      (.diff, "before: r, mask: gone.png", "", "'mask':"),
      (.diff, "before: r, mask: pipe", "", "is no regular file"),
      (.diff, "before: r, preset: exact, threshold: 1", "2:54", "has no meaning with 'preset' exact"),
      (.diff, "preset: exact", "2:16", "the step diff lacks 'before'"),
      (.convert, "to: srgb, fail-on: untagged", "2:39", "convert answers gamut-clipping and banding"),
      (.convert, "to: srgb, metadata: [exif, txt]", "2:47", "did you mean 'text'?"),
      (.convert, "to: srgb, output: x", "", "the 'output' of the pipeline or of the step says"),
      (.catalog, "into: A, master-scale: 2", "2:43", "'master-scale': a 2x master cannot be enlarged to 3x"),
      (.catalog, "into: A, scales: 4x", "2:37", "(such as '1x,2x,3x', '2x,3x', '1x,2x', 'single')"),
      (.catalog, "into: A, tinted: x.png", "", "'tinted' goes together with 'appicon'"),
      (.catalog, "into: A, name: a/b", "", "'name' takes a plain name, not 'a/b'"),
      (.catalogColor, "name: A, color: '#12345', into: A", "2:42", "'color': '#12345' is not a colour"),
      (.soften, "white: 0", "2:26", "'white' takes a luminance over 0 to 1"),
      (.soften, "on: nocolour", "2:23", "'on'"),
    ])
  func refused(kind: StepKind, options: String, place: String, message: String) {
    let error = #expect(throws: ConfigurationError.self) { try step(kind, options) }
    let text = error?.description ?? ""
    #expect(text.contains(message) && !text.contains("--"), "\(text)")
    #expect(text.contains(":\(place)"), "\(text)")
    #expect(error?.place?.line == 2)
  }
}

extension String {
  /// Truth values are none in quotes.
  fileprivate var unquotedFlag: String {
    ["'true'", "'false'"].contains(self) ? String(dropFirst().dropLast()) : self
  }
}

@testable import Catalogs
@testable import Checking
@testable import Colors
@testable import ColorManagement
@testable import Conversion
@testable import DarkMode
@testable import Basics
@testable import ImageFiles
@testable import Palettes

@testable import Batch

/// Subcommands for the fuzzer, which has no argument parser: every kind of step has one option of each name, and those that
/// name outputs count.
struct FuzzedCommands: StepCommands {
  private static let flags: Set<String> = [
    "soften", "reduce", "black-point-compensation", "skip-unchanged", "ignore-antialiasing", "appicon",
  ]
  private static let spaces: Set<String> = ["to", "from", "assume", "target"]
  private static let files: Set<String> = ["baseline", "mask", "roles"]
  private static let variants: Set<String> = ["dark", "high-contrast", "dark-high-contrast", "tinted"]
  private static let texts = [
    "intent", "gamut", "fail-on", "depth", "dither", "tag", "metadata", "compression", "max-pixels",
    "max-memory",
    "mode", "white", "on", "target-depth", "pixels-per-degree", "viewing-distance", "ppi", "background",
    "only",
    "skip", "into", "name", "scales", "master-scale", "idiom", "filter", "platform", "before",
    "preset", "threshold", "max-share", "ignore", "max-image-pixels",
  ]

  func options(of kind: StepKind) -> [StepOption] {
    let files = kind == .catalog ? Self.variants : Self.files
    let names = Self.texts + Self.flags.union(Self.spaces).union(files).sorted()
    return names.map { name in
      let value: StepOption.Value =
        Self.flags.contains(name)
        ? .flag : Self.spaces.contains(name) ? .space : files.contains(name) ? .file : .text(examples: [])
      return StepOption(
        name, value == .flag ? .flag : value == .space || value == .file ? .single : .repeated, value,
        isRequired: false, standard: value == .flag ? "false" : nil, valueName: "text", summary: "An option.",
        remedy: nil)
    }
  }

  func request(of kind: StepKind, _ arguments: [StepArgument]) throws(StepRefusal) -> StepRequest {
    func value(_ name: String) -> String? { arguments.first { $0.option.name == name }?.values.first }
    if value("mode") == "refused" { throw StepRefusal("refused") }
    switch kind {
    case .convert: return .convert(ConversionRequest(target: .space(.sRGB)), FindingPolicy())
    case .soften: return .soften(ImageSoftening(SofteningOptions()))
    case .check: return .check(CheckRequest())
    case .catalog:
      var request = ImageSetRequest(name: value("name") ?? "", catalog: value("into") ?? "", master: "")
      request.dark = value("dark").map { .file($0) }
      request.tinted = value("tinted")
      return .catalog(request, icon: value("appicon") == "true" ? [.ios] : nil)
    case .catalogColor:
      return .catalogColor(
        ColorSetBuilder(
          name: "Accent", catalog: value("into") ?? "",
          colors: [.any: CSSColor(space: .sRGB, components: .zero)]))
    case .paletteLint:
      return .paletteLint(rules: [], policy: PalettePolicy(), roles: PaletteRoleGlobs(), platform: nil)
    case .diff: return .diff(DifferenceRequest(.visible), DifferencePolicy(conditions: []))
    }
  }
}

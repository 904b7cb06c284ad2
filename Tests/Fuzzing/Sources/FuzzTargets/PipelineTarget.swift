import CodecTargets
@testable import Basics
@testable import ImageFiles
@testable import PNGCodec

@testable import Batch

/// A pipeline file: a configuration, whose steps can be made and whose outputs stay where they belong, or an error with
/// its place.
enum PipelineTarget {
  private static let sources = ["art/a.png", "art/icons/.b@2x.PNG", "../c.png", "d"]

  static func run(_ text: String) {
    do throws(ConfigurationError) {
      let configuration = try BatchConfiguration(
        yaml: text, path: "fuzz.yml", commands: FuzzedCommands())
      for step in configuration.steps { check(step, configuration) }
      for override in configuration.overrides { _ = sources.filter(override.applies) }
      for pattern in configuration.sources + configuration.excluded { _ = sources.filter(pattern.covers) }
    } catch {
      let description = error.description
      require(description.hasPrefix("fuzz.yml:"), "no file in '\(description)'")
    }
  }

  private static func check(_ step: StepConfiguration, _ configuration: BatchConfiguration) {
    do throws(ConfigurationError) {
      // Profiles are files: the fuzzer has none.
      guard configuration.profiles.isEmpty else { return }
      let work = try configuration.step(step.kind, step.options, limits: PNGLimits())
      for path in sources { check(work, PipelineSource(path: path, root: "art"), configuration) }
    } catch {
      require(error.path == "fuzz.yml" && error.place != nil, "no place in '\(error)'")
    }
  }

  private static func check(
    _ work: any PipelineStep, _ source: PipelineSource, _ configuration: BatchConfiguration
  ) {
    require(!work.recipe.isEmpty, "a step without a recipe")
    let name = configuration.output.name.name(source.values(target: work.targetName ?? "", step: "step"))
    if let name { requireBelow(name) }
    // The folder of a catalog is the user's own choice; what stands in it is not to leave it.
    for output in (try? work.outputs(for: source, named: name)) ?? [] { _ = FilePath.normalized(output) }
  }

  /// A finding where `name` leads out of the folder that it is relative to.
  static func requireBelow(_ name: String) {
    require(!name.hasPrefix("/") && !name.split(separator: "/").contains(".."), "'\(name)' leaves its folder")
  }
}

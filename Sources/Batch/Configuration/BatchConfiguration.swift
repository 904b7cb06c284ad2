package import ImageFiles

/// A pipeline as its file describes it: sources, steps, outputs.
package struct BatchConfiguration: Sendable {
  /// The file as the user named it.
  package let path: String
  /// The folder that the file's paths are relative to; empty for the current one.
  let folder: String
  /// What it may touch.
  package let trusted: TrustedFolders
  let sources: [GlobPattern]
  /// Where the file names its sources.
  let sourcesPlace: ConfigurationPlace
  /// Where it has each of them.
  let sourcePlaces: [ConfigurationPlace]
  /// Whether patterns may find nothing.
  let allowsEmpty: Bool
  let excluded: [GlobPattern]
  let output: OutputPlace
  let profiles: [String: String]
  /// Levels for the rules of all checks: a mapping.
  let rules: ConfigurationNode?
  let steps: [StepConfiguration]
  let overrides: [PathOverride]
  /// Images in work at once, where the file says so.
  package let jobs: Int?
  /// The subcommands that steps are.
  let commands: any StepCommands
  /// The options of the steps.
  let options: [StepKind: [StepOption]]

  /// The published JSON Schema of the format, with a newline at the end.
  package static func jsonSchema(_ commands: any StepCommands) -> String {
    PipelineFormat(commands).jsonSchema.prettyText + "\n"
  }

  /// Where the file has the source `pattern`.
  func place(ofPattern pattern: String) -> ConfigurationPlace {
    zip(sources, sourcePlaces).first { $0.0.text == pattern }?.1 ?? sourcesPlace
  }

  /// The file that the state is kept in: `.STEM.state` where the outputs go.
  ///
  /// - Parameter shard: a part of the work, which keeps a state of its own.
  func statePath(shard: BatchShard?) -> String {
    let suffix = shard.map { ".\($0.index)-of-\($0.count)" } ?? ""
    return FilePath.join(
      FilePath.join(folder, output.folder), TrustedFolders.stateName(of: path) + suffix)
  }

  /// The states of other parts of this pipeline's work, or of the whole.
  func otherStatePaths(than path: String) -> [String] {
    let folder = FilePath.join(folder, output.folder)
    let stem = TrustedFolders.stateName(of: self.path)
    let names = (try? SystemCall.names(in: folder.isEmpty ? "." : folder)) ?? []
    return names.filter { $0 == stem || $0.hasPrefix(stem + ".") }.sorted()
      .map { FilePath.join(folder, $0) }.filter { $0 != path }
  }

  /// The folders that outputs go into, relative to the pipeline's: those of the pipeline and of its steps, and
  /// catalogs.
  var outputFolders: Set<String> {
    let places = ([output] + steps.compactMap(\.output)).map(\.folder)
    let options = steps.map(\.options) + overrides.flatMap(\.options.values)
    return Set(places + options.compactMap { $0["into"].map { FilePath.normalized($0.text) } })
  }

  /// The profile files that outputs depend on, with full paths.
  var profileFiles: [String] { profiles.values.sorted().map { FilePath.join(folder, $0) } }
}

/// One step of a pipeline, as the file describes it.
struct StepConfiguration: Sendable {
  /// What other steps and overrides call it.
  let id: String
  /// What it does.
  let kind: StepKind
  /// The earlier step whose output it takes; nil for the source itself.
  let input: String?
  /// Where its outputs go, if not where all go.
  let output: OutputPlace?
  /// Its options by name.
  let options: StepValues
  /// Where the file says so.
  let place: ConfigurationPlace
}

/// Where the outputs of a pipeline or of one step go.
struct OutputPlace: Sendable, Hashable {
  /// Relative to the pipeline's folder; empty for that folder itself.
  var folder: String
  /// The names below it.
  var name: NameTemplate
}

extension ConfigurationError {
  /// The path `text` of the pipeline file `path` is refused.
  init(path: String, place: ConfigurationPlace, _ text: String, _ refusal: TrustedFolders.Refusal) {
    self.init(path: path, place: place, message: "'\(text)' \(refusal)")
  }
}

/// Other options for some paths.
struct PathOverride: Sendable {
  /// Sources it holds for.
  let paths: [GlobPattern]
  /// Options by the kind of step.
  let options: [StepKind: StepValues]
  /// Ids or kinds of steps that are left out.
  let skipped: Set<String>

  /// Whether it holds for the source at `path`.
  func applies(to path: String) -> Bool { paths.contains { $0.covers(path) } }
}

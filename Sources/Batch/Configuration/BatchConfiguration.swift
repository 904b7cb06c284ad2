package import ImageFiles

/// A pipeline as described by its file: sources, steps, outputs.
package struct BatchConfiguration: Sendable {
  /// The file's path as the user typed it.
  package let path: String
  /// The folder that the file's paths are relative to; empty for the current folder.
  let folder: String
  /// The folders that the pipeline may use.
  package let trusted: TrustedFolders
  let sources: [GlobPattern]
  /// The place of the key `sources` in the file.
  let sourcesPlace: ConfigurationPlace
  /// The place of each source in the file.
  let sourcePlaces: [ConfigurationPlace]
  /// Whether patterns may match no file.
  let allowsEmpty: Bool
  let excluded: [GlobPattern]
  let output: OutputPlace
  let profiles: [String: String]
  /// A mapping from rules to levels, for all checks.
  let rules: ConfigurationNode?
  let steps: [StepConfiguration]
  let overrides: [PathOverride]
  /// The most images in work at once; nil if the file does not specify it.
  package let jobs: Int?
  /// The subcommands of steps.
  let commands: any StepCommands
  /// The options of each kind of step.
  let options: [StepKind: [StepOption]]

  /// The published JSON Schema of the format, with a newline at the end.
  package static func jsonSchema(_ commands: any StepCommands) -> String {
    PipelineFormat(commands).jsonSchema.prettyText + "\n"
  }

  /// The place of the source `pattern` in the file.
  func place(ofPattern pattern: String) -> ConfigurationPlace {
    zip(sources, sourcePlaces).first { $0.0.text == pattern }?.1 ?? sourcesPlace
  }

  /// The file of the state: `.STEM.state` in the output folder.
  ///
  /// - Parameter shard: a shard, which has a state of its own; nil for the whole pipeline.
  func statePath(shard: BatchShard?) -> String {
    let suffix = shard.map { ".\($0.index)-of-\($0.count)" } ?? ""
    return FilePath.join(
      FilePath.join(folder, output.folder), TrustedFolders.stateName(of: path) + suffix)
  }

  /// The states of other shards of this pipeline, or of the whole pipeline.
  func otherStatePaths(than path: String) -> [String] {
    let folder = FilePath.join(folder, output.folder)
    let stem = TrustedFolders.stateName(of: self.path)
    let names = (try? SystemCall.names(in: folder.isEmpty ? "." : folder)) ?? []
    return names.filter { $0 == stem || $0.hasPrefix(stem + ".") }.sorted()
      .map { FilePath.join(folder, $0) }.filter { $0 != path }
  }

  /// The folders for outputs, relative to the pipeline's folder: those of the pipeline, of its steps, and catalogs.
  var outputFolders: Set<String> {
    let places = ([output] + steps.compactMap(\.output)).map(\.folder)
    let options = steps.map(\.options) + overrides.flatMap(\.options.values)
    return Set(places + options.compactMap { $0["into"].map { FilePath.normalized($0.text) } })
  }

  /// The full paths of the profile files that outputs depend on.
  var profileFiles: [String] { profiles.values.sorted().map { FilePath.join(folder, $0) } }
}

/// One step of a pipeline, as described by the file.
struct StepConfiguration: Sendable {
  /// The name of the step in other steps and in overrides.
  let id: String
  /// The kind of work.
  let kind: StepKind
  /// The earlier step whose output this step takes; nil for the source itself.
  let input: String?
  /// The place of the step's outputs; nil for the pipeline's.
  let output: OutputPlace?
  /// The options by name.
  let options: StepValues
  /// The place of the step in the file.
  let place: ConfigurationPlace
}

/// The place of the outputs of a pipeline or of one step.
struct OutputPlace: Sendable, Hashable {
  /// A folder relative to the pipeline's; empty for the pipeline's folder itself.
  var folder: String
  /// The template of names in the folder.
  var name: NameTemplate
}

extension ConfigurationError {
  /// An error for the path `text` in the pipeline file `path`, which is refused.
  init(path: String, place: ConfigurationPlace, _ text: String, _ refusal: TrustedFolders.Refusal) {
    self.init(path: path, place: place, message: "'\(text)' \(refusal)")
  }
}

/// Different options for some sources.
struct PathOverride: Sendable {
  /// Patterns of the sources.
  let paths: [GlobPattern]
  /// The options by the kind of step.
  let options: [StepKind: StepValues]
  /// Ids or kinds of steps to leave out.
  let skipped: Set<String>

  /// Whether the override applies to the source at `path`.
  func applies(to path: String) -> Bool { paths.contains { $0.covers(path) } }
}

/// A pipeline as its file describes it: sources, steps, outputs.
public struct BatchConfiguration: Sendable {
  /// The file as the user named it.
  public let path: String
  /// The folder that the file's paths are relative to; empty for the current one.
  let folder: String
  let sources: [GlobPattern]
  let excluded: [GlobPattern]
  let output: BatchOutput
  let profiles: [String: String]
  let steps: [BatchStep]
  let overrides: [BatchOverride]
  /// Images in work at once, where the file says so.
  public let jobs: Int?

  /// The published JSON Schema of the format, with a newline at the end.
  public static var jsonSchema: String { BatchFormat.jsonSchema.prettyText + "\n" }

  /// The file that the state is kept in: `.STEM.state` where the outputs go.
  ///
  /// - Parameter shard: a part of the work, which keeps a state of its own.
  func statePath(shard: BatchShard?) -> String {
    let suffix = shard.map { ".\($0.index)-of-\($0.count)" } ?? ""
    return FilePathParts.join(
      FilePathParts.join(folder, output.folder), ".\(FilePathParts(path).stem).state\(suffix)")
  }

  /// The profile files that outputs depend on, with full paths.
  var profileFiles: [String] { profiles.values.sorted().map { FilePathParts.join(folder, $0) } }
}

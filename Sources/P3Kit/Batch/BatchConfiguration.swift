#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
  let rules: [Rule: FindingLevel?]
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

  /// The states of other parts of this pipeline's work, or of the whole.
  func otherStatePaths(than path: String) -> [String] {
    let folder = FilePathParts.join(folder, output.folder)
    let stem = ".\(FilePathParts(self.path).stem).state"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    return names.filter { $0 == stem || $0.hasPrefix(stem + ".") }.sorted()
      .map { FilePathParts.join(folder, $0) }.filter { $0 != path }
  }

  /// The profile files that outputs depend on, with full paths.
  var profileFiles: [String] { profiles.values.sorted().map { FilePathParts.join(folder, $0) } }
}

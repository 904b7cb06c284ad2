import Checking
import ImageFiles

/// The work of a pipeline: every source with its products. Made before any source is read or any output is written.
struct BatchPlan: Sendable {
  /// The work of one step on one source.
  struct Product: Sendable {
    let step: String
    let kind: StepKind
    let work: any PipelineStep
    /// The index of the product whose output is the input, among the source's products; nil for the source itself.
    let input: Int?
    /// Files to read beside the image, relative to the pipeline's folder.
    let otherInputs: [String]
    /// The file to compare the image with, which need not exist; nil if the step compares nothing.
    let compared: String?
    /// The output named by the template, relative to the pipeline's folder.
    let named: String?
    /// The output named by the template, relative to the output folder.
    let pathInFolder: String?
    /// All files to write, including `named`.
    let outputs: [String]
    /// The start of the value of `{target}` for later steps.
    let target: String
  }

  /// One source with its products, or the reason why it cannot be processed.
  struct Item: Sendable {
    /// Relative to the pipeline's folder.
    let path: String
    /// The products in order, or the conflict.
    var work: Result<(source: PipelineSource, status: FileStatus, products: [Product]), OutputConflict>

    /// All outputs of the steps.
    var outputs: [String] {
      if case .success(let work) = work { work.products.flatMap(\.outputs) } else { [] }
    }

    /// Outputs that the steps write for all sources together.
    var sharedOutputs: [String] {
      if case .success(let work) = work { work.products.flatMap(\.work.sharedOutputs) } else { [] }
    }

    /// Files that the steps read beside the source.
    var otherInputs: [String] {
      if case .success(let work) = work { work.products.flatMap(\.otherInputs) } else { [] }
    }

    /// Files that the steps compare images with, which need not exist.
    var comparedFiles: [String] {
      if case .success(let work) = work { work.products.compactMap(\.compared) } else { [] }
    }

    /// The source's own files and all files that its steps read.
    var inputs: [String] { files + otherInputs + comparedFiles }

    /// The source's own files: the file itself, or the files of a folder. Empty if the source cannot be processed.
    var files: [String] {
      guard case .success(let work) = work else { return [] }
      return work.source.members ?? [path]
    }
  }

  /// Sorted by path.
  var items: [Item] = []
  /// Patterns that match no file.
  var unmatchedPatterns: [String] = []
  /// Whether the search found folders or files that it could not read: outputs may then look like orphans.
  var isIncomplete = false
  /// The rules of all steps of the pipeline, whatever the source.
  var rules: Set<ReportedRule> = []
  /// Files that match a source pattern, but are skipped because they lie at the output of another source.
  var passedOver: [(path: String, source: String)] = []
  /// Every output of every product, in all shards.
  var outputs: Set<String> = []
  /// All files that match the source patterns, including outputs.
  var found: Set<FileStatus.Identity> = []

  /// Removes sources that lie at the output of another source: they are outputs of a run whose state is lost.
  mutating func passOverOutputs() {
    let paths = Set(items.map(\.path))
    var makers: [String: String] = [:]
    for item in items {
      for output in item.outputs where paths.contains(output) && output != item.path {
        makers[output] = item.path
      }
    }
    passedOver = makers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    items.removeAll { makers[$0.path] != nil }
  }
}

/// The kind of a source.
package enum SourceKind: Sendable, Hashable {
  /// A PNG file.
  case image
  /// A file of colours, or an asset catalog with colour sets.
  case palette
  /// The pipeline itself: the products come from the steps' options, and no file is read.
  case pipeline

  /// The extensions of folders that hold colours.
  private static let folderNames: Set<String> = ["colorset", "xcassets"]

  /// Whether the folder at `path` is itself a source, by its extension.
  static func isPaletteFolder(_ path: String) -> Bool { folderNames.contains(FilePath(path).fileExtension) }

  /// The kind of the source at `path` in a pipeline that has steps for `kinds`. Palettes are recognised by their names,
  /// and only if a step takes palettes.
  static func of(_ path: String, among kinds: Set<SourceKind>) -> SourceKind {
    let names = folderNames.union(["json", "css"])
    return kinds.contains(.palette) && names.contains(FilePath(path).fileExtension) ? .palette : .image
  }
}

/// A source with the parts of its path for templates.
struct PipelineSource: Sendable, Hashable {
  /// Relative to the pipeline's folder.
  let path: String
  /// The folder before the first wildcard of the pattern that matched the source.
  let root: String
  /// The files of a source that is a folder, relative to the pipeline's folder; nil for a file.
  var members: [String]?

  /// The path below `root`.
  var pathInRoot: String { FilePath.join(directory, FilePath(path).name) }

  /// The folder of `path` below `root`.
  var directory: String {
    let folder = FilePath(path).parent
    guard !root.isEmpty, folder.utf8.starts(with: root.utf8) else { return folder }
    return String(Substring(folder.utf8.dropFirst(root.utf8.count).drop { $0 == UInt8(ascii: "/") }))
  }

  /// The values of every placeholder.
  func values(target: String, step: String) -> [NameTemplate.Placeholder: String] {
    let parts = FilePath(path)
    return [
      .dir: directory, .root: root, .stem: parts.stem,
      .ext: parts.fileExtension, .target: target, .step: step,
    ]
  }
}

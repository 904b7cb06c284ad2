import ImageFiles

/// What a pipeline will do: every source with its products, before anything is read or written.
struct BatchPlan: Sendable {
  /// One step's work on one source.
  struct Product: Sendable {
    let step: String
    let kind: StepKind
    let work: any PipelineStep
    /// The position among the source's products of the one whose output is taken; nil for the source itself.
    let input: Int?
    /// Files that are read beside the image, relative to the pipeline's folder.
    let otherInputs: [String]
    /// The file that the image is compared with, whether it is there or not; nil where the step compares nothing.
    let compared: String?
    /// The output that the template names, relative to the pipeline's folder.
    let named: String?
    /// The same, relative to the folder of outputs.
    let pathInFolder: String?
    /// Everything that is written, `named` among it.
    let outputs: [String]
    /// What later steps' `{target}` starts with.
    let target: String
  }

  /// One source, or why it cannot be processed.
  struct Item: Sendable {
    /// Relative to the pipeline's folder.
    let path: String
    /// What is done, in order; or the fault.
    var work: Result<(source: PipelineSource, status: FileStatus, products: [Product]), OutputConflict>

    /// What its steps write.
    var outputs: [String] {
      if case .success(let work) = work { work.products.flatMap(\.outputs) } else { [] }
    }

    /// What its steps write that belongs to no source.
    var sharedOutputs: [String] {
      if case .success(let work) = work { work.products.flatMap(\.work.sharedOutputs) } else { [] }
    }

    /// What its steps read beside the source.
    var otherInputs: [String] {
      if case .success(let work) = work { work.products.flatMap(\.otherInputs) } else { [] }
    }

    /// What its steps compare images with, whether it is there or not.
    var comparedFiles: [String] {
      if case .success(let work) = work { work.products.compactMap(\.compared) } else { [] }
    }

    /// What the source consists of, and what its steps read beside it.
    var inputs: [String] { files + otherInputs + comparedFiles }

    /// The files that the source consists of: itself, or those of a folder. None of a source that cannot be processed.
    var files: [String] {
      guard case .success(let work) = work else { return [] }
      return work.source.members ?? [path]
    }
  }

  /// Sorted by path.
  var items: [Item] = []
  /// Patterns that match no file.
  var unmatchedPatterns: [String] = []
  /// Whether the search met folders or files that it could not read: outputs may then only seem to be orphans.
  var isIncomplete = false
  /// What steps of the pipeline look at, whatever the source.
  var rules: Set<StepRule> = []
  /// Sources that a pattern finds, and that are passed over as they lie where the output of another one goes.
  var passedOver: [(path: String, source: String)] = []
  /// Every output of every product, all shards.
  var outputs: Set<String> = []
  /// What the patterns for sources find, outputs among it.
  var found: Set<FileStatus.Identity> = []

  /// Takes out what lies where the output of another source goes: a run has made it whose state is lost.
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

/// What a source is.
package enum SourceKind: Sendable, Hashable {
  /// A PNG file.
  case image
  /// A file of colours, or an asset catalog with colour sets.
  case palette
  /// The pipeline itself: what its steps make is in their options, and no file is read.
  case pipeline

  /// What folders are called that hold colours.
  private static let folderNames: Set<String> = ["colorset", "xcassets"]

  /// Whether the folder at `path` is a source by its name, not only a place of sources.
  static func isPaletteFolder(_ path: String) -> Bool { folderNames.contains(FilePath(path).fileExtension) }

  /// What the source at `path` is in a pipeline that has steps for `kinds`. Palettes are known by their names, and only where a step takes
  /// them.
  static func of(_ path: String, among kinds: Set<SourceKind>) -> SourceKind {
    let names = folderNames.union(["json", "css"])
    return kinds.contains(.palette) && names.contains(FilePath(path).fileExtension) ? .palette : .image
  }
}

/// A source file in the words of a template.
struct PipelineSource: Sendable, Hashable {
  /// Relative to the pipeline's folder.
  let path: String
  /// The folder in front of the first wildcard of the pattern that found it.
  let root: String
  /// The files of a source that is a folder, relative to the pipeline's; nil for a file.
  var members: [String]?

  /// Its path below `root`.
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

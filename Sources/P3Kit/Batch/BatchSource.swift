/// A source file in the words of a template.
struct BatchSource: Sendable, Hashable {
  /// Relative to the pipeline's folder.
  let path: String
  /// The folder in front of the first wildcard of the pattern that found it.
  let root: String

  /// The folder of `path` below `root`.
  var directory: String {
    let folder = String(FilePathParts(path).folder.dropLast())
    guard !root.isEmpty, folder.hasPrefix(root) else { return folder }
    return String(folder.dropFirst(root.count).drop { $0 == "/" })
  }

  /// The values of every placeholder.
  func values(target: String, step: String) -> [NameTemplate.Placeholder: String] {
    let parts = FilePathParts(path)
    return [
      .dir: directory, .root: root, .stem: parts.stem,
      .ext: String(parts.name.dropFirst(parts.stem.count).drop { $0 == "." }), .target: target, .step: step,
    ]
  }
}

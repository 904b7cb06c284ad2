/// What `.gitignore`, as Git reads it, and `.p3toolignore` leave out of a searched folder.
///
/// A `.p3toolignore` has a pattern a line, as `--exclude` takes them, relative to the folder that it lies in; empty lines
/// and those that begin with `#` are passed over. Those of the searched folder and of folders above it, up to the root of
/// the repository, hold.
package struct IgnoredFiles: Sendable {
  private let byGit: Set<String>
  /// Patterns, and the searched folder relative to where they hold.
  private var patterns: [(pattern: GlobPattern, folder: String)] = []

  /// The name of the file in which p3tool looks for patterns.
  package static let fileName = ".p3toolignore"

  /// What is left out below `folder`.
  package init(below folder: String) {
    byGit = GitFiles.ignored(below: folder)
    let repository = RepositoryPath.root(above: folder)
    var (place, below) = (folder, "")
    while true {
      read(FilePath.join(place, Self.fileName), below)
      let absolute = RepositoryPath.absolute(place, in: SystemCall.workingFolder)
      guard let repository, absolute != repository, FilePath.isBelow(absolute, repository) else { return }
      below = FilePath.join(FilePath(absolute).name, below)
      place = FilePath(absolute).parent
    }
  }

  /// Whether the file at `path`, relative to the searched folder, is left out.
  package func contains(_ path: String) -> Bool {
    if !byGit.isEmpty {
      var part = path
      while !part.isEmpty {
        if byGit.contains(part) { return true }
        part = FilePath(part).parent
      }
    }
    return patterns.contains { $0.pattern.covers(FilePath.join($0.folder, path)) }
  }

  /// Takes the patterns of the file at `path`, if there is one. A line that is no pattern leaves nothing out.
  private mutating func read(_ path: String, _ folder: String) {
    guard FileStatus(path: path)?.kind == .regular, let bytes = try? WholeFile.read(path, limit: 1 << 20)
    else {
      return
    }
    for line in PathText.text(bytes).split(whereSeparator: \.isNewline) where line.first != "#" {
      let name = line.last == "/" ? line.dropLast() : line
      // A slash at the start or in the middle binds a pattern to the folder of the file.
      let text =
        name.first == "/" ? String(name.dropFirst()) : name.contains("/") ? String(name) : "**/" + name
      if let pattern = try? GlobPattern(text) { patterns.append((pattern, folder)) }
    }
  }
}

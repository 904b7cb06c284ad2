/// Files of a searched folder that `.gitignore` (as Git reads it) and `.p3toolignore` exclude.
///
/// A `.p3toolignore` has one pattern per line, in the form of `--exclude`, relative to its folder; empty lines and
/// lines that begin with `#` are skipped. The `.p3toolignore` files of the searched folder and of all folders
/// above it, up to the root of the repository, apply.
package struct IgnoredFiles: Sendable {
  private let byGit: Set<String>
  /// Patterns, and the path of the searched folder relative to each pattern's folder.
  private var patterns: [(pattern: GlobPattern, folder: String)] = []

  /// The name of the files that hold patterns.
  package static let fileName = ".p3toolignore"

  /// The exclusions for `folder`.
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

  /// Whether the file at `path`, relative to the searched folder, is excluded.
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

  /// Adds the patterns of the file at `path`, if it exists. Lines that are no pattern are ignored.
  private mutating func read(_ path: String, _ folder: String) {
    guard FileStatus(path: path)?.kind == .regular, let bytes = try? WholeFile.read(path, limit: 1 << 20)
    else {
      return
    }
    for line in PathText.text(bytes).split(whereSeparator: \.isNewline) where line.first != "#" {
      let name = line.last == "/" ? line.dropLast() : line
      // A slash at the start or in the middle anchors a pattern to the file's folder.
      let text =
        name.first == "/" ? String(name.dropFirst()) : name.contains("/") ? String(name) : "**/" + name
      if let pattern = try? GlobPattern(text) { patterns.append((pattern, folder)) }
    }
  }
}

/// Finds a pipeline's source files below one folder.
package struct SourceTree {
  /// A file that a pattern found.
  package struct Source: Sendable, Hashable {
    /// The path relative to the pipeline's folder.
    package let path: String
    /// The folder before the first wildcard of the pattern that found it.
    package let root: String
    /// The file's status when it was found.
    package let status: FileStatus
  }

  /// A match that cannot be used as a source.
  package struct Failure: Sendable, Hashable {
    package let path: String
    package let fact: String
  }

  /// The result of a search, both lists sorted by path.
  package struct Findings {
    package var sources: [Source] = []
    package var failures: [Failure] = []
    /// Patterns that match no file.
    package var unmatchedPatterns: [String] = []
  }

  /// The most sources, far more than any project has. A search that finds more stops.
  package static let mostSources = 1_000_000

  /// The pipeline's folder; empty for the current one.
  package let folder: String
  /// Files and folders to skip.
  package let excluded: [GlobPattern]
  /// Relative folders to skip with everything in them: those of outputs.
  package let passedOver: Set<String>
  /// Whether a folder that a whole pattern matches is itself a source.
  package var isFolderSource: @Sendable (String) -> Bool = { _ in false }

  package init(
    folder: String, excluded: [GlobPattern], passedOver: Set<String>,
    isFolderSource: @escaping @Sendable (String) -> Bool = { _ in false }
  ) {
    self.folder = folder
    self.excluded = excluded
    self.passedOver = passedOver
    self.isFolderSource = isFolderSource
  }

  /// Finds the files that match `patterns`; a file that several match is found once, by the first.
  package func search(_ patterns: [GlobPattern]) -> Findings {
    var walk = Walk()
    var findings = Findings()
    for pattern in patterns {
      let before = walk.found.count + walk.failures.count
      for alternative in pattern.alternatives {
        walk.visits = []
        visit(pattern.base, root: pattern.base, components: alternative[...], walk: &walk)
      }
      if walk.found.count + walk.failures.count == before { findings.unmatchedPatterns.append(pattern.text) }
    }
    findings.sources = walk.found.values.sorted { $0.path < $1.path }
    findings.failures = walk.failures.map { Failure(path: $0.key, fact: $0.value) }
      .sorted { $0.path < $1.path }
    return findings
  }

  private struct Visit: Hashable {
    let folder: String
    let componentCount: Int
  }

  private struct Walk {
    var found: [String: Source] = [:]
    var failures: [String: String] = [:]
    /// Folders visited with as many components left: several `**` reach one folder in many ways.
    var visits: Set<Visit> = []
    /// Names in each folder read so far.
    var listings: [String: [String]] = [:]
  }

  /// Searches the folder `path` for matches of `components`.
  private func visit(
    _ path: String, root: String, components: ArraySlice<GlobPattern.Component>, walk: inout Walk
  ) {
    guard let component = components.first,
      walk.visits.insert(Visit(folder: path, componentCount: components.count)).inserted
    else { return }
    if component == .anyFolders {
      visit(path, root: root, components: components.dropFirst(), walk: &walk)
    }
    if let name = component.literal {
      // Without a wildcard the name must exist: no listing is needed, and its absence is an error.
      take(FilePath.join(path, name), root: root, components: components, isNamed: true, walk: &walk)
      return
    }
    for name in names(in: path, walk: &walk) where !name.hasPrefix(".") || component.matches(scalars(name)) {
      let isMatch = component.matches(scalars(name))
      if isMatch || component == .anyFolders {
        take(
          FilePath.join(path, name), root: root, components: components, isNamed: false, walk: &walk)
      }
    }
  }

  /// Handles `path`, which matches the first of `components`: a file at the pattern's end is found, a folder is
  /// entered.
  private func take(
    _ path: String, root: String, components: ArraySlice<GlobPattern.Component>, isNamed: Bool,
    walk: inout Walk
  ) {
    guard walk.found.count <= Self.mostSources, !passedOver.contains(path),
      !excluded.contains(where: { $0.covers(path) }),
      walk.failures[path] == nil
    else { return }
    if let other = walk.found[path] {
      guard !other.path.utf8.elementsEqual(path.utf8) else { return }
      // Two names that are equal as Unicode text would share one output and one state entry.
      walk.found[path] = nil
      walk.failures[path] = "another file has this name in another form of Unicode (rename one of them)"
      return
    }
    let full = FilePath.join(folder, path)
    let isAnyFolders = components.first == .anyFolders
    let rest = isAnyFolders ? components : components.dropFirst()
    guard let status = FileStatus(path: full) else {
      // A listed name that leads nowhere is a broken link; a name behind a wildcard need not exist in every folder.
      let mustExist = !isNamed || FilePath.join(root, FilePath(path).name) == path
      if rest.isEmpty, !isAnyFolders, mustExist { walk.failures[path] = FileAbsence.fact(of: full) }
      return
    }
    if status.kind == .directory {
      guard !rest.isEmpty else {
        if !isAnyFolders, isFolderSource(path) {
          walk.found[path] = Source(path: path, root: root, status: status)
        }
        return
      }
      if isAnyFolders, let target = Self.linkTarget(full) {
        // `**` does not follow a link to a folder; a link to a folder above would never end.
        if target.isAncestor { walk.failures[path] = "a link to a folder above it: a cycle (exclude it)" }
        return
      }
      visit(path, root: root, components: rest, walk: &walk)
    } else if rest.isEmpty, !isAnyFolders {
      if status.kind == .regular {
        walk.found[path] = Source(path: path, root: root, status: status)
      } else {
        walk.failures[path] = "is no regular file (exclude it)"
      }
    }
  }

  private func names(in path: String, walk: inout Walk) -> [String] {
    if let names = walk.listings[path] { return names }
    let full = path.isEmpty ? (folder.isEmpty ? "." : folder) : FilePath.join(folder, path)
    var names: [String] = []
    do {
      names = try SystemCall.names(in: full)
    } catch {
      walk.failures[path.isEmpty ? "." : path] =
        FileStatus(path: full) == nil
        ? "no such folder (is the path in 'sources' right?)" : "cannot be listed (check its permissions)"
    }
    walk.listings[path] = names
    return names
  }

  private func scalars(_ name: String) -> [Unicode.Scalar] { Array(name.unicodeScalars) }

  /// Whether `path` is a link, and whether it leads to a folder that contains it.
  private static func linkTarget(_ path: String) -> (isAncestor: Bool, path: String)? {
    guard SystemCall.isLink(path), let target = SystemCall.realPath(path) else { return nil }
    let parent = FilePath(path).folder
    guard let place = SystemCall.realPath(parent.isEmpty ? "." : parent) else { return (false, target) }
    return (place == target || FilePath.isBelow(place, target), target)
  }
}

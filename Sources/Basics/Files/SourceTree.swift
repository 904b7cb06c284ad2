/// Finds the source files of a pipeline below one folder.
package struct SourceTree {
  /// A file that a pattern found.
  package struct Source: Sendable, Hashable {
    /// Relative to the pipeline's folder.
    package let path: String
    /// The folder in front of the first wildcard of the pattern that found it.
    package let root: String
    /// What stat(2) said when it was found.
    package let status: FileStatus
  }

  /// Something that a pattern found and that cannot be taken.
  package struct Failure: Sendable, Hashable {
    package let path: String
    package let fact: String
  }

  /// What a search found, both sorted by path.
  package struct Findings {
    package var sources: [Source] = []
    package var failures: [Failure] = []
    /// Patterns that match no file.
    package var unmatchedPatterns: [String] = []
  }

  /// Sources, at most: far more than any project has. A search that finds more ends.
  package static let mostSources = 1_000_000

  /// The pipeline's folder; empty for the current one.
  package let folder: String
  /// Files and folders that are passed over.
  package let excluded: [GlobPattern]
  /// Relative folders that are passed over together with everything in them: where outputs go.
  package let passedOver: Set<String>
  /// Whether a folder that a whole pattern matches is a source itself.
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

  /// Finds what `patterns` match; a file that several match is found once, by the first.
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
    /// Folders that were visited with as many components to go: several `**` reach one folder in many ways.
    var visits: Set<Visit> = []
    /// Names in each folder read so far.
    var listings: [String: [String]] = [:]
  }

  /// Looks in the folder `path` for what `components` say.
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
      // Without a wildcard the name must be there: looking it up needs no listing, and its absence is a fault.
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

  /// `path` fits the first of `components`: a file at the end of the pattern is found, a folder is entered.
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
      // Equal as text, not as names: they would have one output and one place in the state.
      walk.found[path] = nil
      walk.failures[path] = "another file has this name in another form of Unicode (rename one of them)"
      return
    }
    let full = FilePath.join(folder, path)
    let isAnyFolders = components.first == .anyFolders
    let rest = isAnyFolders ? components : components.dropFirst()
    guard let status = FileStatus(path: full) else {
      // A listed name that leads nowhere is a broken link; a name behind a wildcard need not be in every folder.
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
        // A link to a folder is not followed by **; one that leads back up would never end.
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

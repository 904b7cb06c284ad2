import Synchronization

/// Paths relative to the root of the repository in which the program runs. Code review needs them: GitHub finds files
/// only by such paths.
package struct RepositoryPath: Sendable {
  /// The absolute path of the root; the working folder if there is no repository.
  package let root: String
  /// The absolute path of the working folder.
  package let workingFolder: String

  init(root: String, workingFolder: String) {
    self.root = root
    self.workingFolder = workingFolder
  }

  /// For the working folder at the first call, which never changes.
  package static let current = RepositoryPath(workingFolder: SystemCall.workingFolder)

  /// The root is the nearest folder above that holds `.git` (a folder, or a file in a worktree).
  package init(workingFolder: String) {
    self.workingFolder = workingFolder
    root = Self.root(above: workingFolder) ?? workingFolder
  }

  /// The absolute path of `folder` or of the nearest folder above it that holds `.git`; nil outside a repository.
  static func root(above folder: String) -> String? {
    var folder = absolute(folder, in: SystemCall.workingFolder)
    while !folder.isEmpty {
      if FileStatus(path: FilePath.join(folder, ".git")) != nil { return folder }
      folder = FilePath(folder).parent == "/" ? "" : FilePath(folder).parent
    }
    return nil
  }

  /// The path of the file `name` in `folder` or the nearest folder above it, up to the root of the repository. Without
  /// a repository: up to the current folder, or only in `folder` if that lies elsewhere.
  package static func nearest(_ name: String, above folder: String) -> String? {
    let start = absolute(folder, in: current.workingFolder)
    let isBelow = start == current.workingFolder || FilePath.isBelow(start, current.workingFolder)
    let top = root(above: folder) ?? (isBelow ? current.workingFolder : start)
    var place = start
    while true {
      let path = FilePath.join(place, name)
      if FileStatus(path: path) != nil || SystemCall.isLink(path) {
        let isHere = FilePath.isBelow(path, current.workingFolder)
        return isHere
          ? RepositoryPath(root: current.workingFolder, workingFolder: current.workingFolder).relative(path)
          : path
      }
      if place == top || FilePath(place).parent == place { return nil }
      place = FilePath(place).parent
    }
  }

  static func absolute(_ path: String, in folder: String) -> String {
    FilePath.normalized(FilePath.isAbsolute(path) ? path : FilePath.join(folder, path))
  }

  /// Cached roots, by folder.
  private static let roots = Mutex<[String: String?]>([:])

  /// `path` relative to the root of the file's own repository, so that the result does not depend on the current
  /// folder; without a repository, relative to the current folder.
  package static func own(_ path: String) -> String {
    if path == "-" { return path }
    guard let root = root(of: path) else { return current.relative(path) }
    return RepositoryPath(root: root, workingFolder: current.workingFolder).relative(path)
  }

  /// The root of the repository that holds the file at `path`; nil outside a repository.
  package static func root(of path: String) -> String? {
    let absolute = absolute(path, in: current.workingFolder)
    let folder = FilePath(absolute).parent
    return roots.withLock { roots in
      if let known = roots[folder] { return known }
      let root = Self.root(above: folder)
      roots[folder] = .some(root)
      return root
    }
  }

  /// `path` relative to the root, without `.` and `..`; unchanged if it lies elsewhere. Links are not resolved.
  package func relative(_ path: String) -> String {
    if path == "-" { return path }
    let absolute = Self.absolute(path, in: workingFolder)
    guard FilePath.isBelow(absolute, root) else { return path }
    return String(Substring(absolute.utf8.dropFirst(root.utf8.count).drop { $0 == UInt8(ascii: "/") }))
  }
}

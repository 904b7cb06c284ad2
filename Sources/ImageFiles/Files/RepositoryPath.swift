/// Names files relative to the root of the repository that the program runs in, as code review wants it:
/// GitHub finds a file only by such a path.
package struct RepositoryPath: Sendable {
  /// The absolute path of the root; the working folder where there is no repository.
  package let root: String
  /// The absolute path of the working folder.
  package let workingFolder: String

  init(root: String, workingFolder: String) {
    self.root = root
    self.workingFolder = workingFolder
  }

  /// Of the working folder at the first call; the program never changes it.
  package static let current = RepositoryPath(workingFolder: SystemCall.workingFolder)

  /// The nearest folder above that holds `.git` (a folder, or a file in a worktree) is the root.
  package init(workingFolder: String) {
    self.workingFolder = workingFolder
    var folder = workingFolder
    while !folder.isEmpty {
      if FileStatus(path: FilePath.join(folder, ".git")) != nil { break }
      folder = FilePath(folder).parent == "/" ? "" : FilePath(folder).parent
    }
    root = folder.isEmpty ? workingFolder : folder
  }

  /// `path` relative to the root, without `.` and `..`; as it is when it lies elsewhere. Links are not
  /// resolved.
  package func relative(_ path: String) -> String {
    if path == "-" { return path }
    let absolute = FilePath.normalized(FilePath.isAbsolute(path) ? path : FilePath.join(workingFolder, path))
    guard FilePath.isBelow(absolute, root) else { return path }
    return String(Substring(absolute.utf8.dropFirst(root.utf8.count).drop { $0 == UInt8(ascii: "/") }))
  }
}

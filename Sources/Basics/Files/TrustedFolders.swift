// Restricts what a pipeline may touch. A pipeline file may come from a stranger, and so may every file and link beside
// it. So paths are checked when they are opened, not as text in the file.
//
// While a pipeline runs, `TrustedFolders.current` is set, and all calls of `SystemCall` that take a path go through it.
// It holds the folders open and looks up one name at a time in them, so that no link and no `..` leads out, even if
// someone changes a folder meanwhile.

import Synchronization

/// The folders that a pipeline may use: its own, and those allowed on the command line.
package final class TrustedFolders: Sendable {
  /// The folders for the pipeline of the current task; nil outside of pipelines, where any path may be used.
  @TaskLocal package static var current: TrustedFolders?

  /// Why a path is refused.
  package enum Refusal: Sendable, Hashable {
    /// The path leads to none of the folders; the value is the pipeline's own folder.
    case outside(String)
    /// The file would be written through a symbolic link.
    case link
    /// The path leads into a folder of version control, whose name is the value.
    case versionControl(String)
    /// The file would be written under a name that begins with a dot.
    case hidden
    /// A pipe, device or folder instead of a file to read.
    case noFile
    /// The run's outputs would exceed this number of bytes.
    case tooMuch(Int)
  }

  /// What a path is used for.
  enum Use {
    /// Reading: links are followed as long as they stay inside.
    case reading
    /// Writing: no link is followed.
    case writing
  }

  /// A folder by two absolute names: as given, and without links.
  struct Root: Sendable {
    let spelled: String
    let resolved: String
    let folder: OpenFolder?
  }

  /// The roots, the pipeline's own one first.
  private let roots: [Root]
  /// The start of the names that are reserved for the files of runs.
  private let stateName: String
  /// Recently reached folders.
  let reached = Mutex(ReachedFolders())

  /// Only the folder of the pipeline file at `path`.
  package init(pipeline path: String) {
    roots = [Self.ownRoot(path)]
    stateName = Self.stateName(of: path)
  }

  /// The folder of the pipeline file at `path`, and others.
  ///
  /// - Throws: `FileError` if one of the others cannot be opened.
  package init(pipeline path: String, others: [String]) throws(FileError) {
    var roots = [Self.ownRoot(path)]
    for other in others { roots.append(Self.root(other, try SystemCall.openFolder(other))) }
    self.roots = roots
    stateName = Self.stateName(of: path)
  }

  private static func ownRoot(_ path: String) -> Root {
    let folder = FilePath(path).parent
    return root(folder, try? SystemCall.openFolder(folder.isEmpty ? "." : folder))
  }

  private static func root(_ path: String, _ folder: OpenFolder?) -> Root {
    let spelled = absolute(path)
    return Root(
      spelled: spelled, resolved: SystemCall.realPath(path.isEmpty ? "." : path) ?? spelled, folder: folder)
  }

  /// The start of the names of the state files of the pipeline at `path`.
  package static func stateName(of path: String) -> String { ".\(FilePath(path).stem).state" }

  /// Runs `work`, which can use only these folders.
  package func confine<Value>(_ work: () async -> Value) async -> Value {
    await Self.$current.withValue(self, operation: work)
  }

  /// Runs synchronous `work`, which can use only these folders.
  package func confine<Value>(_ work: () -> Value) -> Value { Self.$current.withValue(self, operation: work) }

  /// Read once, as the program never changes it.
  private static let workingFolder = SystemCall.workingFolder

  package static func absolute(_ path: String) -> String {
    FilePath.normalized(
      FilePath.isAbsolute(path) ? path : FilePath.join(workingFolder, path))
  }

  // MARK: By text alone

  /// Why `path` may not be read or written, judged by its text alone: for errors at a place in a pipeline file. Nil is
  /// not a permission.
  package func refusal(of path: String, isOutput: Bool = false) -> Refusal? {
    do throws(FileError) {
      let names = try place(of: Self.absolute(path), path).names
      for name in names { try Self.check(name, path) }
      return isOutput && names.first?.hasPrefix(".") == true ? .hidden : nil
    } catch {
      return error.refusal
    }
  }

  /// The innermost folder that `absolute` lies in, and the names below it, the last one first.
  func place(
    of absolute: String, _ path: String
  ) throws(FileError) -> (root: Root, names: [String]) {
    var best: (root: Root, base: String)?
    for root in roots {
      for base in [root.spelled, root.resolved]
      where (absolute == base || FilePath.isBelow(absolute, base))
        && base.utf8.count > best?.base.utf8.count ?? -1
      {
        best = (root, base)
      }
    }
    guard let best else { throw FileError(path: path, refusal: .outside(roots[0].spelled)) }
    let below = String(Substring(absolute.utf8.dropFirst(best.base.utf8.count)))
    return (best.root, FilePath.names(below).reversed().map { String($0) })
  }

  /// Folders with a project's history, and with programs that run on it.
  private static let versionControl: Set<String> = [".git", ".hg", ".svn"]

  /// File systems of macOS and Windows also accept other spellings of such a folder.
  static func check(_ name: String, _ path: String) throws(FileError) {
    var visible = name
    if name.utf8.contains(where: { $0 > 0x7F }) {
      let scalars = name.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
      visible = String(String.UnicodeScalarView(scalars))
    } else if name.utf8.first != UInt8(ascii: ".") {
      return
    }
    if versionControl.contains(visible.lowercased()) {
      throw FileError(path: path, refusal: .versionControl(name))
    }
  }

  func checkWritten(_ name: String, _ path: String) throws(FileError) {
    let isOwn = TemporaryName.parts(of: name) != nil || name.hasPrefix(stateName)
    if name.hasPrefix("."), !isOwn { throw FileError(path: path, refusal: .hidden) }
  }
}

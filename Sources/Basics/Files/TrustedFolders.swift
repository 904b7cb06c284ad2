// What a pipeline may touch. A pipeline file may come from a stranger, and so may every file and link beside it: it is
// the paths that are checked, at the moment of opening, and not the words of the file.
//
// While a pipeline runs, `TrustedFolders.current` is set, and the calls of `SystemCall` that take a path go through it.
// It holds the folders open and looks up one name after the other in them, so that no link and no `..` leads out, whoever
// changes a folder meanwhile.

import Synchronization

/// The folders that a pipeline may use: its own, and those that the command line allows.
package final class TrustedFolders: Sendable {
  /// Those of the pipeline that this task works for; nil for everything else, which may use any path.
  @TaskLocal package static var current: TrustedFolders?

  /// Why a path is refused.
  package enum Refusal: Sendable, Hashable {
    /// It leads to none of the folders; the pipeline's own one.
    case outside(String)
    /// Something would be written through a symbolic link.
    case link
    /// It leads into a folder of version control, by its name.
    case versionControl(String)
    /// Something would be written under a name that begins with a dot.
    case hidden
    /// A pipe, device or folder where a file would be read.
    case noFile
    /// The outputs of the run would have more bytes than these.
    case tooMuch(Int)
  }

  /// What a path is used for.
  enum Use {
    /// Links are followed as long as they stay inside.
    case reading
    /// No link is followed.
    case writing
  }

  /// A folder by its two names: as it was given, and without links. Both are absolute.
  struct Root: Sendable {
    let spelled: String
    let resolved: String
    let folder: OpenFolder?
  }

  /// The pipeline's own one first.
  private let roots: [Root]
  /// How the names of the files begin that runs keep for themselves.
  private let stateName: String
  /// Folders that were reached last.
  let reached = Mutex(ReachedFolders())

  /// The folder of the pipeline file at `path` alone.
  package init(pipeline path: String) {
    roots = [Self.ownRoot(path)]
    stateName = Self.stateName(of: path)
  }

  /// The folder of the pipeline file at `path`, and others.
  ///
  /// - Throws: `FileError` for one of the others that cannot be opened.
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

  /// How the names of the states begin of the pipeline file at `path`.
  package static func stateName(of path: String) -> String { ".\(FilePath(path).stem).state" }

  /// What `work` returns, which can use these folders alone.
  package func confine<Value>(_ work: () async -> Value) async -> Value {
    await Self.$current.withValue(self, operation: work)
  }

  /// The same for work that does not wait.
  package func confine<Value>(_ work: () -> Value) -> Value { Self.$current.withValue(self, operation: work) }

  /// Read once: the program never changes it.
  private static let workingFolder = SystemCall.workingFolder

  package static func absolute(_ path: String) -> String {
    FilePath.normalized(
      FilePath.isAbsolute(path) ? path : FilePath.join(workingFolder, path))
  }

  // MARK: By text alone

  /// Why nothing can be at `path`, or be written there, by its text alone: for errors at a place in a pipeline file. Nil is
  /// no permission.
  package func refusal(of path: String, isOutput: Bool = false) -> Refusal? {
    do throws(FileError) {
      let names = try place(of: Self.absolute(path), path).names
      for name in names { try Self.check(name, path) }
      return isOutput && names.first?.hasPrefix(".") == true ? .hidden : nil
    } catch {
      return error.refusal
    }
  }

  /// The folder that `absolute` lies in, the most specific one, and the names below it, the last one first.
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

  /// Folders that hold the history of a project, and programs that are run on it.
  private static let versionControl: Set<String> = [".git", ".hg", ".svn"]

  /// File systems of macOS and Windows know such a folder by other letters, too.
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

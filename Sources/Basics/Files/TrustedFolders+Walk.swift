import Synchronization

// Walks from an open folder to a path below it, name by name.

extension TrustedFolders {
  /// The most links on one path, as in Linux.
  private static let mostLinks = 40

  /// Calls `body` with the folder that `path` leads to and the last name in it, which `body` must use without following
  /// a link. If that name is a link, `body` throws `ErrorNumber.tooManyLinks` and is called again where the link leads.
  func resolve<Value>(
    _ path: String, for use: Use, _ body: (OpenFolder, String) throws(FileError) -> Value
  ) throws(FileError) -> Value {
    let place = FilePath(Self.absolute(path))
    if !place.name.isEmpty, let folder = reached.withLock({ $0.folder(place.folder, for: use) }) {
      try Self.check(place.name, path)
      if use == .writing { try checkWritten(place.name, path) }
      // A link, or a folder replaced meanwhile: walks the whole path again.
      do throws(FileError) { return try body(folder, place.name) } catch {}
    }
    var walk = try Walk(path, for: use, in: self)
    var isOnPath = true
    while true {
      let name = try walk.next()
      do throws(FileError) {
        if walk.isAtEnd {
          // A link at the end of the path leads to another folder.
          if isOnPath, name == place.name {
            let folder = walk.folder
            reached.withLock { $0.remember(folder, place.folder, for: use) }
          }
          isOnPath = false
          return try body(walk.folder, name)
        }
        try walk.enter(name)
      } catch {
        try walk.follow(name, after: error)
      }
    }
  }

  private struct Walk {
    private let path: String
    private let use: Use
    private let trusted: TrustedFolders
    private var root: Root
    private var base: OpenFolder
    /// The folders entered below `base`, the last one at the end.
    private var entered: [OpenFolder] = []
    /// The remaining names, the next one at the end.
    private var names: [String] = []
    private var linkCount = 0

    init(_ path: String, for use: Use, in trusted: TrustedFolders) throws(FileError) {
      (self.path, self.use, self.trusted) = (path, use, trusted)
      (root, names) = try trusted.place(of: TrustedFolders.absolute(path), path)
      base = try Self.base(of: root, path)
    }

    private static func base(of root: Root, _ path: String) throws(FileError) -> OpenFolder {
      guard let folder = root.folder else { throw FileError(path: path, code: ErrorNumber.notFound) }
      return folder
    }

    /// Whether no name is left.
    var isAtEnd: Bool { names.isEmpty }

    /// The folder in which the next name is looked up.
    var folder: OpenFolder { entered.last ?? base }

    /// The next name of the path; `.` at its end. A `..` before the name leaves the current folder.
    mutating func next() throws(FileError) -> String {
      while let name = names.popLast() {
        if name == ".." {
          if entered.popLast() == nil { try leave() }
        } else if name != "." {
          try TrustedFolders.check(name, path)
          if isAtEnd, use == .writing { try trusted.checkWritten(name, path) }
          return name
        }
      }
      return "."
    }

    mutating func enter(_ name: String) throws(FileError) {
      entered.append(try SystemCall.openFolder(name, in: folder))
    }

    /// Continues where the link `name` leads; if it is no link, throws `error`.
    mutating func follow(_ name: String, after error: FileError) throws(FileError) {
      let mayBeLink = error.code == ErrorNumber.tooManyLinks || error.code == ErrorNumber.notAFolder
      guard mayBeLink, let text = SystemCall.linkText(name, in: folder) else { throw error.at(path) }
      if use == .writing { throw FileError(path: path, refusal: .link) }
      linkCount += 1
      guard linkCount <= TrustedFolders.mostLinks else { throw error.at(path) }
      if FilePath.isAbsolute(text) {
        try begin(at: FilePath.normalized(text))
      } else {
        names += FilePath.names(text).reversed().map { String($0) }
      }
    }

    /// Handles `..` in the folder where the walk began: goes on in another trusted folder, or throws.
    private mutating func leave() throws(FileError) {
      let rest = names.reversed().joined(separator: "/")
      names = []
      try begin(at: FilePath.normalized(FilePath.join(FilePath(root.resolved).parent, rest)))
    }

    /// Restarts at the absolute path `start`, which comes before the remaining names.
    private mutating func begin(at start: String) throws(FileError) {
      let place = try trusted.place(of: start, path)
      root = place.root
      base = try Self.base(of: root, path)
      entered = []
      names += place.names
    }
  }
}

/// Recently reached folders, by the part of a path before the last slash, so that not every file needs a walk. An open
/// folder stays the one that was permitted.
struct ReachedFolders {
  /// The most folders kept open. Two jobs read and write in two folders each.
  private static let most = 16

  private var folders: [(path: String, use: TrustedFolders.Use, folder: OpenFolder)] = []
  private var oldest = 0

  func folder(_ path: String, for use: TrustedFolders.Use) -> OpenFolder? {
    folders.first { $0.use == use && $0.path == path }?.folder
  }

  mutating func remember(_ folder: OpenFolder, _ path: String, for use: TrustedFolders.Use) {
    if let index = folders.firstIndex(where: { $0.use == use && $0.path == path }) {
      folders[index].folder = folder
    } else if folders.count < Self.most {
      folders.append((path, use, folder))
    } else {
      folders[oldest] = (path, use, folder)
      oldest = (oldest + 1) % Self.most
    }
  }
}

// The calls of `SystemCall` that take a path.

extension TrustedFolders {
  func open(_ path: String, for opening: SystemCall.Opening) throws(FileError) -> Int32 {
    // Our own temporary names are inspected and removed, but never reached through a link.
    try resolve(path, for: opening == .reading ? .reading : .writing) { (folder, name) throws(FileError) in
      let descriptor = try SystemCall.open(name, in: folder, for: opening)
      guard opening == .reading, FileStatus(descriptor: descriptor)?.kind != .regular else {
        return descriptor
      }
      try? SystemCall.close(descriptor, path: path)
      throw FileError(path: path, refusal: .noFile)
    }
  }

  func status(of path: String) throws(FileError) -> FileStatus {
    try resolve(path, for: .reading) { (folder, name) throws(FileError) in
      try SystemCall.status(of: name, in: folder)
    }
  }

  /// Why the file at `path` may not be read; nil also if nothing is there.
  package func refusal(ofReading path: String) -> Refusal? {
    do throws(FileError) {
      _ = try status(of: path)
      return nil
    } catch {
      return error.refusal
    }
  }

  func names(in path: String) throws(FileError) -> [String] {
    try resolve(path, for: .reading) { (folder, name) throws(FileError) in
      try SystemCall.names(in: try SystemCall.openFolder(name, in: folder), path: path)
    }
  }

  func rename(_ old: String, to new: String) throws(FileError) {
    try pair(old, new) { (oldFolder, oldName, newFolder, newName) throws(FileError) in
      try SystemCall.rename(oldName, in: oldFolder, to: newName, in: newFolder)
    }
  }

  func link(_ old: String, to new: String) throws(FileError) {
    try pair(old, new) { (oldFolder, oldName, newFolder, newName) throws(FileError) in
      try SystemCall.link(oldName, in: oldFolder, to: newName, in: newFolder)
    }
  }

  private func pair(
    _ old: String, _ new: String,
    _ body: (OpenFolder, String, OpenFolder, String) throws(FileError) -> Void
  ) throws(FileError) {
    let (oldFolder, oldName) = try place(toWrite: old)
    let (newFolder, newName) = try place(toWrite: new)
    do throws(FileError) {
      try body(oldFolder, oldName, newFolder, newName)
    } catch {
      throw error.at(new)
    }
  }

  private func place(toWrite path: String) throws(FileError) -> (OpenFolder, String) {
    try resolve(path, for: .writing) { (folder, name) throws(FileError) in (folder, name) }
  }

  func remove(_ path: String) {
    if let (folder, name) = try? place(toWrite: path) { SystemCall.remove(name, in: folder) }
  }

  func createFolder(_ path: String) throws(FileError) {
    try resolve(path, for: .writing) { (folder, name) throws(FileError) in
      try SystemCall.createFolder(name, in: folder)
    }
  }

  func removeFolder(_ path: String) -> Bool {
    guard let (folder, name) = try? place(toWrite: path) else { return false }
    return SystemCall.removeFolder(name, in: folder)
  }
}

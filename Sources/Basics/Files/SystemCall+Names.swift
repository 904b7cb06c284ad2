// Names in the file system: files, folders and links by their paths.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension SystemCall {
  /// stat(2), which follows links; nil if nothing is found at `path`.
  static func status(of path: String) -> FileStatus? {
    if let folders = TrustedFolders.current { return try? folders.status(of: path) }
    var status = stat()
    return unsafe stat(path.cPath, &status) == 0 ? FileStatus(status) : nil
  }

  /// rename(2): replaces `new` atomically.
  static func rename(_ old: String, to new: String) throws(FileError) {
    if let folders = TrustedFolders.current { return try folders.rename(old, to: new) }
    _ = try check(new) { systemRename(old, new) }
  }

  /// link(2): a second name that must not exist yet.
  static func link(_ old: String, to new: String) throws(FileError) {
    if let folders = TrustedFolders.current { return try folders.link(old, to: new) }
    _ = try check(new) { systemLink(old, new) }
  }

  /// unlink(2). Failures are ignored: the file is temporary or unwanted, and nothing depends on its removal.
  package static func remove(_ path: String) {
    if let folders = TrustedFolders.current { return folders.remove(path) }
    removeAnywhere(path)
  }

  /// As `remove`, for a file outside a pipeline's control, in any folder.
  package static func removeAnywhere(_ path: String) {
    while unsafe unlink(path.cPath) != 0, errno == EINTR {}
  }

  // MARK: Folders

  /// mkdir(2) with 0777 less the umask.
  static func createFolder(_ path: String) throws(FileError) {
    if let folders = TrustedFolders.current { return try folders.createFolder(path) }
    _ = try check(path) { unsafe mkdir(path.cPath, 0o777) }
  }

  /// rmdir(2); returns whether `path` was an empty folder and is removed.
  package static func removeFolder(_ path: String) -> Bool {
    if let folders = TrustedFolders.current { return folders.removeFolder(path) }
    return unsafe rmdir(path.cPath) == 0
  }

  /// As `removeFolder`, outside a pipeline's control.
  static func removeFolderAnywhere(_ path: String) { _ = unsafe rmdir(path.cPath) }

  /// The names in the folder `path`, without `.` and `..`, in the file system's order: opendir(3), readdir(3).
  package static func names(in path: String) throws(FileError) -> [String] {
    if let folders = TrustedFolders.current { return try folders.names(in: path) }
    guard let folder = unsafe opendir(path.cPath) else { throw FileError(path: path, code: errno) }
    defer { unsafe closedir(folder) }
    return try unsafe names(from: folder, path: path)
  }

  /// The remaining names of an open folder.
  static func names(from folder: FolderStream, path: String) throws(FileError) -> [String] {
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(folder) else {
        guard errno == 0 else { throw FileError(path: path, code: errno) }
        return names
      }
      let name = unsafe name(of: entry)
      if name != ".", name != ".." { names.append(name) }
    }
  }

  #if canImport(Darwin)
    typealias FolderStream = UnsafeMutablePointer<DIR>
  #else
    typealias FolderStream = OpaquePointer
  #endif

  /// The name in a folder's entry; it may be longer than the field's C type.
  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else {
      preconditionFailure("d_name is a stored field")
    }
    let characters = unsafe UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
    return unsafe text(UnsafeBufferPointer(start: characters, count: strlen(characters)))
  }

  // MARK: Links

  /// Whether `path` itself is a symbolic link: readlink(2).
  package static func isLink(_ path: String) -> Bool {
    var first: CChar = 0
    return unsafe readlink(path.cPath, &first, 1) >= 0
  }

  /// readlink(2): the text of the symbolic link at `path`; nil if it is no link.
  static func linkText(_ path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = unsafe readlink(path.cPath, &buffer, buffer.count)
    return count < 0 || count == buffer.count ? nil : text(buffer)
  }

  /// The path that `path` leads to through links, existing or not; `path` itself if it is no link.
  ///
  /// - Throws: `ErrorNumber.tooManyLinks` for a cycle.
  static func followingLinks(_ path: String) throws(FileError) -> String {
    if isLink(path), let target = realPath(path) { return target }
    var place = path
    for _ in 0..<40 {
      guard let text = linkText(place) else { return place }
      place = FilePath.isAbsolute(text) ? text : FilePath.join(FilePath(place).folder, text)
    }
    throw FileError(path: path, code: ErrorNumber.tooManyLinks)
  }

  /// Where a file written to `path` is stored: an absolute path, with links resolved as far as its folders exist.
  package static func place(of path: String) -> String {
    if let place = realPath(path) { return place }
    let target = FilePath((try? followingLinks(path)) ?? path)
    if let folder = realPath(target.folder.isEmpty ? "." : target.folder) {
      return FilePath.join(folder, target.name)
    }
    return FilePath.normalized(FilePath.isAbsolute(path) ? path : FilePath.join(workingFolder, path))
  }

  /// realpath(3): the absolute path of `path` without links; nil if it leads nowhere.
  package static func realPath(_ path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    return unsafe realpath(path.cPath, &buffer) == nil ? nil : text(buffer)
  }
}

extension FileStatus {
  /// The fields of `status` that `FileStatus` has.
  init(_ status: stat) {
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      default: .special
      }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    self.init(
      kind: kind, size: Int(status.st_size), permissions: UInt32(status.st_mode & 0o7777),
      identity: Identity(
        device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(truncatingIfNeeded: status.st_ino)),
      modified: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
  }
}

extension String {
  /// The path as a C string: its bytes and a zero.
  fileprivate var cPath: [CChar] { SystemCall.cPath(self) }
}

// The C functions that have the same names as methods of `SystemCall`, which would hide them there.

private func systemRename(_ old: String, _ new: String) -> Int32 { unsafe rename(old.cPath, new.cPath) }

private func systemLink(_ old: String, _ new: String) -> Int32 { unsafe link(old.cPath, new.cPath) }

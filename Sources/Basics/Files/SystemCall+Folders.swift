// Calls on names in an open folder: those whose C names end in "at". None follows a symbolic link.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open folder, closed when the last reference goes.
final class OpenFolder: Sendable {
  let descriptor: Int32

  /// Takes over an open descriptor.
  init(owning descriptor: Int32) { self.descriptor = descriptor }

  deinit { _ = systemClose(descriptor) }
}

extension SystemCall {
  /// open(2) of a folder, following links; or openat(2) of a folder in `parent`, which must not be a link.
  static func openFolder(_ name: String, in parent: OpenFolder? = nil) throws(FileError) -> OpenFolder {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (parent == nil ? 0 : O_NOFOLLOW)
    return OpenFolder(
      owning: try check(name) { unsafe openat(parent?.descriptor ?? AT_FDCWD, cPath(name), flags) })
  }

  /// openat(2) with O_NOFOLLOW and O_CLOEXEC. Opening a pipe to read does not wait.
  static func open(
    _ name: String, in folder: OpenFolder, for opening: Opening
  ) throws(FileError) -> Int32 {
    let flags = opening.flags | O_NOFOLLOW | O_CLOEXEC | (opening == .reading ? O_NONBLOCK : 0)
    return try check(name) { unsafe openat(folder.descriptor, cPath(name), flags, opening.mode) }
  }

  /// fstatat(2).
  ///
  /// - Throws: `ErrorNumber.tooManyLinks` for a link, as openat(2) does.
  static func status(of name: String, in folder: OpenFolder) throws(FileError) -> FileStatus {
    var status = stat()
    _ = try check(name) { unsafe fstatat(folder.descriptor, cPath(name), &status, AT_SYMLINK_NOFOLLOW) }
    if status.st_mode & S_IFMT == S_IFLNK { throw FileError(path: name, code: ErrorNumber.tooManyLinks) }
    return FileStatus(status)
  }

  /// readlinkat(2); nil if `name` is no link.
  static func linkText(_ name: String, in folder: OpenFolder) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = unsafe readlinkat(folder.descriptor, cPath(name), &buffer, buffer.count)
    return count < 0 || count == buffer.count ? nil : text(buffer)
  }

  /// renameat(2).
  static func rename(
    _ old: String, in oldFolder: OpenFolder, to new: String, in newFolder: OpenFolder
  ) throws(FileError) {
    _ = try check(new) {
      unsafe renameat(oldFolder.descriptor, cPath(old), newFolder.descriptor, cPath(new))
    }
  }

  /// linkat(2).
  static func link(
    _ old: String, in oldFolder: OpenFolder, to new: String, in newFolder: OpenFolder
  ) throws(FileError) {
    _ = try check(new) {
      unsafe linkat(oldFolder.descriptor, cPath(old), newFolder.descriptor, cPath(new), 0)
    }
  }

  /// unlinkat(2) of a file.
  static func remove(_ name: String, in folder: OpenFolder) {
    while unsafe unlinkat(folder.descriptor, cPath(name), 0) != 0, errno == EINTR {}
  }

  /// mkdirat(2) with 0777 less the umask.
  static func createFolder(_ name: String, in folder: OpenFolder) throws(FileError) {
    _ = try check(name) { unsafe mkdirat(folder.descriptor, cPath(name), 0o777) }
  }

  /// unlinkat(2) of a folder; returns whether it was empty and is removed.
  static func removeFolder(_ name: String, in folder: OpenFolder) -> Bool {
    unsafe unlinkat(folder.descriptor, cPath(name), AT_REMOVEDIR) == 0
  }

  /// The names in `folder`, in the order of `names(in:)`: fdopendir(3) of a duplicate descriptor.
  static func names(in folder: OpenFolder, path: String) throws(FileError) -> [String] {
    let descriptor = try check(path) {
      unsafe openat(folder.descriptor, cPath("."), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    guard let stream = unsafe fdopendir(descriptor) else {
      let code = errno
      _ = systemClose(descriptor)
      throw FileError(path: path, code: code)
    }
    defer { unsafe closedir(stream) }
    return try unsafe names(from: stream, path: path)
  }
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

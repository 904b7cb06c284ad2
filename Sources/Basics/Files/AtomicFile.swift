/// An output file that appears whole or not at all: written under a temporary name in the same folder, flushed to the
/// disk, then renamed. Dropped without `commit()`, it leaves nothing behind. (`TemporaryFiles` compares the kinds of
/// temporary files.)
package struct AtomicFile: ~Copyable, Sendable {
  /// The descriptor to write to before `commit()`.
  package let descriptor: Int32

  /// The path as the user gave it, for errors.
  private let path: String
  /// `path` with a link resolved.
  private let target: String
  private let temporaryPath: String
  private let overwrite: Bool
  private let keepsSame: Bool

  /// Opens a temporary file beside `path`.
  ///
  /// - Parameters:
  ///   - path: the final name.
  ///   - overwrite: whether `commit()` may replace an existing file.
  ///   - keepsSame: if it may not: whether an existing file with the same bytes counts as success.
  ///   - followsLinks: whether a symbolic link at `path` stays and the file is written where it leads, even if nothing
  ///     is there; otherwise the link is replaced, as a pipeline does.
  ///   - permissions: mode bits of the new file, which is never executable; nil for 0666 less the umask.
  /// - Throws: `FileError` when the folder is missing or not writable, or `path` exists and may not be replaced.
  package init(
    path: String, overwrite: Bool, keepsSame: Bool = false, followsLinks: Bool = true,
    permissions: UInt32? = nil
  ) throws(FileError) {
    try Self.requireFree(path, overwrite: overwrite, keepsSame: keepsSame)
    let isFollowed = followsLinks && TrustedFolders.current == nil
    let target = isFollowed ? try SystemCall.followingLinks(path) : path
    let parts = FilePath(target)
    let temporaryPath = parts.folder + TemporaryName.new(for: parts.name)
    let descriptor: Int32
    do throws(FileError) {
      descriptor = try TemporaryFiles.register(temporaryPath) { () throws(FileError) in
        try Self.create(temporaryPath, permissions: permissions)
      }
    } catch {
      throw error.at(target == path ? path : "\(path) (a link to \(target))")
    }
    self.path = path
    self.target = target
    self.temporaryPath = temporaryPath
    self.overwrite = overwrite
    self.keepsSame = keepsSame
    self.descriptor = descriptor
  }

  /// - Throws: `ErrorNumber.exists` if something at `path` may not be replaced.
  static func requireFree(_ path: String, overwrite: Bool, keepsSame: Bool) throws(FileError) {
    if !overwrite, FileStatus(path: path) == nil ? SystemCall.isLink(path) : !keepsSame {
      throw FileError(path: path, code: ErrorNumber.exists)
    }
  }

  private static func create(_ path: String, permissions: UInt32?) throws(FileError) -> Int32 {
    let descriptor = try SystemCall.open(path, for: .creating)
    SystemCall.markInUse(descriptor)
    guard let permissions else { return descriptor }
    do throws(FileError) {
      try SystemCall.setPermissions(descriptor, permissions, path: path)
      return descriptor
    } catch {
      try? SystemCall.close(descriptor, path: path)
      SystemCall.remove(path)
      throw error
    }
  }

  deinit {
    SystemCall.unmarkInUse(descriptor)
    try? SystemCall.close(descriptor, path: path)
    try? TemporaryFiles.settle(temporaryPath) { () throws(FileError) in SystemCall.remove(temporaryPath) }
  }

  /// Flushes the bytes to the disk and gives the file its final name.
  ///
  /// - Throws: `FileError`; then the temporary file is removed, and `path` is unchanged.
  package consuming func commit() throws(FileError) {
    try SystemCall.synchronize(descriptor, path: path)
    let (path, target, temporaryPath, overwrite) = (path, target, temporaryPath, overwrite)
    let keepsSame = keepsSame
    do throws(FileError) {
      try TemporaryFiles.settle(temporaryPath) { () throws(FileError) in
        if overwrite {
          try SystemCall.rename(temporaryPath, to: target)
        } else {
          try Self.publish(temporaryPath, as: target, keepsSame: keepsSame)
        }
      }
    } catch {
      throw error.at(path)
    }
  }

  /// Gives the complete file at `temporaryPath` the name `path`, which must be free.
  ///
  /// link(2) fails if the name exists, even if it appeared a moment ago; rename(2) would replace it.
  static func publish(
    _ temporaryPath: String, as path: String, keepsSame: Bool
  ) throws(FileError) {
    if keepsSame, haveSameBytes(temporaryPath, path) { return SystemCall.remove(temporaryPath) }
    do throws(FileError) {
      try SystemCall.link(temporaryPath, to: path)
      SystemCall.remove(temporaryPath)
    } catch  where error.code != ErrorNumber.exists {
      // For file systems without hard links (FAT, some network mounts).
      if FileStatus(path: path) != nil { throw FileError(path: path, code: ErrorNumber.exists) }
      try SystemCall.rename(temporaryPath, to: path)
    }
  }

  /// Whether both are regular files with the same bytes.
  private static func haveSameBytes(_ first: String, _ second: String) -> Bool {
    guard let status = FileStatus(path: second), status.kind == .regular,
      status.size == FileStatus(path: first)?.size, let a = try? SystemCall.open(first, for: .reading)
    else { return false }
    defer { try? SystemCall.close(a, path: first) }
    guard let b = try? SystemCall.open(second, for: .reading) else { return false }
    defer { try? SystemCall.close(b, path: second) }
    return SystemCall.haveSameBytes(a, b)
  }
}

/// Files that appear together: each is written under a temporary name beside its final one, and none gets its final
/// name before all are complete. Dropped without `commit()`, they leave nothing behind, not even folders made for them.
///
/// `AtomicFile` does this for one file. Here a link at a final name is replaced: a catalog owns its files, and a link
/// in a stranger's catalog could lead anywhere.
package final class StagedFiles {
  /// One file, and which existing file it may replace.
  private final class Entry {
    let path: String
    let work: WorkFile
    let overwrite: Bool
    let keepsSame: Bool

    init(path: String, overwrite: Bool, keepsSame: Bool) throws(FileError) {
      try AtomicFile.requireFree(path, overwrite: overwrite, keepsSame: keepsSame)
      self.path = path
      self.overwrite = overwrite
      self.keepsSame = keepsSame
      let parts = FilePath(path)
      work = try WorkFile(in: parts.folder, for: parts.name)
    }

    func publish() throws(FileError) {
      do throws(FileError) {
        try TemporaryFiles.settle(work.path) { () throws(FileError) in
          if overwrite {
            try SystemCall.rename(work.path, to: path)
          } else {
            try AtomicFile.publish(work.path, as: path, keepsSame: keepsSame)
          }
        }
      } catch {
        throw error.at(path)
      }
    }
  }

  private var entries: [Entry] = []
  private var createdFolders: [String] = []

  package init() {}

  deinit {
    // The temporary files lie in these folders, so they are removed first.
    entries = []
    Folders.removeEmpty(createdFolders)
    TemporaryFiles.settle(folders: createdFolders)
  }

  /// Makes `folder` and its missing parents.
  package func createFolder(_ folder: String) throws(FileError) {
    let missing = Folders.missing(folder)
    createdFolders = missing + createdFolders
    try TemporaryFiles.register(folders: missing) { () throws(FileError) in try Folders.create(folder) }
  }

  /// Adds the file `path`, whose folder exists.
  ///
  /// - Parameters:
  ///   - overwrite: whether `commit()` may replace an existing file.
  ///   - keepsSame: if it may not: whether an existing file with the same bytes counts as success.
  /// - Returns: the temporary name; the writer creates the file.
  /// - Throws: `FileError` if `path` exists and may not be replaced.
  package func add(_ path: String, overwrite: Bool, keepsSame: Bool) throws(FileError) -> String {
    let entry = try Entry(path: path, overwrite: overwrite, keepsSame: keepsSame)
    entries.append(entry)
    return entry.work.path
  }

  /// Gives all files their final names. Files flushed to the disk already are not flushed again.
  ///
  /// - Throws: `FileError`; then new files are removed. A file replaced before the error stays replaced.
  package func commit() throws(FileError) {
    var new: [String] = []
    do throws(FileError) {
      for entry in entries {
        let isNew = FileStatus(path: entry.path) == nil
        try entry.publish()
        if isNew { new.append(entry.path) }
      }
    } catch {
      new.forEach(SystemCall.remove)
      throw error
    }
    entries = []
    TemporaryFiles.settle(folders: createdFolders)
    createdFolders = []
  }
}

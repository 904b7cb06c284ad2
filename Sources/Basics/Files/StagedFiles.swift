/// Files that appear together: each is written under a temporary name in the folder of its final one, and none gets its
/// final name before all are complete. Dropped without `commit()`, they leave nothing behind, nor do the folders that
/// were made for them.
///
/// `AtomicFile` does this for one file. Here a link at a name is replaced: a catalog's files are its own, and a link in one
/// that came from somebody else leads anywhere.
package final class StagedFiles {
  /// One file, and what may stand under its name already.
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
    // The temporary files lie in these folders.
    entries = []
    Folders.removeEmpty(createdFolders)
  }

  /// Makes `folder` and its parents where they are missing.
  package func createFolder(_ folder: String) throws(FileError) {
    createdFolders = Folders.missing(folder) + createdFolders
    try Folders.create(folder)
  }

  /// A place for the bytes of the file `path`, whose folder exists.
  ///
  /// - Parameters:
  ///   - overwrite: whether `commit()` may replace a file that exists.
  ///   - keepsSame: where it may not: whether a file that holds the same bytes already is as good as a new one.
  /// - Returns: the temporary name; who writes it creates the file.
  /// - Throws: `FileError` when `path` exists and may not be replaced.
  package func add(_ path: String, overwrite: Bool, keepsSame: Bool) throws(FileError) -> String {
    let entry = try Entry(path: path, overwrite: overwrite, keepsSame: keepsSame)
    entries.append(entry)
    return entry.work.path
  }

  /// Gives all files their names. Those whose bytes are on the disk already are not flushed again.
  ///
  /// - Throws: `FileError`; new files are gone then. A file that was replaced before stays replaced.
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
    createdFolders = []
  }
}

/// Makes and removes folders for outputs.
package enum Folders {
  /// Makes `path` and its missing parents; an empty path is the current folder.
  package static func create(_ path: String) throws(FileError) {
    guard !path.isEmpty, FileStatus(path: path) == nil else { return }
    do throws(FileError) {
      let folder = FilePath.withoutSlash(path)
      try create(FilePath(folder).parent)
      try createOne(folder)
    } catch {
      throw error.at(path)
    }
  }

  /// The folders that `create(path)` would make, innermost first.
  static func missing(_ path: String) -> [String] {
    let folder = FilePath.withoutSlash(path)
    guard !folder.isEmpty, FileStatus(path: folder) == nil else { return [] }
    return [folder] + missing(FilePath(folder).parent)
  }

  /// Removes `folders`, innermost first, as long as they are empty.
  static func removeEmpty(_ folders: [String]) {
    for folder in folders where !SystemCall.removeFolder(folder) { return }
  }

  /// Succeeds if another task or process makes the same folder at this moment.
  private static func createOne(_ path: String) throws(FileError) {
    do throws(FileError) {
      try SystemCall.createFolder(path)
    } catch  where error.code == ErrorNumber.exists {
      guard FileStatus(path: path)?.kind == .directory else {
        // A pipeline does not follow links to folders.
        if TrustedFolders.current != nil, SystemCall.isLink(path) {
          throw FileError(path: path, refusal: .link)
        }
        throw FileError(path: path, code: ErrorNumber.notAFolder)
      }
    }
  }
}

import ImageFiles

// Reads and writes the Contents.json files of a catalog.

extension AssetContents {
  /// The most bytes of a Contents.json.
  static let sizeLimit = 64 << 20

  /// Adds the file at `path` to `files`. A file that would not change is not touched, so that version control and build
  /// systems see no change.
  ///
  /// - Throws: `ErrorNumber.exists` if it would change and `overwrite` does not allow that.
  func stage(_ path: String, in files: StagedFiles, overwrite: Bool) throws(ImageError) {
    if let old = try? InputFile.read(path, limit: Self.sizeLimit), old == bytes { return }
    try stage(path, in: files, overwrite: overwrite, keepsSame: false)
  }

  /// Adds the Contents.json that the catalog, or folder in one, at `folder` needs beside those of its sets; an existing
  /// one stays. If another set of the same catalog is written first, its file is the same.
  static func stage(inCatalog folder: String, _ files: StagedFiles) throws(ImageError) {
    let path = FilePath.join(folder, "Contents.json")
    guard FileStatus(path: path) == nil else { return }
    try AssetContents().stage(path, in: files, overwrite: false, keepsSame: true)
  }

  private func stage(
    _ path: String, in files: StagedFiles, overwrite: Bool, keepsSame: Bool
  ) throws(ImageError) {
    let work = try ImageError.at(path) { () throws(FileError) in
      try files.add(path, overwrite: overwrite, keepsSame: keepsSame)
    }
    try OutputFile.write(bytes, to: work, overwrite: true)
  }
}

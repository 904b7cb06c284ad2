import ImageFiles

// The Contents.json files of a catalog on disk.

extension AssetContents {
  /// The bytes of the largest Contents.json that is read.
  static let sizeLimit = 64 << 20

  /// Adds the file at `path` to `files`. One that would not change is left untouched, so that version control and build
  /// systems see no change either.
  ///
  /// - Throws: `ErrorNumber.exists` where it would change and `overwrite` does not allow that.
  func stage(_ path: String, in files: StagedFiles, overwrite: Bool) throws(ImageError) {
    if let old = try? InputFile.read(path, limit: Self.sizeLimit), old == bytes { return }
    try stage(path, in: files, overwrite: overwrite, keepsSame: false)
  }

  /// Adds the Contents.json of the catalog, or folder in one, at `folder`, which it needs beside those of its sets; one
  /// that exists stays as it is. Another set of the same catalog may be quicker: the file is the same.
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

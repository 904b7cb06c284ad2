// The Contents.json files of a catalog on disk.

extension AssetContents {
  /// The bytes of the largest Contents.json that is read.
  static let sizeLimit = 64 << 20

  /// Writes the file at `path`. One that would not change is left untouched, so that version control and build systems
  /// see no change either.
  func write(to path: String, overwrite: Bool = true) throws(ImageError) {
    if let old = try? InputFile.read(path, limit: Self.sizeLimit), old == bytes { return }
    try OutputFile.write(bytes, to: path, overwrite: overwrite)
  }

  /// Writes the Contents.json of the catalog, or folder in one, at `folder`, which it needs beside those of its sets;
  /// one that exists stays as it is.
  static func create(inCatalog folder: String) throws(ImageError) {
    let path = FilePath.join(folder, "Contents.json")
    guard FileStatus(path: path) == nil else { return }
    do {
      try OutputFile.write(AssetContents().bytes, to: path, overwrite: false)
    } catch {
      // Another set of the same catalog may have been quicker.
      if FileStatus(path: path) == nil { throw error }
    }
  }
}

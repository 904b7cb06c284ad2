import ImageFiles

/// Where outputs may be pruned: in the folders that the pipeline names for them, whatever a state file says.
struct PrunablePlaces {
  /// Absolute and without links; folders that are not there are left out.
  private let folders: [String]

  init(_ configuration: BatchConfiguration) {
    folders = configuration.outputFolders.compactMap { folder in
      let path = FilePath.join(configuration.folder, folder)
      return SystemCall.realPath(path.isEmpty ? "." : path)
    }
  }

  /// Why the file at `path` stays; nil where it may be removed.
  func reasonToKeep(_ path: String) -> String? {
    guard let folder = Self.folder(of: path), isInside(folder) else {
      return "lies outside the pipeline's output folders"
    }
    return nil
  }

  /// Removes the file at `path` and the folders that it leaves empty, as far as the output folder.
  func remove(_ path: String) {
    guard var folder = Self.folder(of: path) else { return }
    SystemCall.remove(path)
    while isInside(folder), !folders.contains(folder), SystemCall.removeFolder(folder) {
      folder = FilePath(folder).parent
    }
  }

  /// The folder that the name at `path` stands in, absolute and without links.
  private static func folder(of path: String) -> String? {
    let folder = FilePath(path).folder
    return SystemCall.realPath(folder.isEmpty ? "." : folder)
  }

  private func isInside(_ folder: String) -> Bool {
    folders.contains { folder == $0 || FilePath.isBelow(folder, $0) }
  }
}

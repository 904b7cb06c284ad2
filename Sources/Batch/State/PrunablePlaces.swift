import ImageFiles

/// The places where outputs may be pruned: the output folders of the pipeline, whatever a state file contains.
struct PrunablePlaces {
  /// Absolute paths without symbolic links. Missing folders are left out.
  private let folders: [String]

  init(_ configuration: BatchConfiguration) {
    folders = configuration.outputFolders.compactMap { folder in
      let path = FilePath.join(configuration.folder, folder)
      return SystemCall.realPath(path.isEmpty ? "." : path)
    }
  }

  /// Why the file at `path` must stay; nil if it may be removed.
  func reasonToKeep(_ path: String) -> String? {
    guard let folder = Self.folder(of: path), isInside(folder) else {
      return "lies outside the pipeline's output folders"
    }
    return nil
  }

  /// Removes the file at `path`, and its parent folders below the output folder that become empty.
  func remove(_ path: String) {
    guard var folder = Self.folder(of: path) else { return }
    SystemCall.remove(path)
    while isInside(folder), !folders.contains(folder), SystemCall.removeFolder(folder) {
      folder = FilePath(folder).parent
    }
  }

  /// The folder of the file at `path`, absolute and without symbolic links.
  private static func folder(of path: String) -> String? {
    let folder = FilePath(path).folder
    return SystemCall.realPath(folder.isEmpty ? "." : folder)
  }

  private func isInside(_ folder: String) -> Bool {
    folders.contains { folder == $0 || FilePath.isBelow(folder, $0) }
  }
}

/// Turns command-line inputs into a list of images: files, `-`, and folders searched for `*.png`.
package struct InputCollector: Sendable {
  /// One image to process.
  package struct Input: Sendable, Hashable {
    /// The image.
    package let source: ImageSource

    /// For an image found below a folder, its path relative to that folder; else nil.
    package let pathInFolder: String?
  }

  /// An argument, or a file below it, that cannot be taken.
  package struct Failure: Error, Sendable {
    /// The path that failed.
    package let path: String
    /// Why.
    package let error: ImageError
  }

  /// Whether folders are searched (`--recursive`) or refused.
  package let recursive: Bool

  /// A collector that searches folders, or refuses them.
  package init(recursive: Bool) { self.recursive = recursive }

  /// The images that `arguments` name, in that order, each folder's sorted by path.
  ///
  /// A path that is missing, or a folder without `--recursive`, is a failure of that input alone. An image
  /// that is named twice is taken once.
  package func collect(_ arguments: [String]) -> [Result<Input, Failure>] {
    var collected: [Result<Input, Failure>] = []
    var seen: Set<ImageSource> = []
    for argument in arguments {
      do throws(ImageError) {
        for input in try images(argument) where seen.insert(input.source).inserted {
          collected.append(.success(input))
        }
      } catch {
        collected.append(.failure(Failure(path: argument, error: error)))
      }
    }
    return collected
  }

  private func images(_ argument: String) throws(ImageError) -> [Input] {
    if argument == "-" { return [Input(source: .standardInput, pathInFolder: nil)] }
    guard let status = FileStatus(path: argument) else { throw .notFound(path: argument) }
    guard status.kind == .directory else { return [Input(source: .file(argument), pathInFolder: nil)] }
    guard recursive else { throw .isFolder(path: argument) }
    let names = try pngFiles(below: argument)
    guard !names.isEmpty else { throw .noPNGInFolder(path: argument) }
    return names.map { Input(source: .file(FilePath.join(argument, $0)), pathInFolder: $0) }
  }

  /// Relative paths of the PNG files below `folder`, sorted; hidden files and folders are skipped. Links to
  /// files are followed, links to folders are not: they could form a cycle.
  private func pngFiles(below folder: String) throws(ImageError) -> [String] {
    var found: [String] = []
    var pending = [""]
    while let relative = pending.popLast() {
      let path = relative.isEmpty ? folder : FilePath.join(folder, relative)
      let names: [String]
      do {
        names = try SystemCall.names(in: path)
      } catch {
        throw .cannotList(path: path)
      }
      for name in names where !name.hasPrefix(".") {
        let below = FilePath.join(relative, name)
        let full = FilePath.join(folder, below)
        switch FileStatus(path: full)?.kind {
        case .directory where !SystemCall.isLink(full): pending.append(below)
        case .regular where name.lowercased().hasSuffix(".png"): found.append(below)
        default: continue
        }
      }
    }
    return found.sorted()
  }
}

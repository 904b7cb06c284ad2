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

  /// Images that match one of these are left out; see `isExcluded`.
  package let excluded: [GlobPattern]

  /// A collector that searches folders, or refuses them.
  package init(recursive: Bool, excluded: [GlobPattern] = []) {
    self.recursive = recursive
    self.excluded = excluded
  }

  /// The images that `arguments` name, in that order, each folder's sorted by path.
  ///
  /// A path that is missing, a folder without `--recursive`, or a folder whose names cannot be read, is a failure of
  /// that input alone, and stands where its images would. An image that is named twice is taken once.
  package func collect(_ arguments: [String]) -> [Result<Input, Failure>] {
    var collected: [Result<Input, Failure>] = []
    var seen: Set<ImageSource> = []
    for argument in arguments {
      do throws(ImageError) {
        for entry in try images(argument) {
          if case .success(let input) = entry {
            guard !isExcluded(input), seen.insert(input.source).inserted else { continue }
          }
          collected.append(entry)
        }
      } catch {
        collected.append(.failure(Failure(path: argument, error: error)))
      }
    }
    return collected
  }

  /// Whether a pattern fits the image's path, as it is typed or below the searched folder, or a folder above it there.
  private func isExcluded(_ input: Input) -> Bool {
    guard !excluded.isEmpty, case .file(let path) = input.source else { return false }
    return excluded.contains { $0.covers(input.pathInFolder ?? FilePath(path).name) || $0.covers(path) }
  }

  private func images(_ argument: String) throws(ImageError) -> [Result<Input, Failure>] {
    if argument == "-" { return [.success(Input(source: .standardInput, pathInFolder: nil))] }
    guard let status = FileStatus(path: argument) else { throw .notFound(path: argument) }
    guard status.kind == .directory else {
      return [.success(Input(source: .file(argument), pathInFolder: nil))]
    }
    guard recursive else { throw .isFolder(path: argument) }
    let found = Self.search(argument)
    guard !found.isEmpty else { throw .noPNGInFolder(path: argument) }
    return found.map { found in
      let path = found.path.isEmpty ? argument : FilePath.join(argument, found.path)
      return found.isImage
        ? .success(Input(source: .file(path), pathInFolder: found.path))
        : .failure(Failure(path: path, error: .cannotList(path: path)))
    }
  }

  /// What a search finds, by its path below the folder: an image, or a folder whose names cannot be read.
  private struct Found {
    let path: String
    let isImage: Bool
  }

  /// The images below `folder`, sorted by path; hidden files and folders are skipped. Links to files are followed,
  /// links to folders are not: they could form a cycle.
  private static func search(_ folder: String) -> [Found] {
    var found: [Found] = []
    var pending = [""]
    while let relative = pending.popLast() {
      guard let names = try? SystemCall.names(in: relative.isEmpty ? folder : FilePath.join(folder, relative))
      else {
        found.append(Found(path: relative, isImage: false))
        continue
      }
      for name in names where name.utf8.first != UInt8(ascii: ".") {
        let below = FilePath.join(relative, name)
        let full = FilePath.join(folder, below)
        switch FileStatus(path: full)?.kind {
        case .directory where !SystemCall.isLink(full): pending.append(below)
        case .regular where name.lowercased().hasSuffix(".png"):
          found.append(Found(path: below, isImage: true))
        default: continue
        }
      }
    }
    return found.sorted { $0.path < $1.path }
  }
}

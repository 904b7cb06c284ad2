/// Turns command-line inputs into a list of images: files, `-`, and folders searched for `*.png`.
package struct InputCollector: Sendable {
  /// One image to process.
  package struct Input: Sendable, Hashable {
    package let source: ImageSource

    /// For an image found below a folder, its path relative to that folder; else nil.
    package let pathInFolder: String?
  }

  /// An argument, or a file below it, that cannot be used.
  package struct Failure: Error, Sendable {
    /// The path that failed.
    package let path: String
    /// The reason.
    package let error: ImageError
  }

  /// Whether folders are searched (`--recursive`); otherwise they are refused.
  package let recursive: Bool

  /// Patterns of images to leave out; see `isExcluded`.
  package let excluded: [GlobPattern]

  /// Whether a file with several names in searched folders, including links, is used once: under a name that is no
  /// link, if there is one.
  package let takesFilesOnce: Bool

  /// Whether files named in `.gitignore` or `.p3toolignore` are skipped in searched folders.
  package let heedsIgnoreFiles: Bool

  /// The patterns of `excluded` that have left something out.
  private var used: Set<GlobPattern> = []

  /// A collector that searches folders, or refuses them.
  package init(
    recursive: Bool, excluded: [GlobPattern] = [], takesFilesOnce: Bool = false,
    heedsIgnoreFiles: Bool = false
  ) {
    self.recursive = recursive
    self.excluded = excluded
    self.takesFilesOnce = takesFilesOnce
    self.heedsIgnoreFiles = heedsIgnoreFiles
  }

  /// The images that `arguments` name, in that order; images of a folder are sorted by path.
  ///
  /// A missing path, a folder without `--recursive`, an unreadable folder, or a name below it that leads to no file is
  /// a failure of that input only, at the position of its images. An image named twice is used once.
  package func collect(_ arguments: [String]) -> [Result<Input, Failure>] {
    collectNaming(arguments).inputs
  }

  /// As `collect`, and the patterns that have left nothing out.
  package func collectNaming(
    _ arguments: [String]
  ) -> (inputs: [Result<Input, Failure>], unused: [GlobPattern]) {
    var collector = self
    let inputs = collector.found(arguments)
    return (inputs, excluded.filter { !collector.used.contains($0) })
  }

  private mutating func found(_ arguments: [String]) -> [Result<Input, Failure>] {
    var collected: [Result<Input, Failure>] = []
    var seen: Set<ImageSource> = []
    for argument in arguments {
      do throws(ImageError) {
        for entry in try images(argument) {
          if case .success(let input) = entry, !seen.insert(input.source).inserted { continue }
          collected.append(entry)
        }
      } catch {
        collected.append(.failure(Failure(path: argument, error: error)))
      }
    }
    return takesFilesOnce ? withoutRepeats(collected) : collected
  }

  /// Whether a pattern matches the path, as given or below the searched folder, or a folder above it there.
  private mutating func isExcluded(_ path: String, below pathInFolder: String? = nil) -> Bool {
    let fitting = excluded.filter { $0.covers(pathInFolder ?? FilePath(path).name) || $0.covers(path) }
    used.formUnion(fitting)
    return !fitting.isEmpty
  }

  /// Removes further names of the same file.
  private func withoutRepeats(_ collected: [Result<Input, Failure>]) -> [Result<Input, Failure>] {
    let files = collected.map { entry -> (identity: FileStatus.Identity, isLink: Bool)? in
      guard case .success(let input) = entry, input.pathInFolder != nil, case .file(let path) = input.source,
        let status = FileStatus(path: path)
      else { return nil }
      return (status.identity, SystemCall.isLink(path))
    }
    let named = Set(files.compactMap { $0?.isLink == false ? $0?.identity : nil })
    var taken: Set<FileStatus.Identity> = []
    return zip(collected, files).filter { _, file in
      guard let file else { return true }
      return !(file.isLink && named.contains(file.identity)) && taken.insert(file.identity).inserted
    }.map(\.0)
  }

  private mutating func images(_ argument: String) throws(ImageError) -> [Result<Input, Failure>] {
    if argument == "-" { return [.success(Input(source: .standardInput, pathInFolder: nil))] }
    guard let status = FileStatus(path: argument) else { throw .notFound(path: argument) }
    guard status.kind == .directory else {
      return isExcluded(argument) ? [] : [.success(Input(source: .file(argument), pathInFolder: nil))]
    }
    guard recursive else { throw .refused(.isFolder(path: argument)) }
    let found = Self.search(argument)
    guard !found.isEmpty else { throw .refused(.noPNGInFolder(path: argument)) }
    let ignored = heedsIgnoreFiles ? IgnoredFiles(below: argument) : nil
    return found.compactMap { found in
      if ignored?.contains(found.path) == true { return nil }
      let path = found.path.isEmpty ? argument : FilePath.join(argument, found.path)
      if isExcluded(path, below: found.path) { return nil }
      guard let error = found.error else {
        return .success(Input(source: .file(path), pathInFolder: found.path))
      }
      return .failure(Failure(path: path, error: error))
    }
  }

  /// A result of a search, by its path below the folder: an image, or a name that leads to none.
  private struct Found {
    let path: String
    /// Why it cannot be used; nil for an image.
    var error: ImageError?
  }

  /// The images below `folder`, sorted by path; hidden files and folders are skipped. Links to files are followed;
  /// links to folders are not, as they could form a cycle.
  private static func search(_ folder: String) -> [Found] {
    var found: [Found] = []
    var pending = [""]
    while let relative = pending.popLast() {
      let place = relative.isEmpty ? folder : FilePath.join(folder, relative)
      guard let names = try? SystemCall.names(in: place) else {
        found.append(Found(path: relative, error: .refused(.cannotList(path: place))))
        continue
      }
      for name in names where name.utf8.first != UInt8(ascii: ".") {
        let below = FilePath.join(relative, name)
        let full = FilePath.join(folder, below)
        let isNamedImage = name.lowercased().hasSuffix(".png")
        switch FileStatus(path: full)?.kind {
        case .directory where !SystemCall.isLink(full): pending.append(below)
        case .regular where isNamedImage: found.append(Found(path: below))
        case .special where isNamedImage:
          found.append(Found(path: below, error: .refused(.notRegularFile(path: full))))
        case nil where isNamedImage || !SystemCall.isLink(full):
          found.append(
            Found(path: below, error: .refused(.unreachable(path: full, fact: FileAbsence.fact(of: full)))))
        default: continue
        }
      }
    }
    return found.sorted { $0.path < $1.path }
  }
}

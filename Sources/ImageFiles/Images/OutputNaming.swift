/// Gives every input its output, by the rules of the command line:
///
/// - no `-o`: beside the input, `STEM.SUFFIX.png`; standard input goes to standard output;
/// - `-o -`: standard output, for one input;
/// - `-o DIR`, if such a folder exists, the name ends in `/`, there are several inputs, or a folder is searched, however
///   many images it holds: `STEM.png` in DIR, keeping the tree below a searched folder; in the input's own folder the
///   name is as without `-o`;
/// - `-o FILE`: that file;
/// - in place: the input itself.
///
/// A template gives other names in the same folders.
package struct OutputNaming: Sendable {
  /// What the user chose.
  package enum Choice: Sendable, Hashable {
    /// Beside each input, under the default name.
    case besideInput
    /// `-o` with this value.
    case output(String)
    /// Replace each input.
    case inPlace
  }

  /// A usage error, reported before anything is written.
  package enum Conflict: Error, Sendable, Hashable, CustomStringConvertible {
    /// Standard output for `inputCount` images; it takes one.
    case standardOutputForMany(inputCount: Int)
    /// A file as output, where several inputs need a folder.
    case notAFolder(output: String, inputCount: Int)
    /// Two inputs with the same output.
    case sameOutput(first: String, second: String, output: String)
    /// The output is the input itself.
    case ownInput(String)
    /// The output of `source` is another input.
    case otherInput(source: String, input: String)
    /// An output name with the extension of another format.
    case otherFormat(output: String)
    /// A pipe or device, which cannot be replaced in place.
    case noFileInPlace(String)

    /// The fact and its remedy.
    package var description: String {
      switch self {
      case .standardOutputForMany(let inputCount):
        "-o - takes one input, not \(inputCount): give a folder with -o DIR/"
      case .notAFolder(let output, let inputCount):
        "-o \(output.printableName): there are \(inputCount) inputs, but this is a file's name, not a folder's (end it with / for a folder)"
      case .sameOutput(let first, let second, let output):
        "\(first.printableName) and \(second.printableName) would both be written to \(output.printableName)"
      case .ownInput(let path):
        "\(path.printableName) would be written over itself: say --in-place if you mean that"
      case .otherInput(let source, let input):
        "\(source.printableName) would be written over the input \(input.printableName)"
      case .noFileInPlace(let path):
        "\(path.printableName) is no regular file, and nothing is written over it in place (give -o)"
      case .otherFormat(let output):
        "-o \(output.printableName): p3tool writes PNG files only (name it \(FilePath(output).stem.printableName).png)"
      }
    }
  }

  /// One input with its output.
  package struct Job: Sendable, Hashable {
    /// The image to read.
    package let source: ImageSource
    /// Where the result is written.
    package let destination: ImageDestination

    /// The image at `source` goes to `destination`.
    package init(source: ImageSource, destination: ImageDestination) {
      self.source = source
      self.destination = destination
    }

    /// Whether the output is a file that is newer than its input.
    package var isUpToDate: Bool {
      guard case .file(let path) = source, let output = destination.path,
        let (read, made) = FileStatus(path: path).flatMap({ read in
          FileStatus(path: output).map { (read, $0) }
        })
      else { return false }
      return made.kind == .regular && made.modified >= read.modified
    }

    /// The path of the unchanged image beside its dark twin: `chart.light.png` beside `chart.dark.png`.
    package var lightTwin: String? {
      guard let path = destination.path else { return nil }
      let file = FilePath(path)
      let stem = file.stem.hasSuffix(".dark") ? String(file.stem.dropLast(5)) : file.stem
      return file.folder + stem + ".light.png"
    }
  }

  /// What the user chose.
  package let choice: Choice

  /// The part between stem and extension: `srgb`, `display-p3`, `dark`, or a profile file's stem.
  package let suffix: String

  /// The names of outputs, instead of `STEM.png` or `STEM.SUFFIX.png`.
  package let template: OutputNameTemplate?

  /// Whether a run may write a `lightTwin` beside each output, now or earlier.
  package let hasLightTwins: Bool

  /// Names for `choice`, with `suffix` in the names of outputs that lie beside their inputs.
  package init(
    choice: Choice, suffix: String, template: OutputNameTemplate? = nil, hasLightTwins: Bool = false
  ) {
    self.choice = choice
    self.suffix = suffix
    self.template = template
    self.hasLightTwins = hasLightTwins
  }

  /// The jobs for `inputs`, in order. Skips images found below a folder that are outputs of others or lie in the output
  /// folder, so that a second recursive run does not convert the results of the first.
  package func jobs(for inputs: [InputCollector.Input]) throws(Conflict) -> [Job] {
    let isFolder = try outputIsFolder(
      inputCount: inputs.count, isSearched: inputs.contains { $0.pathInFolder != nil })
    var jobs: [(job: Job, isFound: Bool)] = []
    for case .file(let path) in inputs.map(\.source)
    where choice == .inPlace && FileStatus(path: path)?.kind == .special {
      throw .noFileInPlace(path)
    }
    for input in inputs where !liesInOutputFolder(input, outputIsFolder: isFolder) {
      let job = Job(source: input.source, destination: destination(of: input, outputIsFolder: isFolder))
      jobs.append((job, input.pathInFolder != nil))
    }
    if choice != .inPlace {
      let outputs = Set(jobs.filter(\.isFound).flatMap { names(ofOutputs: $0.job) })
      jobs.removeAll { job, isFound in
        guard isFound, case .file(let path) = job.source, job.destination != .file(path) else { return false }
        return outputs.contains(FilePath.normalized(path))
      }
    }
    let kept = jobs.map(\.job)
    try refuseCollisions(kept)
    return kept
  }

  /// The paths that `job` writes, without `.` and `..`.
  private func names(ofOutputs job: Job) -> [String] {
    [job.destination.path, hasLightTwins ? job.lightTwin : nil].compactMap { $0.map(FilePath.normalized) }
  }

  /// Whether a search found the image in the output folder, if that lies below the searched folder.
  private func liesInOutputFolder(_ input: InputCollector.Input, outputIsFolder: Bool) -> Bool {
    guard outputIsFolder, case .output(let output) = choice, let below = input.pathInFolder,
      case .file(let path) = input.source
    else { return false }
    let outputs = SystemCall.place(of: FilePath.withoutSlash(output))
    let root = SystemCall.place(of: FilePath.withoutSlash(String(path.dropLast(below.count))))
    return outputs != root && FilePath.isBelow(outputs, root)
      && FilePath.isBelow(FilePath.join(root, below), outputs)
  }

  private func outputIsFolder(inputCount: Int, isSearched: Bool) throws(Conflict) -> Bool {
    guard case .output(let output) = choice else { return false }
    if output == "-" {
      guard inputCount <= 1 else { throw .standardOutputForMany(inputCount: inputCount) }
      return false
    }
    let kind = FileStatus(path: output)?.kind
    let fileExtension = FilePath(output).fileExtension.lowercased()
    let isOther = Self.otherFormats.contains(fileExtension)
    let namesFile = kind != nil || !FilePath.endsWithSlash(output) && (isOther || fileExtension == "png")
    let isFolder =
      FilePath.endsWithSlash(output) || kind == .directory || inputCount > 1 || isSearched && !namesFile
    if isFolder, kind != .directory, namesFile {
      throw .notAFolder(output: output, inputCount: inputCount)
    }
    if !isFolder, isOther {
      throw .otherFormat(output: output)
    }
    return isFolder
  }

  private func destination(of input: InputCollector.Input, outputIsFolder: Bool) -> ImageDestination {
    switch (choice, input.source.path) {
    case (.output("-"), _), (.besideInput, nil), (.inPlace, nil):
      return .standardOutput
    case (.inPlace, let path?):
      return .file(path)
    case (.besideInput, let path?):
      return .file(FilePath(path).folder + name(path, isBeside: true))
    case (.output(let output), nil):
      return .file(outputIsFolder ? FilePath.join(output, name("stdin.png", isBeside: false)) : output)
    case (.output(let output), let path?):
      guard outputIsFolder else { return .file(output) }
      let folder = FilePath.join(output, input.pathInFolder.map { FilePath($0).folder } ?? "")
      let isBeside = SystemCall.place(of: folder) == SystemCall.place(of: FilePath(path).folderOrCurrent)
      return .file(FilePath.join(folder, name(path, isBeside: isBeside)))
    }
  }

  /// The name of the output for the file at `path`; beside the input it differs from the input's name.
  private func name(_ path: String, isBeside: Bool) -> String {
    let file = FilePath(path)
    if let template {
      return template.name(stem: file.stem, target: suffix, fileExtension: file.fileExtension)
    }
    return isBeside ? "\(file.stem).\(suffix).png" : "\(file.stem).png"
  }

  /// Extensions of image formats that outputs cannot have.
  private static let otherFormats: Set<String> = [
    "jpg", "jpeg", "jpe", "jxl", "jp2", "webp", "avif", "heic", "heif", "gif", "tif", "tiff", "bmp", "svg",
    "pdf", "psd", "html", "htm",
    "ico", "icns", "exr", "ppm", "tga",
  ]

  /// Throws if two inputs share an output, however it is spelled and through any links, or an output is another job's
  /// input.
  private func refuseCollisions(_ jobs: [Job]) throws(Conflict) {
    var sources: [FileStatus.Identity: String] = [:]
    for case .file(let path) in jobs.map(\.source) {
      if let identity = FileStatus(path: path)?.identity { sources[identity] = path }
    }
    var taken: [ImageDestination: String] = [:]
    for job in jobs {
      if let other = taken.updateValue(job.source.name, forKey: Self.place(of: job.destination)) {
        throw .sameOutput(first: other, second: job.source.name, output: job.destination.name)
      }
      guard choice != .inPlace, case .file(let path) = job.destination else { continue }
      if let status = FileStatus(path: path), status.kind == .regular, let source = sources[status.identity] {
        throw source == job.source.name
          ? .ownInput(source) : .otherInput(source: job.source.name, input: source)
      }
    }
  }

  /// A destination that `jobs` and `others` share, however it is spelled and through any links.
  package static func sharedDestination(_ jobs: [Job], _ others: [Job]) -> ImageDestination? {
    let taken = Set(others.map { place(of: $0.destination) })
    return jobs.first { taken.contains(place(of: $0.destination)) }?.destination
  }

  private static func place(of destination: ImageDestination) -> ImageDestination {
    guard case .file(let path) = destination else { return destination }
    return .file(SystemCall.place(of: path))
  }
}

/// Gives every input its output, by the rules of the command line:
///
/// - no `-o`: beside the input, `STEM.SUFFIX.png`; standard input goes to standard output;
/// - `-o -`: standard output, for one input;
/// - `-o DIR`, when a folder exists there, the name ends in `/`, or there are several inputs: the default
///   name inside DIR, with the tree below a searched folder kept;
/// - `-o FILE`: that file;
/// - in place: the input itself.
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

  /// A usage error: nothing has been written.
  package enum Conflict: Error, Sendable, Hashable, CustomStringConvertible {
    /// Standard output takes one image, and there are `inputCount`.
    case standardOutputForMany(inputCount: Int)
    /// A file where several inputs need a folder.
    case notAFolder(output: String, inputCount: Int)
    /// Two inputs have one output.
    case sameOutput(first: String, second: String, output: String)
    /// The output is the input itself.
    case ownInput(String)
    /// The output of `source` is another input.
    case otherInput(source: String, input: String)

    /// What is wrong and what to do.
    package var description: String {
      switch self {
      case .standardOutputForMany(let inputCount):
        "-o - takes one input, not \(inputCount): give a folder with -o DIR/"
      case .notAFolder(let output, let inputCount):
        "-o \(output.printableName): there are \(inputCount) inputs, but this is a file, not a folder"
      case .sameOutput(let first, let second, let output):
        "\(first.printableName) and \(second.printableName) would both be written to \(output.printableName)"
      case .ownInput(let path):
        "\(path.printableName) would be written over itself: say --in-place if you mean that"
      case .otherInput(let source, let input):
        "\(source.printableName) would be written over the input \(input.printableName)"
      }
    }
  }

  /// One input with its output.
  package struct Job: Sendable, Hashable {
    /// The image to read.
    package let source: ImageSource
    /// Where the result goes.
    package let destination: ImageDestination
  }

  /// What the user chose.
  package let choice: Choice

  /// The part between stem and extension: `srgb`, `display-p3`, `dark`, or a profile file's stem.
  package let suffix: String

  /// Naming for `choice` with default names `STEM.suffix.png`.
  package init(choice: Choice, suffix: String) {
    self.choice = choice
    self.suffix = suffix
  }

  /// The jobs for `inputs`, in order. Images found below a folder that are themselves default outputs
  /// beside their source are skipped, so that a second recursive run does not convert its own results.
  package func jobs(for inputs: [InputCollector.Input]) throws(Conflict) -> [Job] {
    let kept = choice == .besideInput ? inputs.filter { !isOwnOutput($0, among: inputs) } : inputs
    let isFolder = try outputIsFolder(inputCount: kept.count)
    var jobs: [Job] = []
    for input in kept {
      jobs.append(Job(source: input.source, destination: destination(of: input, outputIsFolder: isFolder)))
    }
    try refuseCollisions(jobs)
    return jobs
  }

  private func isOwnOutput(_ input: InputCollector.Input, among inputs: [InputCollector.Input]) -> Bool {
    guard input.pathInFolder != nil, case .file(let path) = input.source else { return false }
    let parts = FilePath(path)
    let ending = ".\(suffix)"
    guard parts.stem.hasSuffix(ending) else { return false }
    let sourceStem = parts.folder + parts.stem.dropLast(ending.count)
    return FileStatus(path: sourceStem + ".png") != nil || FileStatus(path: sourceStem + ".PNG") != nil
  }

  private func outputIsFolder(inputCount: Int) throws(Conflict) -> Bool {
    guard case .output(let output) = choice else { return false }
    if output == "-" {
      guard inputCount <= 1 else { throw .standardOutputForMany(inputCount: inputCount) }
      return false
    }
    let kind = FileStatus(path: output)?.kind
    let isFolder = FilePath.endsWithSlash(output) || kind == .directory || inputCount > 1
    if isFolder, let kind, kind != .directory {
      throw .notAFolder(output: output, inputCount: inputCount)
    }
    return isFolder
  }

  private func destination(of input: InputCollector.Input, outputIsFolder: Bool) -> ImageDestination {
    switch (choice, input.source) {
    case (.output("-"), _), (.besideInput, .standardInput), (.inPlace, .standardInput):
      return .standardOutput
    case (.inPlace, .file(let path)):
      return .file(path)
    case (.besideInput, .file(let path)):
      return .file(FilePath(path).folder + defaultName(path))
    case (.output(let output), .standardInput):
      return .file(outputIsFolder ? FilePath.join(output, "stdin.\(suffix).png") : output)
    case (.output(let output), .file(let path)):
      guard outputIsFolder else { return .file(output) }
      let tree = input.pathInFolder.map { FilePath($0).folder } ?? ""
      return .file(FilePath.join(output, tree + defaultName(path)))
    }
  }

  private func defaultName(_ path: String) -> String { "\(FilePath(path).stem).\(suffix).png" }

  /// Two inputs for one output, however it is spelled and through whatever links, or an output that is another job's
  /// input, before anything is written.
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

  /// A destination of `jobs` that one of `others` has too, however it is spelled and through whatever links.
  package static func sharedDestination(_ jobs: [Job], _ others: [Job]) -> ImageDestination? {
    let taken = Set(others.map { place(of: $0.destination) })
    return jobs.first { taken.contains(place(of: $0.destination)) }?.destination
  }

  private static func place(of destination: ImageDestination) -> ImageDestination {
    guard case .file(let path) = destination else { return destination }
    return .file(SystemCall.place(of: path))
  }
}

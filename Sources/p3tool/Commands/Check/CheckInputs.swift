import ArgumentParser
import Batch
import Checking
import CommandParts
import ImageFiles
import Reports

/// The images of a check.
struct CheckInputs: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "PNG files, - for standard input, or folders together with --recursive.", valueName: "input"),
    completion: .images)
  var inputs: [String] = []

  @OptionGroup var folders: FolderOptions

  @Option(
    help: ArgumentHelp(
      "Take the inputs that this file (or -, standard input) names, too: one a line, or each with a zero byte behind it.",
      valueName: "file"), completion: .file())
  var filesFrom: String?

  @Option(
    help: ArgumentHelp(
      "Of the inputs (without any, of the current folder) take the images that differ from where the branch left this revision, and new ones, as git has them.",
      valueName: "rev"))
  var changedSince: String?

  @Flag(help: "Take what .gitignore and .p3toolignore leave out of folders, too.")
  var noIgnore = false

  @Option(
    help: ArgumentHelp(
      "Check one part of the images, split by a hash of their paths: i/n.", valueName: "part"))
  var shard: BatchShard?

  func validate() throws {
    if inputs.isEmpty, filesFrom == nil, changedSince == nil {
      throw ValidationError("Missing expected argument '<input> ...'")
    }
    if inputs.contains("-"), changedSince != nil {
      throw ValidationError("--changed-since takes files and folders: standard input (-) has no revision")
    }
    try FolderOptions.validate(inputs + (filesFrom == "-" ? ["-"] : []))
    _ = try folders.excluded()
  }

  /// The shard of the images to check; nil for all images.
  var part: BatchShard? { shard.flatMap { $0.count == 1 ? nil : $0 } }

  /// The images, in the order of the command line.
  ///
  /// - Throws: `UnusableFile` if a list cannot be read or git cannot list the changes.
  func collect(
    _ console: Console
  ) throws -> [Result<InputCollector.Input, InputCollector.Failure>] {
    let collector = InputCollector(
      recursive: folders.recursive, excluded: try folders.excluded(), takesFilesOnce: true,
      heedsIgnoreFiles: !noIgnore)
    let (found, unused) = collector.collectNaming(try changedInputs() + listedInputs())
    for pattern in unused {
      let typed = folders.exclude.first { "**/" + $0 == pattern.text } ?? pattern.text
      console.note("--exclude '\(typed)' leaves nothing out")
    }
    guard let part else { return found }
    return found.filter { entry in
      switch entry {
      case .success(let image): part.contains(RepositoryPath.own(image.source.name))
      case .failure(let failure): part.contains(RepositoryPath.own(failure.path))
      }
    }
  }

  /// The paths in the file of `--files-from`.
  private func listedInputs() throws -> [String] {
    guard let filesFrom else { return [] }
    do {
      let bytes = try InputFile.read(filesFrom == "-" ? "/dev/stdin" : filesFrom)
      if bytes.contains(0) { return bytes.split(separator: 0).map { PathText.text($0) } }
      return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
        let name = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        return name.isEmpty ? nil : PathText.text(name)
      }
    } catch {
      throw UnusableFile(error, of: "--files-from")
    }
  }

  /// The inputs of the command line; with `--changed-since`, only the changed images among them.
  private func changedInputs() throws -> [String] {
    guard let changedSince else { return inputs }
    do {
      return try (inputs.isEmpty ? [""] : inputs).flatMap { input in
        try FileStatus(path: input.isEmpty ? "." : input)?.kind == .directory
          ? changedImages(since: changedSince, below: input)
          : GitFiles.changed(since: changedSince, below: FilePath(input).parent)
            .filter { $0 == FilePath(input).name }.map { _ in input }
      }
    } catch let failure as GitFiles.Failure {
      throw UnusableFile(failure, of: "--changed-since")
    }
  }

  /// The changed images below `folder`, with the same selection as a search of the folder.
  private func changedImages(since revision: String, below folder: String) throws -> [String] {
    let ignored = noIgnore ? nil : IgnoredFiles(below: folder)
    return try GitFiles.changed(since: revision, below: folder).filter { name in
      name.lowercased().hasSuffix(".png") && !"/\(name)".contains("/.") && ignored?.contains(name) != true
    }.map { FilePath.join(folder, $0) }
  }
}

extension BatchShard: ExpressibleByArgument {
  /// `i/n` with i from 1 to n.
  public init?(argument: String) { self.init(argument) }
}

import ArgumentParser
import Batch
import Checking
import CommandParts
import ImageFiles
import PNGCodec
import Reports

/// The location of files with options for images.
struct ConfigurationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Take options from the section check of this file (default: the p3tool.yml of the image's folder or the nearest one above, up to the root of its repository). NAME.p3tool.yml beside NAME.png is for that image.",
      valueName: "file"), completion: .yaml)
  var config: String?

  @Flag(help: "Take options from the command line alone.")
  var noConfig = false

  func validate() throws {
    if noConfig, config != nil { throw ValidationError("--config and --no-config exclude each other") }
  }
}

/// The options of each image in a run of `check`: from the command line, and from files for some images.
struct CheckChoices {
  /// The options of some images.
  struct Choice: Sendable {
    let check: ImageCheck
    /// A text of everything beside the image that decides a report.
    let recipe: String
    /// The options from files; nil if all come from the command line.
    let section: CheckConfiguration.Choice?

    var policy: FindingPolicy { check.request.policy }
  }

  private struct Key: Hashable {
    let file: String?
    let overrides: [Int]
    /// The path of the file for the image alone; nil if there is none.
    let own: String?
  }

  private let options: ConfigurationOptions
  private let limits: PNGLimits
  /// Files read so far; nil for files without the section.
  private var files: [String: CheckConfiguration?] = [:]
  /// The file for the images of each folder; nil if there is none.
  private var fileOfFolder: [String: String?] = [:]
  /// The names of files for single images, by folder.
  private var ownFiles: [String: Set<String>] = [:]
  private var made: [Key: Choice] = [:]
  private let make: (CheckConfiguration.Choice) -> Choice
  /// The options of the command line alone.
  let standard: Choice

  init(
    _ options: ConfigurationOptions, limits: PNGLimits, standard: Choice,
    make: @escaping (CheckConfiguration.Choice) -> Choice
  ) {
    (self.options, self.limits, self.standard, self.make) = (options, limits, standard, make)
  }

  /// The options of the image `source`.
  ///
  /// - Throws: `UnusableFile` for a file that cannot be used.
  mutating func choice(for source: ImageSource) throws -> Choice {
    do throws(ConfigurationError) {
      let own = ownFile(of: source)
      let name = file(for: source)
      let file = try name.flatMap { name throws(ConfigurationError) in try read(name) }
      let key = Key(
        file: file == nil ? nil : name, overrides: file?.overrides(for: source.name) ?? [], own: own)
      if key.file == nil, own == nil { return standard }
      if let choice = made[key] { return choice }
      guard let made = try choice(key, file) else { return standard }
      let choice = make(made)
      self.made[key] = choice
      return choice
    } catch {
      throw UnusableFile(error)
    }
  }

  /// The options of `file` and of the image's own file together.
  private mutating func choice(
    _ key: Key, _ file: CheckConfiguration?
  ) throws(ConfigurationError) -> CheckConfiguration.Choice? {
    let own = try key.own.map { name throws(ConfigurationError) in
      try CheckConfiguration.ofImage(read(name), path: name)
    }
    return try (file ?? own)?.choice(overrides: key.overrides, own: own, limits: limits)
  }

  /// The file for `source` alone, which lies beside the image.
  private mutating func ownFile(of source: ImageSource) -> String? {
    guard !options.noConfig, case .file(let path) = source else { return nil }
    let folder = FilePath(path).parent
    let names: Set<String>
    if let known = ownFiles[folder] {
      names = known
    } else {
      let found = (try? SystemCall.names(in: folder.isEmpty ? "." : folder)) ?? []
      names = Set(found.filter { $0.hasSuffix("." + CheckConfiguration.fileName) })
      ownFiles[folder] = names
    }
    return CheckConfiguration.fileNames(ofImage: path).first(where: names.contains)
      .map { FilePath.join(folder, $0) }
  }

  private mutating func read(_ path: String) throws(ConfigurationError) -> CheckConfiguration? {
    if let file = files[path] { return file }
    let typed = Array(SystemCall.arguments.drop { $0 != "check" }.dropFirst())
    let file = try CheckConfiguration(file: path, own: Subcommands(), commands: Subcommands(typed: typed))
    files[path] = .some(file)
    return file
  }

  /// The file for the images of `source`'s folder.
  private mutating func file(for source: ImageSource) -> String? {
    if options.noConfig { return nil }
    if let config = options.config { return config }
    guard case .file(let path) = source else { return nil }
    let folder = FilePath(path).parent
    if let known = fileOfFolder[folder] { return known }
    let file = RepositoryPath.nearest(CheckConfiguration.fileName, above: folder)
    fileOfFolder[folder] = .some(file)
    return file
  }
}

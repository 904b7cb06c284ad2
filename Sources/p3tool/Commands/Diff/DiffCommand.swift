import ArgumentParser
import Checking
import CommandParts
import ImageFiles
import PNGCodec
import Reports

/// `p3tool diff`.
struct DiffCommand: AsyncParsableCommand, RuledCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", _superCommandName: P3Tool.name,
    abstract: "Compare the colours of two images, or of two folders of images.",
    discussion: """
      p3tool diff before.png after.png                       same or different
      p3tool diff before.png after.png --heatmap where.png   and a picture of it
      p3tool diff before/ after/                             by relative path
      p3tool diff before/ after/ --preset screenshot         edges may move a little
      p3tool diff before/ after/ --format html > report.html
      p3tool diff before/ after/ --accept decisions.json     what the page exports
      p3tool diff test-results/ --accept-all                 of Playwright, and others

      Each image goes through its own colour tag: another encoding of the same
      colours is the same. Presets, with the colour difference (CIEDE2000) from
      which a pixel counts:
        exact       no sample, size, depth or tag may differ
        strict      0.5
        visible     1, just noticeable side by side
        screenshot  2, with --ignore-antialiasing

      Exit codes: 0 same, 1 different (see --fail-on), 2 an image cannot be read.
      """)

  @Argument(help: "The image as it was, - for standard input, or a folder.", completion: .images)
  var before: String

  @Argument(
    help: ArgumentHelp(
      "The image as it is, - for standard input, or a folder. Without it, before is a folder with what another tool left of its tests (--layout).",
      valueName: "after"), completion: .images)
  var after: String?

  @Flag(name: .shortAndLong, help: .hidden)
  var recursive = false

  @Option(
    help: ArgumentHelp(
      "Leave out images of folders that this pattern fits, or a folder above them. Repeatable.",
      valueName: "glob"))
  var exclude: [String] = []

  @Option(
    help: ArgumentHelp(
      "How folders are laid out: plain (by relative path), playwright, swift-snapshot, flutter or reg-suit (default: what the names fit).",
      valueName: "tool"))
  var layout: DifferenceLayout?

  @OptionGroup(title: "What may differ") var tolerance: DifferenceOptions

  @OptionGroup(title: "What may differ") var explaining: ExplainOption<DiffCommand>

  @OptionGroup(title: "Review") var review: AcceptanceOptions

  @Option(
    help: ArgumentHelp(
      "Write a picture of where pixels differ; a folder for two folders (for pairs that differ).",
      valueName: "file"), completion: .images)
  var heatmap: String?

  @Flag(name: .shortAndLong, help: "Replace heat maps that exist.")
  var force = false

  @OptionGroup(title: CommonOptions.title) var run: ReportingOptions<ComparisonFormat>
  @OptionGroup(title: CommonOptions.title) var described: SchemaOption

  @OptionGroup(title: CommonOptions.title) var unsupported: UnsupportedOptions

  @Option(help: PixelLimit.help) var maxImagePixels: Int?

  @OptionGroup(title: CommonOptions.title) var memory: MemoryOptions

  static var explained: [any NamedRule] { DifferenceRule.allCases }

  func validate() throws {
    if before == "-", after == "-" { throw ValidationError("standard input (-) can be read once") }
    if let maxImagePixels, maxImagePixels < 1 {
      throw ValidationError("--max-image-pixels takes a whole number from 1 on, not \(maxImagePixels)")
    }
  }

  /// The options as a request.
  func request() throws -> DifferenceRequest {
    var request = try tolerance.request()
    request.limits = PixelLimit.limits(maxImagePixels, memory)
    request.limits.maxPixelsOption = "--max-image-pixels"
    return request
  }

  func run() async throws {
    var request = try request()
    request.makesPreviews = run.format == .html
    let inputs = DiffInputs(
      before: before, after: after, heatmap: heatmap,
      excluded: try GlobPattern.all(exclude, option: "--exclude"), layout: layout)
    let acceptance = try review.acceptance()
    let (items, layout) = try inputs.items()
    request.previewSide = HTMLPage.pictureSide(inputs: items.count)
    let results: StandardStream = heatmap == "-" ? .error : .output
    let worker = DiffWorker(
      difference: ImageDifference(request), policy: try tolerance.policy(), overwritesHeatmaps: force,
      budget: StripPermits(jobs: run.jobCount, memory: memory.maxMemory), withTimings: run.timings,
      palette: ConsolePalette(isEnabled: run.color.isEnabled(on: results)), isVerbose: run.verbose,
      isOfFolders: inputs.areFolders, results: results, acceptance: acceptance, layout: layout)
    try await ImageRun(
      worker, run, results: results, skipsUnsupported: unsupported.skipUnsupported
    ).perform(items)
  }
}

/// The two arguments of the command line as pairs of images.
struct DiffInputs {
  let before: String
  /// Nil if there is only one folder.
  let after: String?
  /// The destination of heat maps: a file, or a folder if folders are compared.
  let heatmap: String?
  /// Patterns of files to exclude from folders.
  var excluded: [GlobPattern] = []

  /// The layout of folders; nil to detect it from the names.
  var layout: DifferenceLayout?

  /// Whether folders are compared.
  var areFolders: Bool { isFolder(before) && isFolder(after ?? before) }

  private func isFolder(_ path: String) -> Bool { path != "-" && FileStatus(path: path)?.kind == .directory }

  private func exists(_ path: String) -> Bool { path == "-" || FileStatus(path: path) != nil }

  /// The pairs, and the layout of folders.
  ///
  /// - Throws: `ValidationError` for a folder against a file, for a folder of no known layout, and for heat maps
  ///   without a place.
  func items() throws -> ([ImageRun<DiffWorker>.Item], DifferenceLayout) {
    if after == nil, !isFolder(before) {
      throw ValidationError("Missing expected argument '<after>' (\(before.printableName) is no folder)")
    }
    for path in [before, after ?? before] where !exists(path) {
      return ([ImageRun<DiffWorker>.Item(path: path, job: .failure(.notFound(path: path)))], .plain)
    }
    if let after, isFolder(before) != isFolder(after) {
      let (folder, file) = isFolder(before) ? (before, after) : (after, before)
      throw ValidationError(
        "\(folder.printableName) is a folder and \(file.printableName) is not: give two images or two folders"
      )
    }
    let (items, layout) = areFolders ? try folderItems() : ([try fileItem()], .plain)
    LeftoverFiles.remove(for: items.compactMap { (try? $0.job.get())?.heatmap?.path })
    return (items, layout)
  }

  private func source(_ path: String) -> ImageSource { path == "-" ? .standardInput : .file(path) }

  private func fileItem() throws -> ImageRun<DiffWorker>.Item {
    guard let after else { preconditionFailure("one argument is a folder") }
    if let layout, layout != .plain {
      throw ValidationError("--layout \(layout.rawValue) takes folders, not two images")
    }
    if heatmap == "-", StandardStream.output.isTerminal {
      throw ValidationError("an image is not written to a terminal: give --heatmap a file")
    }
    if let heatmap, isFolder(heatmap) || heatmap.hasSuffix("/") {
      throw ValidationError("--heatmap \(heatmap.printableName) is a folder: give a file for two images")
    }
    if let heatmap, let identity = FileStatus(path: heatmap), identity.kind == .regular {
      for path in [before, after] where FileStatus(path: path)?.identity == identity.identity {
        throw ValidationError(
          "--heatmap \(heatmap.printableName) would be written over \(path.printableName)")
      }
    }
    let destination = heatmap.map { $0 == "-" ? ImageDestination.standardOutput : .file($0) }
    return ImageRun<DiffWorker>.Item(
      path: before,
      job: .success(
        DiffJob(
          path: FilePath(after).name,
          work: .compare(first: source(before), second: source(after), always: true), heatmap: destination)))
  }

  private func folderItems() throws -> ([ImageRun<DiffWorker>.Item], DifferenceLayout) {
    if let heatmap {
      guard heatmap != "-" else { throw ValidationError("--heatmap - takes one pair: give a folder") }
      try SidePictures.requireFolder(heatmap, option: "heatmap", for: "the images of two folders")
      let place = FileStatus(path: heatmap)?.identity
      for folder in [before, after ?? before]
      where place != nil && FileStatus(path: folder)?.identity == place {
        throw ValidationError("--heatmap \(heatmap.printableName) would be written over the images there")
      }
    }
    guard
      let found = DifferencePair.pairs(
        in: after.map { _ in before }, and: after ?? before, excluding: excluded, layout)
    else {
      throw ValidationError(
        "\(before.printableName) has no names of Playwright, swift-snapshot-testing, Flutter or reg-suit: give two folders"
      )
    }
    return (found.pairs.map(item), found.layout)
  }

  private func item(_ pair: DifferencePair) -> ImageRun<DiffWorker>.Item {
    switch pair {
    case .both(let path, let first, let second, let unaccepted):
      let destination = heatmap.map { ImageDestination.file(FilePath.join($0, path)) }
      return .init(
        path: first.name,
        job: .success(
          DiffJob(
            path: path, work: .compare(first: first, second: second, always: false), heatmap: destination,
            unaccepted: unaccepted)))
    case .single(let report, let path, let unaccepted):
      return .init(
        path: report.path,
        job: .success(DiffJob(path: path, work: .report(report), unaccepted: unaccepted)))
    case .failure(let path, let error): return .init(path: path, job: .failure(error))
    }
  }
}

/// The work of `diff` on one pair.
struct DiffJob: Sendable {
  enum Work: Sendable {
    /// - `always`: whether a heat map is written even if no pixel differs.
    case compare(first: ImageSource, second: ImageSource, always: Bool)
    /// One image is missing.
    case report(DifferenceReport)
  }

  /// The path below both folders, or the name of the new image.
  let path: String
  let work: Work
  /// The destination of the heat map, or nil.
  var heatmap: ImageDestination?
  /// Why the second image must not be copied over the first; nil if it may be.
  var unaccepted: String?
}

import ArgumentParser
import Catalogs
import Checking
import CommandParts
import ImageFiles
import Reports

/// `p3tool inspect`.
struct InspectCommand: AsyncParsableCommand, RuledCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", _superCommandName: P3Tool.name,
    abstract: "Say what a file claims about its colours, and what its pixels really use.",
    discussion: """
      p3tool inspect icon.png                         all about its colours
      p3tool inspect photo.png --extract-icc out.icc  also saves the profile
      p3tool inspect App.icon --contact-sheet s.png   its PNG layers, and how they look

      Of a bundle of Icon Composer (.icon) the PNG layers are inspected; the contact sheet shows light, dark and tinted side by \
      side, drawn flat: without glass, shadow and blending.
      """)

  @OptionGroup var input: InputOptions

  @Option(
    help: ArgumentHelp(
      "Save the profile that counts as an ICC file; - for standard output.", valueName: "file"),
    completion: .file(extensions: ["icc", "icm"]))
  var extractIcc: String?

  @Option(
    help: ArgumentHelp("Draw a bundle of Icon Composer in all its appearances.", valueName: "file"),
    completion: .images)
  var contactSheet: String?

  @Option(
    help: ArgumentHelp("The profile of untagged images (name or ICC file).", valueName: "space"),
    completion: .space)
  var assume = "srgb"

  @Flag(name: .shortAndLong, help: "Replace the ICC file or the contact sheet if it exists.")
  var force = false

  @OptionGroup var explaining: ExplainOption<InspectCommand>

  @OptionGroup(title: CommonOptions.title) var run: RunOptions<FindingsFormat>
  @OptionGroup(title: CommonOptions.title) var described: SchemaOption

  static var explained: [any NamedRule] { ImageInspection.rules }

  func run() async throws {
    try drawContactSheet()
    let collected = try collect()
    if extractIcc != nil, collected.count != 1 {
      throw ValidationError("--extract-icc takes one input, not \(collected.count)")
    }
    let destination = try extractIcc.map { try ImageDestination.profile($0, option: "--extract-icc") }
    if let path = destination?.path, case .success(let input)? = collected.first,
      let identity = FileStatus(path: path)?.identity, case .file(let image) = input.source,
      FileStatus(path: image)?.identity == identity
    {
      throw ValidationError("--extract-icc would replace the image itself (give another name)")
    }
    let results: StandardStream = destination == .standardOutput ? .error : .output
    let worker = InspectWorker(
      inspection: ImageInspection(
        limits: run.limits, assumedProfile: try ProfileArgument(assume, option: "--assume").profile),
      extractedProfile: destination, overwrite: force, budget: run.budget,
      withTimings: run.timings,
      words: InspectText(
        isVerbose: run.verbose, width: results.width,
        sparkline: run.format == .text ? .of(results) : .blocks))
    try await ImageRun(worker, run, results: results, skipsUnsupported: input.skipsUnsupported)
      .perform(ImageRun.items(collected) { $0.source })
  }

  /// The images, and the PNG layers of Icon Composer bundles.
  private func collect() throws -> [Result<InputCollector.Input, InputCollector.Failure>] {
    let paths = input.inputs.flatMap { path in
      guard IconContactSheet.isBundle(path) else { return [path] }
      let layers = IconContactSheet.layers(of: path)
      if layers.isEmpty { run.console().note("\(path.printableName): has no PNG layer") }
      return layers
    }
    return try input.folders.collect(paths)
  }

  private func drawContactSheet() throws {
    guard let contactSheet else { return }
    guard input.inputs.count == 1, IconContactSheet.isBundle(input.inputs[0]) else {
      throw ValidationError("--contact-sheet takes one bundle of Icon Composer, a folder such as App.icon")
    }
    let sheet = try IconContactSheet(input.inputs[0])
    try sheet.write(to: .file(contactSheet), overwrite: force)
    run.console().note("\(contactSheet.printableName): \(sheet.summary)")
  }
}

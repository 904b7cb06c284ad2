public import ArgumentParser
public import ColorManagement
public import P3Kit
public import PNGCodec

/// The images of a command.
struct InputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "PNG files, - for standard input, or folders together with --recursive.", valueName: "input"))
  var inputs: [String]

  @Flag(name: .shortAndLong, help: "Take every *.png file below the given folders (hidden ones are skipped).")
  var recursive = false

  func validate() throws {
    if inputs.count(where: { $0 == "-" }) > 1 { throw ValidationError("standard input (-) can be read once") }
  }
}

// Library types as option values. The conformances are of public types, so the imports are public too.

extension RenderingIntent: ChoiceArgument {}
extension GamutMapping: ChoiceArgument {}
extension SofteningMode: ChoiceArgument {}
extension Dither: ChoiceArgument {}
extension OutputDepth: ChoiceArgument {}
extension ColorTagging: ChoiceArgument {}
extension PNGWriteOptions.Compression: ChoiceArgument {}

extension MetadataSelection: ExpressibleByArgument {
  /// `all`, `none`, or kinds separated by commas.
  public init?(argument: String) { self.init(argument) }

  /// What help shows.
  public var defaultValueDescription: String { self == .all ? "all" : "none" }
}

extension TargetDepth: ChoiceArgument {}
extension AssetIdiom: ChoiceArgument {}
extension ResamplingFilter: ChoiceArgument {}

extension FindingLevel: ChoiceArgument {}

import ArgumentParser
import P3Kit
import PNGCodec

/// Where the images of a command go.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A file, - for standard output, or a folder (one that exists, ends in /, or for several inputs).",
      valueName: "path"), completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Names of outputs, from {stem}, {target} and {ext}. Default: {stem}.{target}.png beside the input, {stem}.png elsewhere.",
      valueName: "template"))
  var name: String?

  @Flag(name: .shortAndLong, help: "Replace outputs that exist.")
  var force = false

  @Flag(
    help:
      "Outputs that are newer than their input stay, and are no error; with --force older ones are replaced.")
  var skipExisting = false

  @Flag(help: "Write each result over its input.")
  var inPlace = false

  @Flag(name: [.customShort("n"), .long], help: "Say what would be written, and write nothing.")
  var dryRun = false

  @Flag(help: "With --dry-run: exit with 1 when an output is missing or differs from what would be written.")
  var check = false

  func validate() throws {
    if inPlace, output != nil { throw ValidationError("--in-place and --output exclude each other") }
    if inPlace, name != nil { throw ValidationError("--in-place and --name exclude each other") }
    if inPlace, skipExisting { throw ValidationError("--in-place and --skip-existing exclude each other") }
    _ = try template()
    if check, !dryRun { throw ValidationError("--check goes together with --dry-run") }
  }

  /// What `--name` says.
  func template() throws -> OutputNameTemplate? {
    do { return try name.map { try OutputNameTemplate($0) } } catch {
      throw ValidationError("--name: \(error)")
    }
  }

  /// The choice that names outputs.
  var choice: OutputNaming.Choice {
    if inPlace { return .inPlace }
    return output.map { .output($0) } ?? .besideInput
  }
}

/// How results are stored, whatever their colours and depth.
struct StorageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Other chunks kept: all, none, or a list of exif, xmp, text, resolution, time and other.",
      valueName: "kinds"),
    completion: .list(["all", "none", "exif", "xmp", "text", "resolution", "time", "other"]))
  var metadata: MetadataSelection = .all

  @Option(help: "fast (least time), balanced, or small (fewest bytes, several times as slow).")
  var compression: PNGWriteOptions.Compression = .balanced
}

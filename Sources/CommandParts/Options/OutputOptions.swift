package import ArgumentParser
package import ImageFiles
package import PNGCodec

/// The destinations of output images.
package struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A file, - for standard output, or a folder (one that exists, ends in /, or for several inputs or a folder of them).",
      valueName: "path"), completion: .file())
  package var output: String?

  @Option(
    help: ArgumentHelp(
      "Names of outputs, from {stem}, {target} and {ext}. Default: {stem}.{target}.png beside the input, {stem}.png elsewhere.",
      valueName: "template"))
  package var name: String?

  @Flag(name: .shortAndLong, help: "Replace outputs that exist.")
  package var force = false

  @Flag(
    help:
      "Outputs that are newer than their input stay, and are no error; with --force older ones are replaced.")
  package var skipExisting = false

  @Flag(name: [.customShort("n"), .long], help: "Say what would be written, and write nothing.")
  package var dryRun = false

  @Flag(help: "With --dry-run: exit with 1 when an output is missing or differs from what would be written.")
  package var check = false

  package func validate() throws {
    _ = try template()
    if check, !dryRun { throw ValidationError("--check goes together with --dry-run") }
  }

  /// The template of `--name`.
  package func template() throws -> OutputNameTemplate? {
    do { return try name.map { try OutputNameTemplate($0) } } catch {
      throw ValidationError("--name: \(error)")
    }
  }

  /// The naming of outputs. Throws if `isInPlace` is combined with an option that names other outputs.
  package func choice(isInPlace: Bool) throws -> OutputNaming.Choice {
    guard isInPlace else { return output.map { .output($0) } ?? .besideInput }
    let other = output != nil ? "--output" : name != nil ? "--name" : skipExisting ? "--skip-existing" : nil
    if let other { throw ValidationError("--in-place and \(other) exclude each other") }
    return .inPlace
  }

  package init() {}
}

/// `--in-place`: results replace their inputs. `simulate` lacks the option, because removed colours could not be
/// restored.
package struct InPlaceOption: ParsableArguments {
  @Flag(help: "Write each result over its input.")
  package var inPlace = false

  package init() {}
}

/// The storage of results, apart from colours and depth.
package struct StorageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Other chunks kept: all, none, or a list of exif, xmp, text, resolution, time and other.",
      valueName: "kinds"),
    completion: .list(["all", "none", "exif", "xmp", "text", "resolution", "time", "other"]))
  package var metadata: MetadataSelection = .all

  @Option(help: "fast (least time), balanced, or small (fewest bytes, several times as slow).")
  package var compression: PNGWriteOptions.Compression = .balanced

  package init() {}
}

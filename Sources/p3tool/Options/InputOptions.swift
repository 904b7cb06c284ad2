import ArgumentParser
import P3Kit

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

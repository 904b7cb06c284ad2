import ArgumentParser
import P3Kit

/// The images of a check, or the rules to explain instead.
struct CheckInputs: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "PNG files, - for standard input, or folders together with --recursive.", valueName: "input"))
  var inputs: [String] = []

  @Flag(name: .shortAndLong, help: "Take every *.png file below the given folders (hidden ones are skipped).")
  var recursive = false

  @Option(
    help: ArgumentHelp(
      "Say what this rule finds, why, its limit and what to do, instead of checking; repeatable.",
      valueName: "rule"))
  var explain: [String] = []

  func validate() throws {
    let rules = try explainedRules()
    if rules.isEmpty, inputs.isEmpty { throw ValidationError("Missing expected argument '<input> ...'") }
    if inputs.count(where: { $0 == "-" }) > 1 { throw ValidationError("standard input (-) can be read once") }
  }

  /// The rules to explain, in the order given.
  func explainedRules() throws -> [Rule] {
    try explain.flatMap { $0.split(separator: ",") }.map { name in
      do { return try Rule.named(String(name)) } catch { throw ValidationError("--explain: \(error)") }
    }
  }
}

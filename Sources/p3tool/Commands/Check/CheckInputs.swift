import ArgumentParser
import Checking
import ImageFiles

/// The images of a check, or the rules to explain instead.
struct CheckInputs: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "PNG files, - for standard input, or folders together with --recursive.", valueName: "input"),
    completion: .images)
  var inputs: [String] = []

  @OptionGroup var folders: FolderOptions

  @Option(
    help: ArgumentHelp(
      "Say what this rule finds, why, its limit and what to do, instead of checking; repeatable.",
      valueName: "rule"), completion: .list(Rule.allCases.map(\.rawValue)))
  var explain: [String] = []

  func validate() throws {
    let rules = try explainedRules()
    if rules.isEmpty, inputs.isEmpty { throw ValidationError("Missing expected argument '<input> ...'") }
    try FolderOptions.validate(inputs)
  }

  /// The images, each where the command line has it.
  func collect() throws -> [Result<InputCollector.Input, InputCollector.Failure>] {
    try folders.collect(inputs, takesFilesOnce: true)
  }

  /// The rules to explain, in the order given.
  func explainedRules() throws -> [Rule] {
    try explain.flatMap { $0.split(separator: ",") }.map { name in
      do { return try Rule.named(String(name)) } catch { throw ValidationError("--explain: \(error)") }
    }
  }
}

import ArgumentParser
import P3Kit

extension ImageDestination {
  /// Where a profile goes that the command line sends to `argument`: `-` is standard output.
  ///
  /// - Parameter option: what names the destination, for the usage error where standard output is a terminal.
  static func profile(_ argument: String, option: String? = nil) throws -> ImageDestination {
    guard argument == "-" else { return .file(argument) }
    if StandardStream.output.isTerminal {
      let remedy = (["give", option, "a file"] as [String?]).compactMap { $0 }.joined(separator: " ")
      throw ValidationError("a profile is not written to a terminal: \(remedy)")
    }
    return .standardOutput
  }
}

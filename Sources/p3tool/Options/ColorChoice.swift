import ArgumentParser

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `--color`.
enum ColorChoice: String, ChoiceArgument {
  case auto
  case always
  case never

  /// Whether `stream` gets colours: `auto` asks for a terminal, no `NO_COLOR` (no-color.org) and a `TERM`
  /// that is not `dumb`.
  func isEnabled(on stream: StandardStream) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      guard stream.isTerminal else { return false }
      let environment = ProcessInfo.processInfo.environment
      return (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }
  }
}

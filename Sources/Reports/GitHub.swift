// Workflow commands, which GitHub Actions shows as annotations of a file.

import Checking
import ImageFiles

extension ReportedFile {
  /// One annotation per finding, and one where the file could not be processed.
  func githubAnnotations(of command: String) -> [String] {
    let failures = failure.map { annotation("error", title: "p3tool \(command)", $0) }
    return [failures].compactMap(\.self)
      + newFindings.map { annotation($0.level.githubCommand, title: $0.ruleID, $0.messageWithPlace) }
  }

  private func annotation(_ command: String, title: String, _ message: String) -> String {
    "::\(command) file=\(Self.property(name.printable)),line=1,title=\(Self.property(title.printable))::\(Self.data(message.printable))"
  }

  /// Escapes the characters that could end the line or the command, as actions/toolkit does
  /// (packages/core/src/command.ts).
  private static func data(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  private static func property(_ text: String) -> String {
    data(text).unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case ":": result += "%3A"
      case ",": result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}

extension FindingLevel {
  /// The workflow command of the level: GitHub says notice for a note.
  fileprivate var githubCommand: String { self == .note ? "notice" : rawValue }
}

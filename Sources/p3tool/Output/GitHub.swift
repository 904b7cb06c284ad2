// Workflow commands, which GitHub Actions shows as annotations of a file.

import P3Kit

extension FindingsDocument {
  /// One annotation per line, inputs that could not be processed among them; findings of the baseline are
  /// left out.
  func writeGitHubAnnotations(_ put: (String) -> Void) throws {
    try records.forEachFile { file, _ in
      if let failure = file.failure {
        put(annotation("error", file: file.name, title: "p3tool \(command)", failure) + "\n")
      }
      for finding in file.findings where finding.isKnown != true {
        put(
          annotation(
            finding.level.githubCommand, file: file.name, title: finding.ruleID, finding.messageWithPlace)
            + "\n")
      }
    }
  }

  private func annotation(_ command: String, file: String, title: String, _ message: String) -> String {
    "::\(command) file=\(Self.property(file.printable)),line=1,title=\(Self.property(title.printable))::\(Self.data(message.printable))"
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

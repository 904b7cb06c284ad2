// Workflow commands, which GitHub Actions shows as annotations of a file.

import P3Kit

extension FindingsDocument {
  /// One annotation per line, inputs that could not be processed among them; findings of the baseline are
  /// left out.
  func githubAnnotations() -> String {
    files.flatMap { file -> [String] in
      if let failure = file.failure {
        return [annotation("error", file: file.name, title: "p3tool \(command)", failure)]
      }
      return file.findings.filter { $0.isKnown != true }.map { finding in
        annotation(
          finding.level.githubCommand, file: file.name, title: finding.ruleID, finding.messageWithPlace)
      }
    }.joined(separator: "\n")
  }

  private func annotation(_ command: String, file: String, title: String, _ message: String) -> String {
    "::\(command) file=\(Self.property(file)),line=1,title=\(Self.property(title))::\(Self.data(message.printable))"
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

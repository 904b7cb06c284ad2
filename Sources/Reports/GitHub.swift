// Workflow commands, which GitHub Actions shows as annotations of a file.

import Checking
import ImageFiles

/// One annotation per line, inputs that could not be processed among them; findings of the baseline are left out.
struct GitHubContent: FindingsContent {
  let command: String
  private let lines = TextSpool()

  init(command: String) { self.command = command }

  func add(_ file: ReportedFile, _ notes: HTMLPage.FileNotes?) throws(FileError) {
    if let failure = file.failure {
      try lines.append(annotation("error", file: file.name, title: "p3tool \(command)", failure))
    }
    for finding in file.findings where finding.isKnown != true {
      try lines.append(
        annotation(
          finding.level.githubCommand, file: file.name, title: finding.ruleID, finding.messageWithPlace))
    }
  }

  func write(_ totals: FindingsTotals, _ outline: HTMLPage.Outline, _ put: (String) -> Void) throws {
    try lines.forEachPiece(put)
  }

  private func annotation(_ command: String, file: String, title: String, _ message: String) -> String {
    "::\(command) file=\(Self.property(file)),line=1,title=\(Self.property(title))::"
      + "\(Self.data(message.printable))\n"
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

// Workflow commands, which GitHub Actions shows as annotations of a file.

import Checking
import ImageFiles

/// A document of workflow commands. GitHub shows at most ten per step, so each rule gets at most ten, and the tenth
/// contains the count of the rest.
struct GitHubContent: FindingsContent {
  /// The most annotations of one rule and level.
  private static let limit = 10

  let command: String
  private var annotations: [GitHubAnnotation] = []
  private var counts: [GitHubAnnotation.Kind: Int] = [:]

  init(command: String) { self.command = command }

  mutating func add(_ file: ReportedFile, _ notes: HTMLPage.FileNotes?) {
    for var annotation in file.githubAnnotations(of: command) {
      annotation.number = counts[annotation.kind, default: 0] + 1
      counts[annotation.kind] = annotation.number
      if annotation.number <= Self.limit { annotations.append(annotation) }
    }
  }

  func write(_ totals: FindingsTotals, _ outline: HTMLPage.Outline, _ put: (String) -> Void) {
    for annotation in annotations {
      let more = annotation.number == Self.limit ? counts[annotation.kind, default: 0] - Self.limit : 0
      put(annotation.text(more: more) + "\n")
    }
  }
}

/// A workflow command for a file.
struct GitHubAnnotation {
  /// The key of GitHub's limit.
  struct Kind: Hashable {
    let command: String
    let title: String
  }

  let kind: Kind
  let file: String
  /// The line in the file; nil for the first.
  let line: Int?
  let message: String
  /// The index among annotations of the same kind, from 1.
  var number = 0

  /// - Parameter more: the number of findings of this kind in later files.
  func text(more: Int) -> String {
    let rest = more > 0 ? " (and \(Numbers.count(more)) more)" : ""
    return
      "::\(kind.command) file=\(Self.property(file.printable)),line=\(line ?? 1),title=\(Self.property(kind.title.printable))::\(Self.data(message.printable + rest))"
  }

  /// Escapes the characters that could end the line or the command, in the same way as actions/toolkit
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

extension ReportedFile {
  /// One annotation per finding, and one if the file could not be processed.
  fileprivate func githubAnnotations(of command: String) -> [GitHubAnnotation] {
    let failures = failure.map { annotation("error", title: "p3tool \(command)", line: nil, $0) }
    return [failures].compactMap(\.self)
      + newFindings.map {
        annotation($0.level.githubCommand, title: $0.ruleID, line: $0.line, $0.messageWithPlace)
      }
  }

  private func annotation(
    _ command: String, title: String, line: Int?, _ message: String
  ) -> GitHubAnnotation {
    GitHubAnnotation(kind: .init(command: command, title: title), file: name, line: line, message: message)
  }
}

extension FindingLevel {
  /// The workflow command for the level. GitHub's name of a note is "notice".
  fileprivate var githubCommand: String { self == .note ? "notice" : rawValue }
}

// Lines in a build phase's output that Xcode shows as issues of a file: `path: warning: message`.

import Checking
import ImageFiles

extension ReportedFile {
  /// One line per finding, and one if the file could not be processed.
  ///
  /// The path is the path as typed: Xcode opens files with absolute paths, such as "$SRCROOT/Assets.xcassets".
  var xcodeIssues: [String] {
    let name = (typedPath ?? path).printableName
    let failures = failure.map { failure in
      // Most failures start with the file's name.
      let fact = failure.printable
      let prefix = name + ": "
      return "\(name): error: \(fact.hasPrefix(prefix) ? String(fact.dropFirst(prefix.count)) : fact)"
    }
    return [failures].compactMap(\.self)
      + newFindings.map { finding in
        "\(name)\(finding.line.map { ":\($0)" } ?? ""): \(finding.level.rawValue): \(finding.messageWithPlace.printable) [\(finding.ruleID.printable)]"
      }
  }
}

// Lines that Xcode takes from a build phase as issues of a file: `path: warning: message`.

import Checking
import ImageFiles

extension ReportedFile {
  /// One line per finding, and one where the file could not be processed.
  ///
  /// The path is the one that was typed: Xcode opens the file of an absolute one, such as "$SRCROOT/Assets.xcassets".
  var xcodeIssues: [String] {
    let name = (typedPath ?? path).printableName
    let failures = failure.map { failure in
      // Failures mostly name their file themselves.
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

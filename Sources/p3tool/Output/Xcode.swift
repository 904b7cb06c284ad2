// Lines that Xcode takes from a build phase as issues of a file: `path: warning: message`.

import P3Kit

extension FindingsDocument {
  /// One line per finding, inputs that could not be processed among them; findings of the baseline are left out.
  ///
  /// The path is the one that was typed: Xcode opens the file of an absolute one, such as "$SRCROOT/Assets.xcassets".
  func writeXcodeIssues(_ put: (String) -> Void) throws {
    try records.forEachFile { file, _ in
      let name = (file.typedPath ?? file.path).printableName
      if let failure = file.failure {
        // Failures mostly name their file themselves.
        let fact = failure.printable
        let prefix = name + ": "
        put("\(name): error: \(fact.hasPrefix(prefix) ? String(fact.dropFirst(prefix.count)) : fact)\n")
      }
      for finding in file.findings where finding.isKnown != true {
        put(
          "\(name): \(finding.level.rawValue): \(finding.messageWithPlace.printable) [\(finding.ruleID.printable)]\n"
        )
      }
    }
  }
}

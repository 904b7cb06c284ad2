// Lines that Xcode takes from a build phase as issues of a file: `path: warning: message`.

import Checking
import ImageFiles

/// One line per finding, inputs that could not be processed among them; findings of the baseline are left out.
///
/// The path is the one that was typed: Xcode opens the file of an absolute one, such as "$SRCROOT/Assets.xcassets".
struct XcodeContent: FindingsContent {
  private let lines = TextSpool()

  func add(_ file: ReportedFile, _ notes: HTMLPage.FileNotes?) throws(FileError) {
    let name = (file.typedPath ?? file.path).printableName
    if let failure = file.failure {
      // Failures mostly name their file themselves.
      let fact = failure.printable
      let prefix = name + ": "
      let words = fact.hasPrefix(prefix) ? String(fact.dropFirst(prefix.count)) : fact
      try lines.append("\(name): error: \(words)\n")
    }
    for finding in file.findings where finding.isKnown != true {
      let words = finding.messageWithPlace.printable
      try lines.append("\(name): \(finding.level.rawValue): \(words) [\(finding.ruleID)]\n")
    }
  }

  func write(_ totals: FindingsTotals, _ outline: HTMLPage.Outline, _ put: (String) -> Void) throws {
    try lines.forEachPiece(put)
  }
}

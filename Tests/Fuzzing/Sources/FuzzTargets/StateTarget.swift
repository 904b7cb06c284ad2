import CodecTargets
@testable import Basics
@testable import ImageFiles

@testable import Batch

/// The state file of a batch run, as it is and with the checksum of every line made right: what is read of it can be
/// written, and is then read as the same.
enum StateTarget {
  static func run(_ text: String) {
    let lines = text.split(separator: "\n")
    check(lines)
    check(lines.map { repaired($0) })
  }

  private static func check(_ lines: [Substring]) {
    var state = BatchState()
    for line in lines.compactMap({ BatchStateLine(ArraySlice($0.utf8), sealedBy: nil) }) { state.take(line) }
    var again = BatchState()
    for line in state.lines(version: "fuzz") {
      guard let read = BatchStateLine(Array(line.text(sealedBy: nil).utf8).dropLast(), sealedBy: nil) else {
        fatalError("cannot read \(line)")
      }
      again.take(read)
    }
    require(again == state, "another state")
    _ = state.outputPaths
  }

  /// The line with the checksum that its body should have.
  static func repaired(_ line: Substring) -> Substring {
    guard let tab = line.firstIndex(of: "\t") else { return line }
    let body = line[line.index(after: tab)...]
    let digits = String(SHA256.hash(Array(body.utf8)).prefix >> 32, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits + "\t" + body
  }
}

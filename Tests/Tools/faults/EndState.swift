import TestSupport

/// The regular files of a folder by their names.
typealias Snapshot = [String: [UInt8]]

/// What a workload makes of its folder, and what is wrong with a folder that a disturbed run left.
struct EndState {
  let before: Snapshot
  /// After an undisturbed run.
  let after: Snapshot
  /// After another: images that are converted in place are converted from what they became.
  let afterAnother: Snapshot

  /// How the program ended, in words of this check.
  enum Ending {
    /// It could do nothing more.
    case killed
    /// It says that all is done.
    case succeeded
    /// It says that something failed, and had the time to clean up.
    case failed
  }

  /// Runs `workload` twice in a fresh folder.
  init(_ workload: Workload, _ program: String) throws {
    let folder = try workload.folder()
    before = try Self.snapshot(folder)
    func run(_ arguments: [String]) throws -> Snapshot {
      let end = ProgramRun(program: program, arguments: arguments, folder: folder.path).end()
      guard end == .exit(0) else { throw Undisturbed(name: workload.name, end: end) }
      return try Self.snapshot(folder)
    }
    after = try run(workload.arguments)
    afterAnother = try run(workload.next)
  }

  struct Undisturbed: Error {
    let name: String
    let end: ProgramRun.End
  }

  static func snapshot(_ folder: TemporaryFolder) throws -> Snapshot {
    var files: Snapshot = [:]
    for name in try folder.names() { files[name] = try? folder.bytes(name) }
    return files
  }

  static func isTemporary(_ name: String) -> Bool { name.hasSuffix(".p3tool-tmp") }

  /// The state of `batch` holds times and inode numbers: the next run shows whether it is right.
  private static func isState(_ name: String) -> Bool { name.contains(".p3tool.state") }

  /// What is wrong after a run that ended so.
  func problems(_ found: Snapshot, _ ending: Ending, mayLeaveTemporaries: Bool) -> [String] {
    var problems: [String] = []
    for (name, bytes) in found where !Self.isState(name) {
      if Self.isTemporary(name) {
        if ending != .killed, !mayLeaveTemporaries { problems.append("\(name) was left") }
      } else if !states(of: name).contains(bytes) {
        problems.append("\(name) has \(bytes.count) bytes that are neither the old nor the new ones")
      }
    }
    for name in before.keys where found[name] == nil { problems.append("\(name) is lost") }
    if ending == .succeeded { problems += incompleteness(found) }
    return problems
  }

  /// What is wrong after the next run, which nothing disturbed.
  func problemsOfNext(_ found: Snapshot, _ end: ProgramRun.End, mayLeaveTemporaries: Bool) -> [String] {
    var problems = incompleteness(found)
    if end != .exit(0) { problems.append("the next run ends with \(end)") }
    // A file that could not be removed stays where its work is done: the next run has no reason to look there.
    for name in found.keys.sorted() where after[name] == nil {
      if mayLeaveTemporaries, Self.isTemporary(name) { continue }
      problems.append("the next run leaves \(name)")
    }
    return problems
  }

  private func incompleteness(_ found: Snapshot) -> [String] {
    after.keys.sorted().compactMap { name in
      guard let bytes = found[name] else { return "\(name) was not made" }
      let isRight = Self.isState(name) || bytes == after[name] || bytes == afterAnother[name]
      return isRight ? nil : "\(name) is not what it should be"
    }
  }

  private func states(of name: String) -> [[UInt8]] {
    [before[name], after[name], afterAnother[name]].compactMap { $0 }
  }
}

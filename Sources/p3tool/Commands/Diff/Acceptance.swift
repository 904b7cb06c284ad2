import CommandParts
import ArgumentParser
import Checking
import ImageFiles
import Synchronization

/// Options that select the new images that replace old ones.
struct AcceptanceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Copy the new images that this file accepts over the old ones: decisions that the HTML page exports.",
      valueName: "file"), completion: .file(extensions: ["json"]))
  var accept: String?

  @Flag(help: "Copy every new image that differs over the old one, and those without an old one.")
  var acceptAll = false

  @Option(
    help: ArgumentHelp("The same for images whose path this pattern fits; repeatable.", valueName: "glob"))
  var acceptGlob: [String] = []

  func validate() throws {
    if accept != nil, acceptAll || !acceptGlob.isEmpty {
      throw ValidationError("--accept names the images: leave out --accept-all and --accept-glob")
    }
    _ = try globs()
  }

  private func globs() throws -> [GlobPattern] { try GlobPattern.all(acceptGlob, option: "--accept-glob") }

  /// The selection; nil if no image is accepted.
  func acceptance() throws -> Acceptance? {
    if let accept { return Acceptance(try AcceptedImages(file: accept)) }
    if acceptAll { return Acceptance(matching: []) }
    return acceptGlob.isEmpty ? nil : Acceptance(matching: try globs())
  }
}

/// The selection of accepted images.
final class Acceptance: Sendable {
  private enum Choice: Sendable {
    /// The decisions of a reviewer.
    case decided(AcceptedImages)
    /// Images whose paths match one of the patterns; all images if there is no pattern.
    case matching([GlobPattern])
  }

  private let choice: Choice
  private let copied = Mutex(0)

  /// The number of copied images, for the closing line; the reason if patterns fit none.
  var outcome: String {
    let count = copied.withLock(\.self)
    guard count == 0, case .matching(let globs) = choice, !globs.isEmpty else {
      return "\(Numbers.count(count)) of them accepted"
    }
    return "none of them accepted: --accept-glob fits no image that differs"
  }

  init(_ images: AcceptedImages) { choice = .decided(images) }

  init(matching globs: [GlobPattern]) { choice = .matching(globs) }

  /// Copies the new image of `report` over the old one if it is accepted. `path` is the path below both folders.
  ///
  /// - Parameter reason: why it cannot be copied: there is no reference. Nil if it can.
  /// - Returns: whether the image was copied.
  /// - Throws: `ImageError.changedSinceReview` if a file has changed since the review, `ImageError.unreachable` for
  ///   `reason`, `ImageError.file`.
  func apply(
    to report: DifferenceReport, path: String, unlessFor reason: String?
  ) throws(ImageError) -> Bool {
    guard report.verdict == .different || report.verdict == .added, report.path != "-", report.other != "-"
    else { return false }
    switch choice {
    case .matching(let globs):
      guard globs.isEmpty || globs.contains(where: { $0.covers(path) }) else { return false }
    case .decided(let images):
      guard let accepted = images.hashes[path] else { return false }
      try accepted.check(report)
    }
    if let reason {
      throw .refused(
        .unreachable(path: report.other, fact: "cannot be accepted: \(reason) (name their folder first)"))
    }
    try Self.copy(report.other, over: report.path)
    copied.withLock { $0 += 1 }
    return true
  }

  private static func copy(_ source: String, over target: String) throws(ImageError) {
    try ImageError.at(source) { () throws(FileError) in
      let input = try SystemCall.open(source, for: .reading)
      defer { try? SystemCall.close(input, path: source) }
      try Folders.create(FilePath(target).folder)
      let file = try AtomicFile(
        path: target, overwrite: true, permissions: FileStatus(descriptor: input)?.permissions)
      try SystemCall.copy(input, to: file.descriptor, path: target)
      try file.commit()
    }
  }
}

/// The decisions of a review, as exported by the page of `diff`.
struct AcceptedImages: Sendable {
  /// The SHA-256 of both files of a reviewed pair; nil for a missing old file.
  struct Hashes: Sendable {
    let before: String?
    let after: String

    func check(_ report: DifferenceReport) throws(ImageError) {
      for (file, expected) in [(report.path, before), (report.other, after)] {
        let now = FileStatus(path: file) == nil ? nil : (try? ContentHash(file: file)).map { "\($0)" }
        guard now == expected else { throw .refused(.changedSinceReview(path: file)) }
      }
    }
  }

  /// The accepted pairs, by their path below both folders.
  let hashes: [String: Hashes]

  /// The largest file of decisions, in bytes.
  private static let largestFile = 64 << 20

  /// - Throws: a usage error for a file without decisions.
  init(file: String) throws {
    func refuse(_ fact: String) -> ValidationError {
      ValidationError("--accept \(file.printableName): \(fact)")
    }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try WholeFile.read(file, limit: Self.largestFile)
    } catch {
      throw refuse("cannot be read (\(SystemCall.text(ofError: error.code)))")
    }
    guard let json = try? JSONValue(parsing: bytes), case .array(let decisions)? = json["decisions"] else {
      throw refuse("holds no decisions: export them from the page of `p3tool diff --format html`")
    }
    var hashes: [String: Hashes] = [:]
    for (index, decision) in decisions.enumerated() {
      guard let path = decision["path"]?.string, let word = decision["decision"]?.string,
        ["accept", "reject"].contains(word), let after = decision["after"]?.string
      else { throw refuse("decision \(index + 1) lacks 'path', 'after', or 'decision': accept or reject") }
      if word == "accept" { hashes[path] = Hashes(before: decision["before"]?.string, after: after) }
    }
    self.hashes = hashes
  }
}

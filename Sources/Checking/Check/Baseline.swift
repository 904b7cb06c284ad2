package import ImageFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The findings of an earlier run (`--baseline FILE`): from its JSON report, or from the lines that `--write-baseline`
/// writes.
///
/// A finding is known when its fingerprint is there and its measure has not grown by more than a tenth: old
/// debts do not fail a run, but what gets worse does.
package struct Baseline: Sendable {
  /// How much a measure may grow: room for small edits elsewhere in the image.
  package static let growth = 1.1

  /// The largest measure of each fingerprint.
  private let measures: [String: Double]
  /// The findings with their files; nil where they come from a report, which is not written anew.
  package private(set) var entries: [BaselineEntry]?

  /// The baseline of these findings.
  init(_ findings: [Finding]) {
    measures = Dictionary(findings.map { ($0.fingerprint, $0.value) }, uniquingKeysWith: max)
  }

  /// Reads the JSON report, or the lines, at `path`.
  package init(path: String) throws(BaselineError) {
    let bytes = try BaselineReport<KnownFinding>.bytes(path)
    if bytes.starts(with: BaselineEntry.heading.utf8) {
      try self.init(lines: String(decoding: bytes, as: UTF8.self), name: path)
    } else {
      try self.init(json: bytes, name: path)
    }
  }

  init(json: [UInt8], name: String) throws(BaselineError) {
    let report = try BaselineReport<KnownFinding>(json: json, otherwise: .notAReport(path: name))
    measures = Dictionary(
      report.inputs.flatMap(\.known).map { ($0.fingerprint, $0.value ?? 0) }, uniquingKeysWith: max)
  }

  init(lines text: String, name: String) throws(BaselineError) {
    var entries: [BaselineEntry] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.isEmpty && line.utf8.first != UInt8(ascii: "#") {
      guard let entry = BaselineEntry(line) else { throw .notALine(path: name, line: index + 1) }
      entries.append(entry)
    }
    measures = Dictionary(entries.map { ($0.fingerprint, $0.value) }, uniquingKeysWith: max)
    self.entries = entries
  }

  /// Whether `finding` was there already, about as bad.
  package func contains(_ finding: Finding) -> Bool {
    measures[finding.fingerprint].map { finding.value <= $0 * Self.growth } ?? false
  }
}

/// A finding as a baseline's line has it: its fingerprint, what its file is recognised by, its rule, its measure, and the
/// file's path, for people and to find out that the file is gone. Lines of older versions have no path, and no measure of 1.
package struct BaselineEntry: Sendable, Hashable {
  package let fingerprint: String
  /// The same for all findings of a file.
  package let file: String
  /// The rule's id, which may be one of another version.
  package let rule: String
  let value: Double
  /// The file below the root of its repository; empty where the line has none, and where a path is not a line's own text.
  package let path: String

  /// What the first line begins with.
  static let heading = "# p3tool baseline"

  /// `finding` of the image at `path`.
  package init(_ finding: Finding, path: String) {
    (fingerprint, file, value) = (finding.fingerprint, Self.file(path), finding.value)
    rule = finding.rule.rawValue
    let own = RepositoryPath.own(path)
    self.path = own.printableName == own ? own : ""
  }

  /// Reads a line; nil for one that was not written here.
  init?(_ line: Substring) {
    let words = line.split(separator: " ", maxSplits: 4)
    guard words.count >= 3, words[0].utf8.count == 16, words[1].utf8.count == 8,
      let value = words.count > 3 ? Double(words[3]) : 1
    else { return nil }
    (fingerprint, file, rule, self.value) = (String(words[0]), String(words[1]), String(words[2]), value)
    path = words.count == 5 ? String(words[4]) : ""
  }

  /// What the file at `path` is recognised by.
  package static func file(_ path: String) -> String {
    String(Finding.hexDigest(RepositoryPath.own(path)).suffix(8))
  }

  /// Whether the file is known by its path, and in none of the repositories with the roots `roots`.
  package func isGone(from roots: Set<String>) -> Bool {
    !path.isEmpty && !roots.isEmpty && roots.allSatisfy { FileStatus(path: FilePath.join($0, path)) == nil }
  }

  /// The file that `--baseline` reads: a line for each of `entries`, by path.
  package static func text(_ entries: [BaselineEntry]) -> String {
    let sorted = Set(entries).sorted {
      ($0.path, $0.rule, $0.fingerprint) < ($1.path, $1.rule, $1.fingerprint)
    }
    let lines = sorted.map { entry in
      "\(entry.fingerprint) \(entry.file) \(entry.rule) \(entry.value)"
        + (entry.path.isEmpty ? "" : " \(entry.path)")
    }
    return ([heading + ": finding, file, rule, measure, path"] + lines).joined(separator: "\n") + "\n"
  }
}

/// What matters of a JSON report that is read as a baseline: of images, palettes or asset catalogs, or of a pipeline that
/// checks them.
package struct BaselineReport<Known: Decodable>: Decodable {
  let tool: String
  let command: String?
  package let inputs: [Input]

  package struct Input: Decodable {
    package let path: String?
    let findings: [Known]?
    /// Of `batch`.
    let steps: [Step]?

    /// The findings of the input itself and of its steps.
    package var known: [Known] { (findings ?? []) + (steps ?? []).flatMap(\.findings) }
  }

  struct Step: Decodable {
    let findings: [Known]
  }

  /// The bytes of the report at `path`; at most 256 MiB.
  package static func bytes(_ path: String) throws(BaselineError) -> [UInt8] {
    do throws(FileError) {
      return try WholeFile.read(path, limit: 256 << 20)
    } catch {
      throw .unreadable(error)
    }
  }

  /// - Throws: `refusal` where `json` is no report of p3tool, or of none of `commands`.
  package init(json: [UInt8], commands: [String]? = nil, otherwise refusal: BaselineError)
    throws(BaselineError)
  {
    guard let report = try? JSONDecoder().decode(Self.self, from: Data(json)), report.tool == "p3tool",
      commands?.contains(report.command ?? "") ?? true
    else { throw refusal }
    self = report
  }
}

/// A finding of an earlier run. Reports of `batch` have those of several kinds of rules.
package struct KnownFinding: Decodable {
  package let fingerprint: String
  package let value: Double?
}

/// A baseline that cannot be used.
package enum BaselineError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file cannot be read.
  case unreadable(FileError)
  /// The file is no JSON report of p3tool.
  case notAReport(path: String)
  /// A line of a baseline that was not written by `--write-baseline`.
  case notALine(path: String, line: Int)
  /// The file is no JSON report of `palette lint`.
  case notAPaletteReport(path: String)
  /// The file is no JSON report of `catalog lint`.
  case notACatalogReport(path: String)

  /// `file: fact (remedy)`, one line.
  package var description: String {
    switch self {
    case .unreadable(let error): error.description
    case .notAPaletteReport(let path):
      "\(path): not a report of palette lint (write one with `p3tool palette lint PALETTE --format json > baseline.json`)"
    case .notACatalogReport(let path):
      "\(path): not a report of catalog lint (write one with `p3tool catalog lint CATALOG --format json > baseline.json`)"
    case .notALine(let path, let line):
      "\(path):\(line): not a line of a baseline (write it again with --write-baseline)"
    case .notAReport(let path):
      "\(path): not a report of p3tool (write one with `p3tool check IMAGES --write-baseline baseline.txt`)"
    }
  }
}

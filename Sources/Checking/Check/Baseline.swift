package import ImageFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The findings of an earlier run (`--baseline FILE`), from its JSON report or from a file of `--write-baseline`.
///
/// A finding is known if its fingerprint is there and its measure has not grown by more than a tenth: old problems do
/// not fail a run, but worse ones do.
package struct Baseline: Sendable {
  /// The factor by which a measure may grow, for small edits elsewhere in the image.
  package static let growth = 1.1

  /// The largest measure of each fingerprint.
  private let measures: [String: Double]
  /// The findings with their files; nil if they come from a report, which is not rewritten.
  package private(set) var entries: [BaselineEntry]?

  /// A baseline of these findings.
  init(_ findings: [Finding]) {
    measures = Dictionary(findings.map { ($0.fingerprint, $0.value) }, uniquingKeysWith: max)
  }

  /// Reads the JSON report or baseline file at `path`.
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

  /// Whether the baseline has `finding` with a similar measure.
  package func contains(_ finding: Finding) -> Bool {
    measures[finding.fingerprint].map { finding.value <= $0 * Self.growth } ?? false
  }
}

/// One line of a baseline: the fingerprint, the file's identity, the rule, the measure, and the file's path (for
/// readers, and to notice that the file is gone). Lines of older versions lack the path, and a measure of 1.
package struct BaselineEntry: Sendable, Hashable {
  package let fingerprint: String
  /// The file's identity, the same for all of its findings.
  package let file: String
  /// The rule's id, which may belong to another version.
  package let rule: String
  let value: Double
  /// The path below the root of the repository; empty if the line has none, and for paths that cannot be written in a
  /// line.
  package let path: String

  /// The start of the first line.
  static let heading = "# p3tool baseline"

  /// The entry of `finding` on the image at `path`.
  package init(_ finding: Finding, path: String) {
    (fingerprint, file, value) = (finding.fingerprint, Self.file(path), finding.value)
    rule = finding.rule.rawValue
    let own = RepositoryPath.own(path)
    self.path = own.printableName == own ? own : ""
  }

  /// Parses a line; nil for lines of other programs.
  init?(_ line: Substring) {
    let words = line.split(separator: " ", maxSplits: 4)
    guard words.count >= 3, words[0].utf8.count == 16, words[1].utf8.count == 8,
      let value = words.count > 3 ? Double(words[3]) : 1
    else { return nil }
    (fingerprint, file, rule, self.value) = (String(words[0]), String(words[1]), String(words[2]), value)
    path = words.count == 5 ? String(words[4]) : ""
  }

  /// The identity of the file at `path`.
  package static func file(_ path: String) -> String {
    String(Finding.hexDigest(RepositoryPath.own(path)).suffix(8))
  }

  /// Whether the file has a known path but is in none of the repositories `roots`.
  package func isGone(from roots: Set<String>) -> Bool {
    !path.isEmpty && !roots.isEmpty && roots.allSatisfy { FileStatus(path: FilePath.join($0, path)) == nil }
  }

  /// The text of a baseline file: a line for each of `entries`, by path.
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

/// The parts of a JSON report that a baseline needs: of images, palettes or asset catalogs, or of a pipeline that
/// checks them.
package struct BaselineReport<Known: Decodable>: Decodable {
  let tool: String
  let command: String?
  package let inputs: [Input]

  package struct Input: Decodable {
    package let path: String?
    let findings: [Known]?
    /// The steps in a report of `batch`.
    let steps: [Step]?

    /// The findings on the input itself and in its steps.
    package var known: [Known] { (findings ?? []) + (steps ?? []).flatMap(\.findings) }
  }

  struct Step: Decodable {
    let findings: [Known]
  }

  /// The bytes of the report at `path`, at most 256 MiB.
  package static func bytes(_ path: String) throws(BaselineError) -> [UInt8] {
    do throws(FileError) {
      return try WholeFile.read(path, limit: 256 << 20)
    } catch {
      throw .unreadable(error)
    }
  }

  /// - Throws: `refusal` if `json` is no report of p3tool, or not of one of `commands`.
  package init(json: [UInt8], commands: [String]? = nil, otherwise refusal: BaselineError)
    throws(BaselineError)
  {
    guard let report = try? JSONDecoder().decode(Self.self, from: Data(json)), report.tool == "p3tool",
      commands?.contains(report.command ?? "") ?? true
    else { throw refusal }
    self = report
  }
}

/// A finding of an earlier run. Reports of `batch` contain several kinds of rules.
package struct KnownFinding: Decodable {
  package let fingerprint: String
  package let value: Double?
}

/// Why a baseline cannot be used.
package enum BaselineError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file cannot be read.
  case unreadable(FileError)
  /// The file is not a JSON report of p3tool.
  case notAReport(path: String)
  /// A line that `--write-baseline` did not write.
  case notALine(path: String, line: Int)
  /// The file is not a JSON report of `palette lint`.
  case notAPaletteReport(path: String)
  /// The file is not a JSON report of `catalog lint`.
  case notACatalogReport(path: String)

  /// `file: fact (remedy)` in one line.
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

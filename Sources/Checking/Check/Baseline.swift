public import ImageFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The findings of an earlier run, from its JSON report (`--baseline FILE`).
///
/// A finding is known when its fingerprint is there and its measure has not grown by more than a tenth: old
/// debts do not fail a run, but what gets worse does.
public struct Baseline: Sendable {
  /// How much a measure may grow: room for small edits elsewhere in the image.
  package static let growth = 1.1

  /// The largest measure of each fingerprint.
  private let measures: [String: Double]

  /// The baseline of these findings.
  init(_ findings: [Finding]) {
    measures = Dictionary(findings.map { ($0.fingerprint, $0.value) }, uniquingKeysWith: max)
  }

  /// Reads the JSON report at `path`.
  public init(path: String) throws(BaselineError) {
    try self.init(json: try BaselineReport<KnownFinding>.bytes(path), name: path)
  }

  init(json: [UInt8], name: String) throws(BaselineError) {
    let report = try BaselineReport<KnownFinding>(json: json, otherwise: .notAReport(path: name))
    measures = Dictionary(
      report.inputs.flatMap(\.known).map { ($0.fingerprint, $0.value ?? 0) }, uniquingKeysWith: max)
  }

  /// Whether `finding` was there already, about as bad.
  public func contains(_ finding: Finding) -> Bool {
    measures[finding.fingerprint].map { finding.value <= $0 * Self.growth } ?? false
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
public enum BaselineError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file cannot be read.
  case unreadable(FileError)
  /// The file is no JSON report of p3tool.
  case notAReport(path: String)
  /// The file is no JSON report of `palette lint`.
  case notAPaletteReport(path: String)
  /// The file is no JSON report of `catalog lint`.
  case notACatalogReport(path: String)

  /// `file: fact (remedy)`, one line.
  public var description: String {
    switch self {
    case .unreadable(let error): error.description
    case .notAPaletteReport(let path):
      "\(path): not a report of palette lint (write one with `p3tool palette lint PALETTE --format json > baseline.json`)"
    case .notACatalogReport(let path):
      "\(path): not a report of catalog lint (write one with `p3tool catalog lint CATALOG --format json > baseline.json`)"
    case .notAReport(let path):
      "\(path): not a report of p3tool (write one with `p3tool check IMAGES --format json > baseline.json`)"
    }
  }
}

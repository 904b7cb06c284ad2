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
  static let growth = 1.1

  /// The largest measure of each fingerprint.
  private let measures: [String: Double]

  /// The baseline of these findings.
  init(_ findings: [Finding]) {
    measures = Dictionary(findings.map { ($0.fingerprint, $0.value) }, uniquingKeysWith: max)
  }

  /// Reads the JSON report at `path`.
  public init(path: String) throws(BaselineError) {
    try self.init(json: try BaselineReport.bytes(path), name: path)
  }

  init(json: [UInt8], name: String) throws(BaselineError) {
    guard let document = try? JSONDecoder().decode(Document.self, from: Data(json)), document.tool == "p3tool"
    else { throw .notAReport(path: name) }
    let known = document.inputs.flatMap { ($0.findings ?? []) + ($0.steps ?? []).flatMap(\.findings) }
    measures = Dictionary(known.map { ($0.fingerprint, $0.value ?? 0) }, uniquingKeysWith: max)
  }

  /// Whether `finding` was there already, about as bad.
  public func contains(_ finding: Finding) -> Bool {
    measures[finding.fingerprint].map { finding.value <= $0 * Self.growth } ?? false
  }

  /// What matters of a JSON report.
  private struct Document: Decodable {
    struct Input: Decodable {
      let findings: [Known]?
      /// Of `batch`.
      let steps: [Step]?
    }
    struct Step: Decodable {
      let findings: [Known]
    }
    /// Reports of `batch` have findings of other rules, too.
    struct Known: Decodable {
      let fingerprint: String
      let value: Double?
    }
    let tool: String
    let inputs: [Input]
  }
}

/// Reports that are read as baselines: of images, palettes and asset catalogs.
enum BaselineReport {
  /// Larger reports are refused.
  private static let maximumByteCount = 256 << 20

  /// The bytes of the report at `path`.
  static func bytes(_ path: String) throws(BaselineError) -> [UInt8] {
    do throws(FileError) {
      return try WholeFile.read(path, limit: maximumByteCount)
    } catch {
      throw .unreadable(error)
    }
  }
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

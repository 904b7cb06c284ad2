@testable import Batch
import CodecTargets
import Foundation
@testable import Basics
@testable import ImageFiles

@testable import Checking

/// JSON reports, up to four with zeros between them: joined, where they fit together, and each as a baseline.
enum ReportsTarget {
  static func run(_ bytes: [UInt8]) {
    let texts = bytes.split(separator: 0, maxSplits: 3, omittingEmptySubsequences: false).map { Array($0) }
    for text in texts { checkBaseline(text) }
    do throws(ReportMerge.Mismatch) {
      var parts: [ReportMerge.Part] = []
      for (index, text) in texts.enumerated() {
        parts.append(try ReportMerge.Part(name: "\(index).json", bytes: text))
      }
      let merged = try ReportMerge.merge(parts, isPartial: bytes.count.isMultiple(of: 2))
      CatalogTarget.requireSameText(merged)
      try checkAgain(merged)
    } catch {
      _ = error.description
    }
  }

  /// A joint report alone is a report, and joining it with nothing changes nothing.
  private static func checkAgain(_ merged: JSONValue) throws(ReportMerge.Mismatch) {
    let part = try ReportMerge.Part(name: "merged.json", bytes: Array(merged.prettyText.utf8))
    let again = try ReportMerge.merge([part])
    require(again.prettyText == merged.prettyText, "another report")
    _ = try? Baseline(json: Array(again.prettyText.utf8), name: "merged.json")
  }

  /// A baseline knows the findings that it was made of.
  private static func checkBaseline(_ text: [UInt8]) {
    guard let baseline = try? Baseline(json: text, name: "fuzz.json"),
      let report = try? JSONDecoder().decode(Report.self, from: Data(text))
    else { return }
    for finding in report.inputs.flatMap({ $0.findings ?? [] }) where finding.value >= 0 {
      require(baseline.contains(finding), "\(finding) is not known")
    }
  }

  private struct Report: Decodable {
    struct Input: Decodable { let findings: [Finding]? }
    let inputs: [Input]
  }
}

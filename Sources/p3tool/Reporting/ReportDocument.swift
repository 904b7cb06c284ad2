#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The one JSON document of a run.
struct ReportDocument<Report: Encodable, Summary: Encodable>: Encodable {
  let tool = "p3tool"
  let version = Version.current
  let schema = 1
  let command: String
  let inputs: [ReportEntry<Report>]
  let summary: Summary

  private enum CodingKeys: String, CodingKey {
    case tool, version, schema, command, inputs, summary
  }

  /// Sorted keys, two-space indents, slashes as they are.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}

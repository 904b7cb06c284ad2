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

  /// The document as text.
  func json() throws -> String { try JSONText.encode(self) }
}

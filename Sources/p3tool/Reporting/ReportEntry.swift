/// One input of a JSON document: its report, or its path and why it failed.
enum ReportEntry<Report: Encodable>: Encodable {
  case report(Report)
  case failure(path: String, message: String)

  private enum FailureKeys: String, CodingKey {
    case path, error
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .report(let report):
      try report.encode(to: encoder)
    case .failure(let path, let message):
      var container = encoder.container(keyedBy: FailureKeys.self)
      try container.encode(path, forKey: .path)
      try container.encode(message, forKey: .error)
    }
  }
}

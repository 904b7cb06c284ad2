/// How much a finding matters, least first; the words of SARIF and of GitHub's annotations.
public enum FindingLevel: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
  /// Worth knowing.
  case note
  /// Likely to be seen by somebody.
  case warning
  /// Wrong.
  case error

  /// `note` is least, `error` most.
  public static func < (a: FindingLevel, b: FindingLevel) -> Bool { a.rank < b.rank }

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// One thing that a rule found in a set.
public struct CatalogFinding: Sendable, Hashable, Codable {
  /// How much it matters, least first; the words of SARIF.
  public enum Level: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    case note, warning, error

    /// `note` is least, `error` most.
    public static func < (a: Level, b: Level) -> Bool {
      (allCases.firstIndex(of: a) ?? 0) < (allCases.firstIndex(of: b) ?? 0)
    }
  }

  /// What was looked for.
  public let rule: CatalogRule
  /// How much it matters.
  public let level: Level
  /// What was found, in one line for people, without the file's name.
  public let message: String
  /// The file or set, as the user can name it.
  public let file: String

  init(_ rule: CatalogRule, _ file: String, _ message: String) {
    self.rule = rule
    level = rule.level
    self.message = message
    self.file = file
  }
}

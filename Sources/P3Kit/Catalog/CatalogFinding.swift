/// One thing that a rule found in a set.
public struct CatalogFinding: Sendable, Hashable, Codable {
  /// What was looked for.
  public let rule: CatalogRule
  /// How much it matters.
  public let level: FindingLevel
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

  /// The same for the same finding in another run: 16 hexadecimal digits of the file relative to the repository,
  /// the rule and the message.
  public var fingerprint: String {
    let path = RepositoryPath.current.relative(file)
    return String("\(SHA256.hash([path, rule.rawValue, message].joined(separator: "\0")))".prefix(16))
  }
}

/// What was found in one set: the JSON of `catalog lint`, one per set.
public struct CatalogSetReport: Sendable, Encodable {
  /// The set's folder as the user can name it.
  public let path: String
  /// `imageset`, `colorset`, or another set's extension.
  public let kind: String
  /// What was found, in the order of the rules.
  public let findings: [CatalogFinding]
}

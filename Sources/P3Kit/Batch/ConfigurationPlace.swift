/// A place in a text file; both numbers count from 1, columns in Unicode scalars.
public struct ConfigurationPlace: Sendable, Hashable {
  /// From 1.
  public let line: Int
  /// From 1.
  public let column: Int
}

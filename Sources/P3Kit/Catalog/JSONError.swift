/// Why a text is no JSON, and where.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
  /// From 1.
  public let line: Int
  /// From 1, in bytes.
  public let column: Int
  /// What is wrong there.
  public let fact: String

  /// `line 3, column 7: fact`.
  public var description: String { "line \(line), column \(column): \(fact)" }
}

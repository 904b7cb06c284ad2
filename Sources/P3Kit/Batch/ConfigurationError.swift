/// What is wrong with a pipeline file, and where.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file as the user named it.
  public let path: String
  /// Place in the file; nil when the whole file is meant.
  public let place: ConfigurationPlace?
  /// The fact with its remedy.
  public let message: String

  /// `p3tool.yml:7:3: fact (remedy)`, as compilers write it.
  public var description: String {
    place.map { "\(path):\($0.line):\($0.column): \(message)" } ?? "\(path): \(message)"
  }
}

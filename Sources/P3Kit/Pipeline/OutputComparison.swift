/// What a dry run finds where an output would be written.
public enum OutputComparison: String, Sendable, Hashable, Codable {
  /// Nothing is there.
  case missing
  /// Another file is there.
  case different
  /// The same bytes are there already.
  case same
}

/// Why an output is made.
public enum BatchReason: String, Sendable, Hashable, Codable {
  /// Nothing is known of it.
  case new
  /// The source, or the output that it is made from, is another.
  case inputChanged
  /// The step's options, or the version of the tool.
  case optionsChanged
  /// An output is gone.
  case outputMissing
  /// An output is not as it was written.
  case outputEdited
  /// The cache was not to be asked.
  case forced

  /// In words.
  public var text: String {
    switch self {
    case .new: "new"
    case .inputChanged: "source changed"
    case .optionsChanged: "options changed"
    case .outputMissing: "output missing"
    case .outputEdited: "output edited"
    case .forced: "cache not used"
    }
  }
}

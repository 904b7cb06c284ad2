/// Where an image goes.
public enum ImageDestination: Sendable, Hashable {
  /// A file, written atomically.
  case file(String)

  /// Standard output, written `-` on the command line.
  case standardOutput

  /// What messages and reports call it.
  public var name: String {
    switch self {
    case .file(let path): path
    case .standardOutput: "-"
    }
  }
}

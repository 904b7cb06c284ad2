/// Where an image comes from.
public enum ImageSource: Sendable, Hashable {
  /// A file, by the path the user typed or that was found below a folder they typed.
  case file(String)

  /// Standard input, written `-` on the command line.
  case standardInput

  /// What messages and reports call it.
  public var name: String {
    switch self {
    case .file(let path): path
    case .standardInput: "-"
    }
  }
}

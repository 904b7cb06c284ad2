public import ColorManagement
public import PNGCodec

/// Why one image could not be processed. The others of the same run are not affected.
public enum ImageError: Error, Sendable, CustomStringConvertible {
  /// An input that cannot be taken: missing, a folder, not supported. Path, and the fact with its remedy.
  case input(String, String)

  /// The PNG itself: its own message names file, chunk and place.
  case png(PNGError)

  /// Its colours: the path, and what is wrong with the profile.
  case color(String, ColorError)

  /// The file system.
  case file(FileError)

  /// `file: place: fact (remedy)`, one line.
  public var description: String {
    switch self {
    case .input(let path, let fact): "\(path): \(fact)"
    case .png(let error): error.description
    case .color(let path, let error): "\(path): \(error)"
    case .file(let error): error.description
    }
  }

  /// Whether the reader of our standard output went away: the program then ends silently.
  public var isBrokenPipe: Bool {
    switch self {
    case .png(let error): error.isBrokenPipe
    case .file(let error): error.isBrokenPipe
    case .input, .color: false
    }
  }
}

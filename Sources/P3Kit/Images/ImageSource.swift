import PNGCodec

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

// Opening an image wherever it comes from.

extension ImageSource {
  /// A reader that has read up to the image data.
  func openReader(limits: PNGLimits) throws(ImageError) -> PNGReader {
    try ImageError.at(name) { () throws(PNGError) in
      switch self {
      case .file(let path): try PNGReader(path: path, limits: limits)
      case .standardInput: try PNGReader(fileDescriptor: 0, name: name, limits: limits)
      }
    }
  }
}

/// Small inputs that are read in one piece.
package enum InputFile {
  /// The bytes of the file at `path`, at most `limit` of them.
  ///
  /// - Throws: `ImageError.file` when it cannot be read or is larger.
  package static func read(_ path: String, limit: Int = 1 << 30) throws(ImageError) -> [UInt8] {
    try ImageError.at(path) { () throws(FileError) in try WholeFile.read(path, limit: limit) }
  }
}

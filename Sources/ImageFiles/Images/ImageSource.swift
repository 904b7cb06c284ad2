package import PNGCodec

/// Where an image is read from.
public enum ImageSource: Sendable, Hashable {
  /// A file, by the path that the user gave or that was found below a folder.
  case file(String)

  /// Standard input, written `-` on the command line.
  case standardInput

  /// The bytes of a PNG; messages and reports use `name`. No file is read.
  case bytes([UInt8], name: String)

  /// The name in messages and reports.
  public var name: String {
    switch self {
    case .file(let path): path
    case .standardInput: "-"
    case .bytes(_, let name): name
    }
  }

  /// The file's path; nil if it is no file.
  var path: String? {
    if case .file(let path) = self { path } else { nil }
  }
}

// Paths are compared by their bytes: é as one scalar and as two are two files.

extension ImageSource {
  /// Whether both are the same stream, have the same path, or the same name and bytes.
  public static func == (first: ImageSource, second: ImageSource) -> Bool {
    switch (first, second) {
    case (.file(let first), .file(let second)): first.utf8.elementsEqual(second.utf8)
    case (.standardInput, .standardInput): true
    case (.bytes(let first, let firstName), .bytes(let second, let secondName)):
      firstName.utf8.elementsEqual(secondName.utf8) && first == second
    default: false
    }
  }

  /// Hashes the bytes of the path or name.
  public func hash(into hasher: inout Hasher) {
    for byte in name.utf8 { hasher.combine(byte) }
  }
}

// Opens an image from any source.

extension ImageSource {
  /// A reader that has read up to the image data.
  package func openReader(limits: PNGLimits) throws(ImageError) -> PNGReader {
    switch self {
    case .file(let path):
      let descriptor = try ImageError.at(path) { () throws(FileError) in
        try SystemCall.open(path, for: .reading)
      }
      return try ImageError.at(path) { () throws(PNGError) in
        try PNGReader(owning: descriptor, name: path, limits: limits)
      }
    case .standardInput:
      try ImageError.at(name) { () throws(FileError) in try SystemCall.checkStandardInput() }
      return try ImageError.at(name) { () throws(PNGError) in
        try PNGReader(fileDescriptor: 0, name: name, limits: limits)
      }
    case .bytes(let bytes, let name):
      return try ImageError.at(name) { () throws(PNGError) in
        try PNGReader(bytes: bytes, name: name, limits: limits)
      }
    }
  }
}

/// Reads small inputs whole.
package enum InputFile {
  /// The bytes of the file at `path`, which may have at most `limit`.
  ///
  /// - Throws: `ImageError.file` if it cannot be read or is larger.
  package static func read(_ path: String, limit: Int = 1 << 30) throws(ImageError) -> [UInt8] {
    try ImageError.at(path) { () throws(FileError) in try WholeFile.read(path, limit: limit) }
  }
}

/// Where an image is written.
public enum ImageDestination: Sendable, Hashable {
  /// A file, written atomically.
  case file(String)

  /// Standard output, written `-` on the command line.
  case standardOutput

  /// Memory: the value receives the image's bytes when it is complete. No file is written.
  case memory(ImageInMemory)

  /// The file's path; nil if it is no file.
  package var path: String? {
    if case .file(let path) = self { path } else { nil }
  }

  /// The name in messages and reports.
  public var name: String {
    switch self {
    case .file(let path): path
    case .standardOutput: "-"
    case .memory(let image): image.name
    }
  }
}

// Paths are compared by their bytes: é as one scalar and as two are two files.

extension ImageDestination {
  /// Whether both are the same stream, the same value in memory, or have the same path.
  public static func == (first: ImageDestination, second: ImageDestination) -> Bool {
    switch (first, second) {
    case (.file(let first), .file(let second)): first.utf8.elementsEqual(second.utf8)
    case (.standardOutput, .standardOutput): true
    case (.memory(let first), .memory(let second)): first === second
    default: false
    }
  }

  /// Hashes the bytes of the path or name.
  public func hash(into hasher: inout Hasher) {
    for byte in name.utf8 { hasher.combine(byte) }
  }
}

/// What a dry run finds at the path of an output.
public enum OutputComparison: String, Sendable, Hashable, Codable {
  /// Nothing exists there.
  case missing
  /// A different file exists there.
  case different
  /// A file with the same bytes exists there.
  case same
}

/// Writes small outputs from memory, as atomically as images.
package enum OutputFile {
  /// Writes `bytes` to a new file at `path`, or over an existing one if `overwrite` allows it.
  ///
  /// - Throws: `ImageError.file`; then no file is left behind.
  package static func write(_ bytes: [UInt8], to path: String, overwrite: Bool) throws(ImageError) {
    try write(bytes, to: .file(path), overwrite: overwrite)
  }

  /// Writes `bytes` to standard output or a file.
  ///
  /// - Throws: `ImageError.file`; then no file is left behind.
  package static func write(
    _ bytes: [UInt8], to destination: ImageDestination, overwrite: Bool
  ) throws(ImageError) {
    let sink = try OutputSink(destination, overwrite: overwrite, permissions: nil, dryRun: false)
    try ImageError.at(destination.name) { () throws(FileError) in
      try SystemCall.write(bytes, to: sink.descriptor, path: destination.name)
    }
    try sink.commit()
  }
}

import PNGCodec

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An image that may be read more than once. Standard input is then kept in a file without a name, since a
/// pipe delivers its bytes only once.
struct ReplayableInput: ~Copyable {
  private let source: ImageSource

  /// The copy of standard input, or nil.
  private let copy: Int32?

  /// - Throws: `ImageError.file` when standard input cannot be copied.
  init(_ source: ImageSource, isReadTwice: Bool) throws(ImageError) {
    self.source = source
    guard source == .standardInput, isReadTwice else {
      copy = nil
      return
    }
    copy = try ImageError.at(source.name) { () throws(FileError) in try Self.copyOfStandardInput() }
  }

  deinit {
    if let copy { try? SystemCall.close(copy, path: source.name) }
  }

  /// What messages call it.
  var name: String { source.name }

  /// A reader at the beginning of the image.
  func openReader(limits: PNGLimits) throws(ImageError) -> PNGReader {
    guard let copy else { return try source.openReader(limits: limits) }
    lseek(copy, 0, SEEK_SET)
    return try ImageError.at(name) { () throws(PNGError) in
      try PNGReader(fileDescriptor: copy, name: name, limits: limits)
    }
  }

  private static func copyOfStandardInput() throws(FileError) -> Int32 {
    let copy = try ScratchFile.open()
    do throws(FileError) {
      var block = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = try SystemCall.read(0, into: &block, path: "-")
        if count == 0 { return copy }
        try SystemCall.write(Array(block[..<count]), to: copy, path: "temporary folder")
      }
    } catch {
      try? SystemCall.close(copy, path: "-")
      throw error
    }
  }
}

import PNGCodec

/// An image that can be read more than once: a file, or standard input kept in memory.
struct RereadableSource: Sendable {
  private let source: ImageSource
  private let limits: PNGLimits
  /// Standard input to its end.
  private let spooled: [UInt8]?

  /// - Throws: `ConversionError.file` when standard input cannot be read or is larger than the memory limit.
  init(_ source: ImageSource, limits: PNGLimits) throws(ConversionError) {
    self.source = source
    self.limits = limits
    guard source == .standardInput else {
      spooled = nil
      return
    }
    do throws(FileError) {
      spooled = try WholeFile.read(descriptor: 0, limit: limits.maxMemory, path: source.name)
    } catch {
      throw .file(error)
    }
  }

  /// A reader at the start of the image.
  func openReader() throws(ConversionError) -> PNGReader {
    guard let spooled else { return try source.openReader(limits: limits) }
    do throws(PNGError) {
      return try PNGReader(bytes: spooled, name: source.name, limits: limits)
    } catch {
      throw .png(error)
    }
  }
}

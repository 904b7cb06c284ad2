/// Small outputs that are written in one piece, as atomically as images are.
public enum OutputFile {
  /// Writes `bytes` to a new file at `path`, or over an existing one.
  ///
  /// - Throws: `ConversionError.file`; nothing is left behind then.
  public static func write(_ bytes: [UInt8], to path: String, overwrite: Bool) throws(ConversionError) {
    try write(bytes, to: .file(path), overwrite: overwrite)
  }

  /// Writes `bytes` to standard output, to a new file, or over an existing one.
  ///
  /// - Throws: `ConversionError.file`; no file is left behind then.
  public static func write(
    _ bytes: [UInt8], to destination: ImageDestination, overwrite: Bool
  ) throws(ConversionError) {
    do throws(FileError) {
      let sink = try OutputSink(destination, overwrite: overwrite, permissions: nil, dryRun: false)
      try SystemCall.write(bytes, to: sink.descriptor, path: destination.name)
      try sink.commit()
    } catch {
      throw .file(error)
    }
  }
}

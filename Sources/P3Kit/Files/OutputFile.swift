/// Small outputs that are written in one piece, as atomically as images are.
public enum OutputFile {
  /// Writes `bytes` to a new file at `path`, or over an existing one.
  ///
  /// - Throws: `ConversionError.file`; nothing is left behind then.
  public static func write(_ bytes: [UInt8], to path: String, overwrite: Bool) throws(ConversionError) {
    do throws(FileError) {
      let sink = try OutputSink(.file(path), overwrite: overwrite, permissions: nil, dryRun: false)
      try SystemCall.write(bytes, to: sink.descriptor, path: path)
      try sink.commit()
    } catch {
      throw .file(error)
    }
  }
}

// Opening an output as the settings say.

extension ImageConversion.Settings {
  /// The sink for an image made from `source`, with that file's permissions.
  func openSink(
    from source: ImageSource, to destination: ImageDestination
  ) throws(ConversionError) -> OutputSink {
    var permissions: UInt32?
    if case .file(let path) = source { permissions = FileStatus(path: path)?.permissions }
    do throws(FileError) {
      return try OutputSink(destination, overwrite: overwrite, permissions: permissions, dryRun: dryRun)
    } catch {
      throw .file(error)
    }
  }
}

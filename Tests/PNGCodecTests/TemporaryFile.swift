import Foundation

/// A file that is removed at the end of its scope; writers get its descriptor.
final class TemporaryFile {
  let path: String
  let descriptor: Int32

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("p3tool-" + UUID().uuidString + ".png").path
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  deinit {
    close(descriptor)
    unlink(path)
  }

  /// What has been written.
  var bytes: [UInt8] { get throws { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) } }
}

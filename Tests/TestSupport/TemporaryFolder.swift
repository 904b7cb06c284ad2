public import Foundation

/// A folder of its own for one test, removed with everything in it when the last reference goes.
public final class TemporaryFolder: Sendable {
  /// The folder, links resolved.
  public let url: URL

  /// Makes an empty folder under the system's temporary one.
  public init() throws {
    url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("p3tool-test-\(UUID())", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    // A test may have taken the permission to write away.
    try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: url.path)
    try? FileManager.default.removeItem(at: url)
  }

  /// The absolute path of the folder, without a slash at the end.
  public var path: String { url.path }

  /// The absolute path of `name`.
  public func path(_ name: String) -> String { url.path + "/" + name }

  /// Writes `bytes` to the file `name`, whose folders are made, and returns its absolute path.
  @discardableResult
  public func write(_ bytes: [UInt8], to name: String) throws -> String {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return path(name)
  }

  /// Copies the test image `name` here, under `newName` or its own, and returns the absolute path.
  @discardableResult
  public func copy(testImage name: String, as newName: String? = nil) throws -> String {
    try write(TestImages.bytes(name), to: newName ?? name)
  }

  /// Makes the folder `name` and returns its absolute path.
  @discardableResult
  public func makeFolder(_ name: String) throws -> String {
    try FileManager.default.createDirectory(
      at: url.appendingPathComponent(name), withIntermediateDirectories: true)
    return path(name)
  }

  /// The bytes of the file `name`.
  public func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: url.appendingPathComponent(name)))
  }

  /// The relative paths of all files and folders inside, hidden ones too, sorted.
  public func names() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
  }

  /// The permission bits of `name`.
  public func permissions(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
  }
}

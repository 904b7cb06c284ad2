import Foundation

/// The pictures of the folder TestImages.
public enum TestImages {
  /// The absolute path of `name`.
  public static func path(_ name: String) -> String {
    SharedFolder.packageRoot.appendingPathComponent("TestImages/\(name)").path
  }

  /// The bytes of `name`.
  public static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  /// The names of all pictures, sorted.
  public static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path("")).filter { $0.hasSuffix(".png") }.sorted()
  }
}

import Foundation

/// Whole files.
public enum FileBytes {
  /// The bytes of the file at `path`.
  public static func read(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }
}

public import Foundation

/// The folder `../shared` beside the package root: real PNGs, ICC profiles and labelled cases that others made.
///
/// A stranger's clone has none; tests that need it are then skipped (`.enabled(if: SharedFolder.isAvailable,
/// SharedFolder.skipReason)`). With `P3_REQUIRE_SHARED=1` its absence fails them instead.
public enum SharedFolder {
  /// Absolute path of the folder, or nil where it is absent.
  public static let path: String? = {
    let candidate = packageRoot.deletingLastPathComponent().appendingPathComponent("shared").path
    return FileManager.default.fileExists(atPath: candidate) ? candidate : nil
  }()

  /// Whether tests that need the folder run: it is there, or it is required and its absence must fail.
  public static var isAvailable: Bool {
    path != nil || ProcessInfo.processInfo.environment["P3_REQUIRE_SHARED"] == "1"
  }

  /// What a skipped test says.
  public static let skipReason = "needs ../shared beside the checkout (corpus and labelled cases)"

  /// The absolute path of `relative` inside the folder.
  public static func file(_ relative: String) throws -> String {
    guard let path else { throw SharedFolderAbsent() }
    return path + "/" + relative
  }

  /// Every file under `relative` whose name ends in `suffix`, as absolute paths, sorted.
  public static func files(under relative: String, suffix: String) throws -> [String] {
    let root = try file(relative)
    let names = try FileManager.default.subpathsOfDirectory(atPath: root)
    return names.filter { $0.hasSuffix(suffix) }.sorted().map { root + "/" + $0 }
  }

  /// The folder of Package.swift.
  public static let packageRoot = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}

/// `P3_REQUIRE_SHARED=1` is set but there is no ../shared.
public struct SharedFolderAbsent: Error, CustomStringConvertible {
  /// What the failing test prints.
  public let description = "P3_REQUIRE_SHARED is set, but there is no ../shared beside the checkout"
}

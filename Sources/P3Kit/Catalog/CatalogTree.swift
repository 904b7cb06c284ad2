#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The sets of an asset catalog.
public struct CatalogTree: Sendable {
  /// The sets' folders, sorted.
  public private(set) var sets: [String] = []
  /// For each image file that is there more than once, the first one with the same bytes.
  let duplicates: [String: String]

  /// Finds the sets below `path`, which may be a set itself.
  ///
  /// - Throws: `ConversionError.input` when it is no folder, or holds no set.
  public init(_ path: String) throws(ConversionError) {
    guard let status = FileStatus(path: path) else {
      throw .input(path, "no such folder (is the path spelled right?)")
    }
    guard status.kind == .directory else { throw .input(path, "is no folder (give a .xcassets folder)") }
    var files: [String] = []
    Self.visit(String(path.dropSlash), sets: &sets, files: &files)
    guard !sets.isEmpty else { throw .input(path, "holds no set (give a .xcassets folder)") }
    duplicates = Self.duplicates(files)
  }

  /// What a folder's extension says it is; nil for catalogs and groups.
  static func kind(_ path: String) -> String? {
    let name = FilePathParts(path).name
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let kind = String(name[name.index(after: dot)...])
    return kind.hasSuffix("set") || kind == "appiconset" || kind.hasSuffix("stack") ? kind : nil
  }

  private static func visit(_ path: String, sets: inout [String], files: inout [String]) {
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    let isSet = kind(path) != nil
    if isSet { sets.append(path) }
    for name in names where !name.hasPrefix(".") {
      let below = FilePathParts.join(path, name)
      guard let status = FileStatus(path: below) else { continue }
      let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: below)) != nil
      if status.kind == .directory, !isLink {
        visit(below, sets: &sets, files: &files)
      } else if isSet, name != "Contents.json" {
        files.append(below)
      }
    }
  }

  /// Only files of equal size are hashed.
  private static func duplicates(_ files: [String]) -> [String: String] {
    let sizes = Dictionary(grouping: files) { FileStatus(path: $0)?.size ?? -1 }
    var first: [ContentHash: String] = [:]
    var found: [String: String] = [:]
    for file in sizes.filter({ $0.key > 0 && $0.value.count > 1 }).flatMap(\.value).sorted() {
      guard let hash = try? ContentHash(file: file) else { continue }
      if let other = first[hash] { found[file] = other } else { first[hash] = file }
    }
    return found
  }
}

package import ImageFiles

/// Checks the sets of an asset catalog one by one.
package struct CatalogLinter: Sendable {
  package let tree: CatalogTree

  /// A linter of the sets in `tree`.
  package init(_ tree: CatalogTree) { self.tree = tree }

  /// The findings on the set at `path`, including that it cannot be read.
  package func lint(_ path: String) -> CatalogSetReport {
    let kind = CatalogTree.kind(path) ?? ""
    let contentsPath = FilePath.join(path, kind == "icon" ? "icon.json" : "Contents.json")
    var findings: [CatalogFinding] = []
    do throws(ImageError) {
      findings = try kind == "icon" ? IconBundleLint(path).findings : self.findings(path, kind, contentsPath)
    } catch {
      let text = error.description
      let name = contentsPath.printableName + ": "
      findings.append(
        CatalogFinding(
          .invalidContents, contentsPath, text.hasPrefix(name) ? String(text.dropFirst(name.count)) : text))
    }
    let ordered = CatalogRule.allCases.flatMap { rule in findings.filter { $0.rule == rule } }
    return CatalogSetReport(path: path, kind: kind, findings: ordered)
  }

  private func findings(
    _ path: String, _ kind: String, _ contentsPath: String
  ) throws(ImageError) -> [CatalogFinding] {
    let contents = try AssetContents(file: contentsPath)
    let findings = fileFindings(path, contents)
    switch kind {
    case "imageset":
      return findings
        + ImageSetLint(path: path, contents: contents, wantsTriple: tree.wantsTriple).findings
    case "appiconset": return findings + AppIconLint(path: path, contents: contents).findings
    case "colorset": return findings + ColorSetLint(path: path, contents: contents).findings
    default: return findings
    }
  }

  /// Findings on references without files, files without references, and duplicate files.
  private func fileFindings(_ path: String, _ contents: AssetContents) -> [CatalogFinding] {
    let referenced = Self.fileNames(contents.json)
    let present = ((try? SystemCall.names(in: path)) ?? [])
      .filter { !$0.hasPrefix(".") && $0 != "Contents.json" }
      .filter { FileStatus(path: FilePath.join(path, $0))?.kind == .regular }
    var findings: [CatalogFinding] = []
    // Layers of stacks and images of complications are folders.
    let missing = Set(referenced).subtracting(present).filter {
      !FilePath.isPlainName($0) || FileStatus(path: FilePath.join(path, $0)) == nil
    }
    for name in missing.sorted() {
      findings.append(
        CatalogFinding(.missingFile, FilePath.join(path, name), "is referenced, but not there"))
    }
    for name in Set(present).subtracting(referenced).sorted() {
      findings.append(
        CatalogFinding(.orphanFile, FilePath.join(path, name), "is not referenced by Contents.json"))
    }
    for name in present.sorted() {
      let file = FilePath.join(path, name)
      if let other = tree.duplicates[file] {
        findings.append(
          CatalogFinding(.duplicateFile, file, "holds the same bytes as \(other.printableName)"))
      }
    }
    return findings
  }

  /// The values of every `filename`, anywhere: kinds of sets store them in different places.
  private static func fileNames(_ json: JSONValue) -> [String] {
    switch json {
    case .object(let members):
      members.flatMap { $0.name == "filename" ? [$0.value.string].compactMap { $0 } : fileNames($0.value) }
    case .array(let elements): elements.flatMap(fileNames)
    default: []
    }
  }
}

/// The sets of an asset catalog.
package struct CatalogTree: Sendable {
  /// The sets' folders, sorted.
  package private(set) var sets: [String] = []
  /// For each repeated image file, the first one with the same bytes.
  let duplicates: [String: String]
  /// Whether universal images need a scale of 3, which only iPhones have.
  let wantsTriple: Bool

  /// Finds the sets below `path`, which may itself be a set.
  ///
  /// - Throws: `ImageError` if it is no folder, or neither a catalog nor a folder with a set.
  package init(_ path: String) throws(ImageError) {
    let files: [String]
    (sets, files) = try Self.contents(of: path)
    duplicates = Self.duplicates(files)
    wantsTriple = CatalogDevices(path, sets: sets).wantsTriple
  }

  /// The sets at or below `path`, sorted, and their files. A catalog may be empty: SwiftUI projects have one for
  /// previews.
  static func contents(of path: String) throws(ImageError) -> (sets: [String], files: [String]) {
    guard let status = FileStatus(path: path) else { throw .refused(.catalogNotFound(path: path)) }
    guard status.kind == .directory else { throw .refused(.catalogIsNoFolder(path: path)) }
    var (sets, files): ([String], [String]) = ([], [])
    visit(FilePath.withoutSlash(path), sets: &sets, files: &files)
    guard
      !sets.isEmpty || FilePath.withoutSlash(path).hasSuffix(".xcassets")
        || FileStatus(path: FilePath.join(path, "Contents.json")) != nil
    else { throw .refused(.noSetInCatalog(path: path)) }
    return (sets, files)
  }

  /// The kind of a folder by its extension; nil for catalogs and groups.
  static func kind(_ path: String) -> String? {
    let name = FilePath(path).name
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let kind = String(name[name.index(after: dot)...])
    return kind.hasSuffix("set") || kind.hasSuffix("stack") || kind == "icon" ? kind : nil
  }

  private static func visit(_ path: String, sets: inout [String], files: inout [String]) {
    let names = ((try? SystemCall.names(in: path)) ?? []).sorted()
    let isSet = kind(path) != nil
    if isSet { sets.append(path) }
    if kind(path) == "icon" { return }
    for name in names where !name.hasPrefix(".") {
      let below = FilePath.join(path, name)
      guard let status = FileStatus(path: below) else { continue }
      if status.kind == .directory, !SystemCall.isLink(below) {
        visit(below, sets: &sets, files: &files)
      } else if isSet, name != "Contents.json" {
        files.append(below)
      }
    }
  }

  /// Hashes only files of equal size.
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

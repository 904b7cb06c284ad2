import ImageFiles

/// The layout of reference and new images in folders; other screenshot tools have their own names.
package enum DifferenceLayout: String, Sendable, CaseIterable {
  /// Two folders with the same paths below them.
  case plain
  /// `test-results/…/x-expected.png` and `x-actual.png`. The first is a copy of a reference beside the tests.
  case playwright
  /// Failed images as `Suite/test.1.png`, their references as `__Snapshots__/Suite/test.1.png` beside the tests.
  case swiftSnapshot = "swift-snapshot"
  /// `failures/x_masterImage.png` and `x_testImage.png`. The first is a copy of `x.png` in a folder beside `failures`.
  case flutter
  /// A folder with `expected` and `actual`.
  case regSuit = "reg-suit"

  /// The layout that the names match; nil for one folder of no known layout.
  init?(_ results: FoundImages, references: FoundImages?) {
    let fitting: [DifferenceLayout] = [.playwright, .flutter, .swiftSnapshot]
    if references == nil, results.hasFolder("expected"), results.hasFolder("actual") {
      self = .regSuit
    } else if let layout = fitting.first(where: { $0.fits(results, references) }) {
      self = layout
    } else if references != nil {
      self = .plain
    } else {
      return nil
    }
  }

  /// Whether only the results match this layout: two folders with results of two runs are compared by paths.
  private func fits(_ results: FoundImages, _ references: FoundImages?) -> Bool {
    func has(_ images: FoundImages?) -> Bool { images?.paths.contains(where: isResult) ?? false }
    guard self != .swiftSnapshot else {
      guard let references else { return results.paths.contains(where: Self.isSnapshot) }
      return references.paths.contains(where: Self.isSnapshot)
        && !results.paths.contains(where: Self.isSnapshot)
    }
    return has(results) && !has(references)
  }

  /// Whether the image at `path` is a new image.
  private func isResult(_ path: String) -> Bool {
    switch self {
    case .playwright: path.hasSuffix("-actual.png")
    case .flutter: path.hasSuffix("_testImage.png")
    case .swiftSnapshot: !Self.isSnapshot(path)
    case .plain, .regSuit: true
    }
  }

  private static func isSnapshot(_ path: String) -> Bool { "/\(path)".contains("/__Snapshots__/") }
}

/// The images of a folder.
struct FoundImages {
  let folder: String
  /// Paths below the folder, ascending.
  let paths: [String]

  /// The images that a search for inputs finds.
  init(_ folder: String, _ excluded: [GlobPattern]) {
    self.folder = folder
    paths = InputCollector(recursive: true, excluded: excluded).collect([folder]).compactMap { entry in
      (try? entry.get())?.pathInFolder
    }.sorted()
  }

  /// The images below `folder` that may be references of `results`: not in hidden folders, in node_modules or in
  /// `results`.
  init(referencesIn folder: String, of results: FoundImages) {
    self.folder = folder
    let skipped = FileStatus(path: results.folder)?.identity
    var (paths, open) = ([String](), [""])
    while let below = open.popLast() {
      for name in (try? SystemCall.names(in: FilePath.join(folder, below))) ?? [] {
        let path = FilePath.join(below, name)
        let full = FilePath.join(folder, path)
        guard !name.hasPrefix("."), name != "node_modules", let status = FileStatus(path: full) else {
          continue
        }
        if status.kind == .regular, name.hasSuffix(".png") { paths.append(path) }
        if status.kind == .directory, status.identity != skipped, !SystemCall.isLink(full) {
          open.append(path)
        }
      }
    }
    self.paths = paths.sorted()
  }

  func hasFolder(_ name: String) -> Bool {
    FileStatus(path: FilePath.join(folder, name))?.kind == .directory
  }

  private init(folder: String, paths: [String]) {
    self.folder = folder
    self.paths = paths
  }

  func filter(_ isWanted: (String) -> Bool) -> FoundImages {
    FoundImages(folder: folder, paths: paths.filter(isWanted))
  }

  /// The paths by file size in bytes.
  func bySize() -> [Int: [String]] {
    Dictionary(grouping: paths) { FileStatus(path: FilePath.join(folder, $0))?.size ?? 0 }
  }

  /// The paths, among those with the size of `file`, of files with the same bytes.
  func equal(to file: String, _ paths: [Int: [String]]) -> [String] {
    guard let size = FileStatus(path: file)?.size, let hash = try? ContentHash(file: file) else { return [] }
    return (paths[size] ?? []).filter { (try? ContentHash(file: FilePath.join(folder, $0))) == hash }
  }

  /// The image at `path` below the folder, preceded by the folder's name; nil if it was not found.
  func image(_ path: String) -> String? { paths.contains(path) ? FilePath.join(folder, path) : nil }

  /// The folder above.
  var parent: String {
    let path = FilePath.withoutSlash(folder)
    if [".", ".."].contains(FilePath(path).name) { return FilePath.join(path, "..") }
    let parent = FilePath(path).parent
    return parent.isEmpty ? "." : parent
  }
}

// Pairs images in the layouts of other tools.

extension DifferenceLayout {
  /// The images of `results` with their references, from `references` or from where the tool stores them.
  func pairs(_ results: FoundImages, _ references: FoundImages?) -> [DifferencePair] {
    let images = results.paths.filter(isResult)
    switch self {
    case .playwright:
      let references = references ?? FoundImages(referencesIn: results.parent, of: results)
      let sizes = references.bySize()
      return images.map { playwright($0, results, references, sizes) }
    case .flutter:
      let isFailures = FilePath(FilePath.withoutSlash(results.folder)).name == "failures"
      let folder = references?.folder ?? (isFailures ? results.parent : results.folder)
      let references = FoundImages(folder, []).filter { !isResult($0) && !"/\($0)".contains("/failures/") }
      return images.map { flutter($0, results, references) }
    case .swiftSnapshot:
      let snapshots = (references ?? results).filter(Self.isSnapshot)
      return images.compactMap { snapshot($0, results, snapshots, isOnly: references != nil) }
    case .plain, .regSuit: return []
    }
  }

  /// The reference has the bytes of the copy. If there are several, name, project and test decide: the reference of `x`
  /// is `TEST.spec.ts-snapshots/x-PROJECT-PLATFORM.png`, its copy is in `TEST-TITLE-PROJECT`.
  private func playwright(
    _ path: String, _ results: FoundImages, _ references: FoundImages, _ sizes: [Int: [String]]
  ) -> DifferencePair {
    let stem = String(path.dropLast("-actual.png".count))
    let (name, test) = (FilePath(stem).name, FilePath(FilePath(stem).parent).name)
    let copy = results.image(stem + "-expected.png")
    // If an image has no reference, Playwright writes the image where the reference belongs.
    var found = references.equal(to: copy ?? FilePath.join(results.folder, path), sizes)
    found.narrow { FilePath($0).name.hasPrefix(name) }
    found.narrow { reference in
      let project = FilePath(reference).stem.dropFirst(name.count + 1).prefix { $0 != "-" }
      return !project.isEmpty && test.hasSuffix("-" + project)
    }
    found.narrow { test.hasPrefix(FilePath(FilePath($0).parent).name.prefix { $0 != "." }) }
    return pair(
      stem + ".png", copy, FilePath.join(results.folder, path), references, found,
      what: "has the bytes of \(FilePath(stem).name)-expected.png")
  }

  /// The reference has the name of the test's image, below the folder that contains `failures`.
  private func flutter(_ path: String, _ results: FoundImages, _ references: FoundImages) -> DifferencePair {
    let stem = String(path.dropLast("_testImage.png".count))
    let name = FilePath(stem).name + ".png"
    let failures = FilePath.join(results.folder, FilePath(stem).parent)
    let base = FilePath(FilePath.withoutSlash(failures)).parent
    var found = references.paths.filter { FilePath($0).name == name }
    found.narrow { FilePath.isBelow(FilePath.join(references.folder, $0), base) }
    return pair(
      FilePath.join(FilePath(FilePath(stem).parent).parent, name), results.image(stem + "_masterImage.png"),
      FilePath.join(results.folder, path), references, found, what: "is called \(name)")
  }

  /// The reference has the same name in a folder of the same name. Images of that folder without a reference are not
  /// results.
  private func snapshot(
    _ path: String, _ results: FoundImages, _ references: FoundImages, isOnly: Bool
  ) -> DifferencePair? {
    let key = FilePath.join(FilePath(FilePath(path).parent).name, FilePath(path).name)
    let found = references.paths.filter { "/\($0)".hasSuffix("/__Snapshots__/" + key) }
    if found.isEmpty, !isOnly { return nil }
    return pair(
      path, nil, FilePath.join(results.folder, path), references, found,
      what: "is called __Snapshots__/\(key)")
  }

  /// An image and its reference, or the reference's copy if the reference is not among `references`.
  private func pair(
    _ path: String, _ copy: String?, _ image: String, _ references: FoundImages, _ found: [String],
    what: String
  ) -> DifferencePair {
    let names = found.map { FilePath.normalized(FilePath.join(references.folder, $0)) }
    if names.count == 1 {
      return .both(path: path, first: .file(names[0]), second: .file(image))
    }
    let number = names.isEmpty ? "no reference" : "more than one reference"
    let examples = names.isEmpty ? "" : ": " + names.prefix(3).map(\.printableName).joined(separator: ", ")
    let reason = "\(number) below \(references.folder.printableName) \(what)\(examples)"
    guard let first = copy ?? names.first else {
      return .single(.added(FilePath.join(references.folder, path), image), path: path, unaccepted: reason)
    }
    return .both(path: path, first: .file(first), second: .file(image), unaccepted: reason)
  }
}

extension [String] {
  /// Keeps the elements that fit, if any does.
  fileprivate mutating func narrow(_ fits: (String) -> Bool) {
    guard count > 1 else { return }
    let fitting = filter(fits)
    if !fitting.isEmpty { self = fitting }
  }
}

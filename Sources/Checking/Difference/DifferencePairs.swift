package import ImageFiles

/// The images of two folders in pairs, by paths below the folders.
package enum DifferencePair: Sendable {
  /// Both folders have the image at `path`. `unaccepted` is why the second image cannot be copied over the first (which
  /// is not a reference); nil if it can.
  case both(path: String, first: ImageSource, second: ImageSource, unaccepted: String? = nil)
  /// Only one folder has the image; with the report on it.
  case single(DifferenceReport, path: String, unaccepted: String? = nil)
  /// An unusable file or folder.
  case failure(path: String, ImageError)
}

extension DifferencePair {
  /// The images of `results` with their references, which are in `references`, or where the layout has them.
  ///
  /// - Parameter layout: nil to derive it from the names.
  /// - Returns: nil for one folder whose names match no layout.
  package static func pairs(
    in references: String?, and results: String, excluding excluded: [GlobPattern],
    _ layout: DifferenceLayout?
  ) -> (layout: DifferenceLayout, pairs: [DifferencePair])? {
    let found = FoundImages(results, excluded)
    let known = references.map { FoundImages(referencesIn: $0, of: found) }
    guard let layout = layout ?? DifferenceLayout(found, references: known) else { return nil }
    let pairs =
      switch (layout, references) {
      case (.plain, nil): nil as [DifferencePair]?
      case (.plain, let references?), (.regSuit, let references?):
        self.pairs(in: references, and: results, excluding: excluded)
      case (.regSuit, nil):
        self.pairs(
          in: FilePath.join(results, "expected"), and: FilePath.join(results, "actual"), excluding: excluded)
      default: layout.pairs(found, known)
      }
    return pairs.map {
      (layout, $0.isEmpty ? [.failure(path: results, .refused(.noPNGInFolder(path: results)))] : $0)
    }
  }

  /// All PNG files below `first` and `second`, without hidden ones, in the order of their paths.
  ///
  /// A folder without PNG files is treated as empty, unless both are. Images that match one of `excluded` are left out.
  package static func pairs(
    in first: String, and second: String, excluding excluded: [GlobPattern] = []
  ) -> [DifferencePair] {
    var (before, after) = (Listing(first, excluded), Listing(second, excluded))
    var pairs: [DifferencePair] = []
    if before.images.isEmpty, after.images.isEmpty {
      pairs += [before.emptiness, after.emptiness].compactMap(\.self)
    }
    pairs += (before.failures + after.failures).map { .failure(path: $0.path, $0.error) }
    while let path = [before.next, after.next].compactMap(\.self).min() {
      switch (before.take(path), after.take(path)) {
      case (let one?, let two?): pairs.append(.both(path: path, first: one, second: two))
      case (let one?, nil): pairs.append(.single(.missing(one.name, FilePath.join(second, path)), path: path))
      case (nil, let two?): pairs.append(.single(.added(FilePath.join(first, path), two.name), path: path))
      case (nil, nil): preconditionFailure("the path comes from one of both")
      }
    }
    return pairs
  }

  /// The result of a search of one folder.
  private struct Listing {
    /// Paths below the folder with their images, ascending.
    var images: ArraySlice<(path: String, source: ImageSource)>
    var failures: [InputCollector.Failure] = []
    /// That the folder has no image, or why it cannot be read.
    var emptiness: DifferencePair?

    init(_ folder: String, _ excluded: [GlobPattern]) {
      var found: [(path: String, source: ImageSource)] = []
      for entry in InputCollector(recursive: true, excluded: excluded).collect([folder]) {
        switch entry {
        case .success(let input): found.append((input.pathInFolder ?? "", input.source))
        case .failure(let failure):
          if case .program(let refusal) = failure.error, case .noPNGInFolder = refusal.reason {
            emptiness = .failure(path: failure.path, failure.error)
          } else {
            failures.append(failure)
          }
        }
      }
      images = found.sorted { $0.path < $1.path }[...]
    }

    var next: String? { images.first?.path }

    /// The image at `path` if it is the next one.
    mutating func take(_ path: String) -> ImageSource? {
      guard let first = images.first, first.path.utf8.elementsEqual(path.utf8) else { return nil }
      images.removeFirst()
      return first.source
    }
  }
}

extension DifferenceReport {
  /// The report on an image that only the first folder has.
  static func missing(_ path: String, _ other: String) -> DifferenceReport {
    single(path, other, .missing, DifferenceFinding(.missing, .error, "is not in the second folder"))
  }

  /// The report on an image that only the second folder has.
  static func added(_ path: String, _ other: String) -> DifferenceReport {
    single(path, other, .added, DifferenceFinding(.added, .error, "is not in the first folder"))
  }

  private static func single(
    _ path: String, _ other: String, _ verdict: Verdict, _ finding: DifferenceFinding
  ) -> DifferenceReport {
    DifferenceReport(
      path: path, other: other, width: nil, height: nil, comparable: false, pixels: nil, deltaE: nil,
      densest: nil, regions: [], tags: nil, verdict: verdict, findings: [finding], notes: [])
  }
}

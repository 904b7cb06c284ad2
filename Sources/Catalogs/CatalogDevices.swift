import ImageFiles

/// The devices of a catalog, as far as its sets show them.
struct CatalogDevices {
  /// Whether universal images need a scale of 3, that is, unless all sets are for Mac, watch or TV.
  let wantsTriple: Bool

  private static let phones: Set<String> = ["iphone", "ipad", "ios-marketing", "car", "ios"]
  private static let others: Set<String> = [
    "mac", "watch", "watch-marketing", "tv", "vision", "macos", "watchos", "tvos", "visionos",
  ]
  /// Kinds of sets that only a watch, a TV or a headset has.
  private static let otherKinds: Set<String> = ["complicationset", "imagestack", "solidimagestack"]

  /// The devices of `sets` in the catalog at `path`.
  init(_ path: String, sets: [String]) {
    var words: Set<String> = []
    var isOther = ["watch", "macos"].contains { path.lowercased().contains($0) }
    for set in sets {
      if Self.otherKinds.contains(CatalogTree.kind(set) ?? "") { isOther = true }
      guard let contents = try? AssetContents(file: FilePath.join(set, "Contents.json")) else { continue }
      for entry in contents.images {
        words.formUnion(["idiom", "platform"].compactMap { entry[$0]?.string })
      }
    }
    isOther = isOther || !words.isDisjoint(with: Self.others)
    wantsTriple = !isOther || !words.isDisjoint(with: Self.phones)
  }
}

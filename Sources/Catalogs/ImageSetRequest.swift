package import Analysis
package import ImageFiles
package import PNGCodec

/// One image set to build.
package struct ImageSetRequest: Sendable {
  /// The source of the dark variant.
  package enum DarkVariant: Sendable, Hashable {
    /// A file of its own.
    case file(String)
    /// The master with softened white backgrounds.
    case softened
  }

  /// The kind of set; the raw value is its folder's extension.
  enum Kind: String {
    case images = "imageset"
    case appIcon = "appiconset"
  }

  /// The kind of set.
  var kind = Kind.images
  /// The set's name, without its extension.
  package var name: String
  /// The catalog, or a folder in it.
  package var catalog: String
  /// The image file at `masterScale`.
  package var master: String
  /// The dark variant; nil for none.
  package var dark: DarkVariant?
  /// The high-contrast variant; nil for none.
  package var highContrast: String?
  /// The dark high-contrast variant; nil for none.
  package var darkHighContrast: String?
  /// The tinted variant of an app icon; nil for none.
  package var tinted: String?
  /// Scales to make, 1 to 3; empty for a single scale.
  package var scales: [Int] = [1, 2, 3]
  /// The scale of the master and the given variants.
  package var masterScale = 3
  /// The devices.
  package var idioms: [AssetIdiom] = [.universal]
  /// How smaller scales are made.
  package var filter = ResamplingFilter.lanczos3
  /// Bits per sample. With `auto` 16 if the source has more than 8, or if 8 would show bands that 16 does not; else 8,
  /// and each image in its smallest form.
  package var depth = OutputDepth.auto
  /// The metadata that variants keep.
  package var metadata = MetadataSelection.none
  /// The compression of variants.
  package var compression = PNGWriteOptions.Compression.balanced
  /// Limits that are checked before memory is allocated.
  package var limits = PNGLimits()
  /// Whether existing image files may be replaced.
  package var overwrite = false
  /// If not all: the paths of files, Contents.json included, that may be replaced or removed; any other existing file
  /// is an error unless it has exactly the bytes to be written. Nil: no image file may be replaced; Contents.json is
  /// updated, and files that it no longer names are removed.
  package var replaceable: Set<String>?

  /// The set `name` in `catalog` from `master`, with the defaults of the command line.
  package init(name: String, catalog: String, master: String) {
    self.name = name
    self.catalog = catalog
    self.master = master
  }

  /// Whether the file `name` of the set may be replaced or removed, if it belongs to the set.
  func mayChange(_ name: String) -> Bool {
    overwrite || replaceable?.contains(FilePath.join(folder, name)) ?? true
  }

  /// The input files; each is read more than once.
  var inputs: [String] {
    let darkFile: String? = if case .file(let path)? = dark { path } else { nil }
    return [master] + [darkFile, highContrast, darkHighContrast, tinted].compactMap { $0 }
  }

  /// Throws for pipes and devices, which can be read only once.
  func requireRegularFiles() throws(ImageError) {
    for path in inputs where FileStatus(path: path)?.kind == .special {
      throw .refused(.notRegularFile(path: path))
    }
  }

  /// The set's folder.
  package var folder: String { FilePath.join(catalog, "\(name).\(kind.rawValue)") }

  /// A note if Xcode will not see the set, as no folder around it is a catalog.
  var placeNotes: [String] {
    let path = FilePath.normalized(
      FilePath.isAbsolute(catalog) ? catalog : FilePath.join(RepositoryPath.current.workingFolder, catalog))
    guard !path.split(separator: "/").contains(where: { $0.hasSuffix(".xcassets") }) else { return [] }
    return ["\(catalog.printableName) lies in no .xcassets folder: Xcode reads no other catalogs"]
  }

  /// The catalog's Contents.json.
  package var catalogContentsPath: String { FilePath.join(catalog, "Contents.json") }

  /// The set's Contents.json.
  var contentsPath: String { FilePath.join(folder, "Contents.json") }

  /// The slots of one file; where the wide-gamut image would never be used, the sRGB image serves any display.
  func slots(_ appearance: AssetAppearance, scale: Int?, gamut: AssetGamut?) -> [AssetSlot] {
    idioms.compactMap { idiom in
      let isWideUsed = scale != 1 || idiom.usesWideGamutAt1x
      if gamut == .displayP3, !isWideUsed { return nil }
      return AssetSlot(
        idiom: idiom.rawValue, scale: scale, gamut: isWideUsed ? gamut : nil, appearance: appearance)
    }
  }

  /// The file name of one variant.
  func fileName(_ slot: AssetSlot) -> String {
    let gamut = slot.gamut == .displayP3 ? "-p3" : ""
    let scale = slot.scale.map { $0 == 1 ? "" : "@\($0)x" } ?? ""
    return "\(name)\(slot.appearance.fileSuffix)\(gamut)\(scale).png"
  }

  /// The appearances that get a slot.
  var appearances: [AssetAppearance] {
    var list: [AssetAppearance] = [.any]
    if dark != nil { list.append(.dark) }
    if highContrast != nil { list.append(.highContrast) }
    if darkHighContrast != nil { list.append(.darkHighContrast) }
    return list
  }

  /// The scales of slots: nil for a single scale.
  var slotScales: [Int?] { scales.isEmpty ? [nil] : scales.sorted().map { $0 } }

  /// The names of all image files that building may write, with or without a wide gamut.
  package var possibleFileNames: [String] {
    appearances.flatMap { appearance in
      slotScales.flatMap { scale in
        [AssetGamut.sRGB, .displayP3].map { gamut in
          fileName(AssetSlot(idiom: "", scale: scale, gamut: gamut, appearance: appearance))
        }
      }
    }
  }
}

package import Colors
package import ImageFiles
import Palettes

/// The colour sets of an asset catalog as a palette.
package enum ColorSetPalette {
  /// The palette of the colour sets at or below `path`, a set, a catalog or a folder in one, and what is no colour.
  ///
  /// - Throws: `ImageError` when it is no folder, or holds no colour set, or a Contents.json is none.
  package static func read(
    _ path: String
  ) throws(ImageError) -> (palette: Palette, problems: [PaletteError]) {
    let sets = try sets(in: path)
    guard !sets.isEmpty else { throw .noSetInCatalog(path: path) }
    var colors: [Palette.Entry] = []
    var problems: [PaletteError] = []
    for set in sets { colors.append(try entry(set: set, &problems)) }
    let name = FilePath(FilePath.withoutSlash(path)).name
    return (Palette(name: name, title: "", date: "", sources: [:], colors: colors), problems)
  }

  /// The folders of colour sets at or below `path`, sorted.
  private static func sets(in path: String) throws(ImageError) -> [String] {
    try CatalogTree.contents(of: path).sets.filter { CatalogTree.kind($0) == "colorset" }
  }

  /// What `read(_:)` reads in the folder `path`, relative to it.
  package static func files(in path: String) throws(ImageError) -> [String] {
    let root = FilePath.withoutSlash(path)
    return try sets(in: path).map { set in
      String(FilePath.join(set, "Contents.json").dropFirst(root.count + 1))
    }
  }

  /// The palette in the file or folder at `path`, and what is no colour.
  package static func readPalette(
    _ path: String
  ) throws(ImageError) -> (palette: Palette, problems: [PaletteError]) {
    if FileStatus(path: path)?.kind == .directory { return try read(path) }
    do throws(PaletteSourceError) {
      return try Palette.lenient(named: path)
    } catch {
      switch error {
      case .unknown: throw .notFound(path: path)
      case .unreadable(let error): throw .file(error)
      case .malformed(_, let error): throw .notAPalette(path: path, fact: "\(error)")
      }
    }
  }

  /// The colour of the set in the folder `set`.
  static func entry(set: String, _ problems: inout [PaletteError]) throws(ImageError) -> Palette.Entry {
    entry(
      try AssetContents(file: FilePath.join(set, "Contents.json")), name: FilePath(set).stem, &problems)
  }

  /// The universal values of a set; of values for either gamut the wide one.
  private static func entry(
    _ contents: AssetContents, name: String, _ problems: inout [PaletteError]
  ) -> Palette.Entry {
    var values: [PaletteCondition: CSSColor] = [:]
    for json in contents.colors where json["idiom"]?.string == AssetIdiom.universal.rawValue {
      guard let appearance = AssetAppearance(json["appearances"]), json["color"]?["components"] != nil else {
        continue
      }
      guard let color = color(json) else {
        problems.append(
          PaletteError(
            kind: .color, entry: name,
            fact: "its value for \(appearance.rawValue) has no three components in a known space"))
        continue
      }
      if json["display-gamut"]?.string == AssetGamut.sRGB.rawValue, values[appearance.condition] != nil {
        continue
      }
      values[appearance.condition] = color
    }
    return Palette.Entry(name: name, role: nil, group: "", platform: nil, source: "", values: values)
  }

  private static func color(_ entry: JSONValue) -> CSSColor? {
    guard let name = entry["color"]?["color-space"]?.string,
      let space = [
        "srgb": CSSColorSpace.sRGB, "extended-srgb": .sRGB, "display-p3": .displayP3,
        "extended-linear-srgb": .linearSRGB,
      ][name],
      let components = ColorSetLint.components(entry)
    else { return nil }
    let alpha = entry["color"]?["components"]?["alpha"]?.string.flatMap { Double($0) } ?? 1
    guard components.allSatisfy({ $0.isFinite && abs($0) <= 100 }), (0...1).contains(alpha) else {
      return nil
    }
    return CSSColor(space: space, components: SIMD3(components), alpha: alpha)
  }
}

extension AssetAppearance {
  /// When a palette says that a value of this appearance holds.
  fileprivate var condition: PaletteCondition {
    switch self {
    case .any: PaletteCondition(.light)
    case .dark: PaletteCondition(.dark)
    case .highContrast: PaletteCondition(.light, isIncreased: true)
    case .darkHighContrast: PaletteCondition(.dark, isIncreased: true)
    }
  }
}

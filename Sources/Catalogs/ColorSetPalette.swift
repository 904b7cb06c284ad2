package import Colors
package import ImageFiles
import Palettes
import Pixels

/// Reads the colour sets of an asset catalog as a palette.
package enum ColorSetPalette {
  /// The palette of the colour sets at or below `path` (a set, a catalog or a folder in one), and the problems. Sets
  /// that refer to system colours are left out, as the system defines their values.
  ///
  /// - Throws: `ImageError` if `path` is no folder of an asset catalog, or a Contents.json is invalid.
  package static func read(
    _ path: String
  ) throws(ImageError) -> (palette: Palette, problems: [PaletteError]) {
    let sets = try sets(in: path)
    var colors: [Palette.Entry] = []
    var problems: [PaletteError] = []
    for set in sets {
      if let entry = try entry(set: set, &problems) { colors.append(entry) }
    }
    let name = FilePath(FilePath.withoutSlash(path)).name
    return (Palette(name: name, title: "", date: "", sources: [:], colors: colors), problems)
  }

  /// The folders of colour sets at or below `path`, sorted.
  private static func sets(in path: String) throws(ImageError) -> [String] {
    try CatalogTree.contents(of: path).sets.filter { CatalogTree.kind($0) == "colorset" }
  }

  /// The files in the folder `path` that `read(_:)` reads, relative to it.
  package static func files(in path: String) throws(ImageError) -> [String] {
    let root = FilePath.withoutSlash(path)
    return try sets(in: path).map { set in
      String(FilePath.join(set, "Contents.json").dropFirst(root.count + 1))
    }
  }

  /// The palette in the file or folder at `path`, and its problems.
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
      case .malformed(_, let error): throw .refused(.notAPalette(path: path, fact: "\(error)"))
      }
    }
  }

  /// The colour of the set in the folder `set`; nil if it has none of its own.
  static func entry(set: String, _ problems: inout [PaletteError]) throws(ImageError) -> Palette.Entry? {
    entry(
      try AssetContents(file: FilePath.join(set, "Contents.json")), name: FilePath(set).stem, &problems)
  }

  /// The universal values of a set; with values for both gamuts the wide one.
  private static func entry(
    _ contents: AssetContents, name: String, _ problems: inout [PaletteError]
  ) -> Palette.Entry? {
    var values: [PaletteCondition: CSSColor] = [:]
    for json in contents.colors where json["idiom"]?.string == AssetIdiom.universal.rawValue {
      // The system decides the value of a system colour in each appearance.
      if json["color"]?["reference"] != nil { return nil }
      guard let appearance = AssetAppearance(json["appearances"]), json["color"]?["components"] != nil else {
        continue
      }
      guard let color = color(json) else {
        problems.append(
          PaletteError(
            kind: .color, entry: name,
            fact: "its value for \(appearance.rawValue) has no components in a space that Xcode knows"))
        continue
      }
      if json["display-gamut"]?.string == AssetGamut.sRGB.rawValue, values[appearance.condition] != nil {
        continue
      }
      values[appearance.condition] = color
    }
    if values.isEmpty { return nil }
    return Palette.Entry(name: name, role: nil, group: "", platform: nil, source: "", values: values)
  }

  private static func color(_ entry: JSONValue) -> CSSColor? {
    guard let name = entry["color"]?["color-space"]?.string,
      let components = ColorSetLint.components(entry),
      let alpha = alpha(entry["color"]?["components"]?["alpha"])
    else { return nil }
    guard components.allSatisfy({ $0.isFinite && abs($0) <= 100 }), (0...1).contains(alpha) else {
      return nil
    }
    return color(SIMD3(components), alpha, in: name)
  }

  private static func alpha(_ value: JSONValue?) -> Double? {
    value == nil ? 1 : ColorSetLint.component(value, areCodes: false)
  }

  /// The colour in the space that Xcode's editor calls `name`; nil for unknown names.
  static func color(_ components: SIMD3<Double>, _ alpha: Double, in name: String) -> CSSColor? {
    switch name {
    case "srgb", "extended-srgb": return CSSColor(space: .sRGB, components: components, alpha: alpha)
    case "display-p3": return CSSColor(space: .displayP3, components: components, alpha: alpha)
    case "extended-linear-srgb": return CSSColor(space: .linearSRGB, components: components, alpha: alpha)
    case "gray-gamma-22", "extended-gray":
      let light = TransferFunction.gamma(2.2).linear(abs(components.x)) * (components.x < 0 ? -1 : 1)
      let gray = CSSColor(space: .linearSRGB, components: SIMD3(repeating: light), alpha: alpha)
      return gray.converted(to: .sRGB)
    default: return nil
    }
  }
}

extension AssetAppearance {
  /// The palette condition of this appearance.
  fileprivate var condition: PaletteCondition {
    switch self {
    case .any: PaletteCondition(.light)
    case .dark: PaletteCondition(.dark)
    case .highContrast: PaletteCondition(.light, isIncreased: true)
    case .darkHighContrast: PaletteCondition(.dark, isIncreased: true)
    }
  }
}

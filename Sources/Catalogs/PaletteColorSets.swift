package import Colors
package import ImageFiles
import Palettes

/// Writes a palette as colour sets of an asset catalog.
///
/// Colour sets cannot hold values for elevated views; these are left out.
package struct PaletteColorSets: Sendable {
  private let colors: [Palette.Entry]
  private let folder: String

  /// The sets of `palette` on `platform`, for `folder`: a catalog, or a folder in it.
  package init(_ palette: Palette, platform: String?, folder: String) {
    colors = palette.colors(of: platform)
    self.folder = folder
  }

  /// The folders of sets that already exist.
  package var existing: [String] { sets.map(\.folder).filter { FileStatus(path: $0) != nil } }

  /// The names of colours with values for elevated views, which are left out.
  package var namesWithElevation: [String] {
    colors.filter { entry in PaletteCondition.all.contains { $0.isElevated && entry.hasOwnValue($0) } }.map(
      \.name)
  }

  /// Writes all sets; returns how many.
  package func build() throws(ImageError) -> Int {
    let sets = sets
    for set in sets { try set.build() }
    return sets.count
  }

  private var sets: [ColorSetBuilder] {
    colors.compactMap { entry in
      guard let any = entry.plainColor else { return nil }
      var values = [AssetAppearance.any: any]
      let (light, dark) = (PaletteCondition(.light), PaletteCondition(.dark))
      values[.dark] = entry.color(dark) == any ? nil : entry.color(dark)
      values[.highContrast] = entry.ownIncreased(light)
      values[.darkHighContrast] = entry.ownIncreased(dark)
      // Token names contain dots, which would look like a file's extension, or slashes, which would be folders.
      let parts = entry.name.unicodeScalars.split { $0 == "." || $0 == "/" }
      let name = parts.map { String($0) }.joined(separator: "-")
      // The caller has checked `existing`.
      return ColorSetBuilder(name: name, catalog: folder, colors: values, overwrite: true)
    }
  }
}

extension Palette.Entry {
  /// The value for increased contrast under `condition`, if it has its own.
  fileprivate func ownIncreased(_ condition: PaletteCondition) -> CSSColor? {
    var condition = condition
    condition.isIncreased = true
    return hasOwnValue(condition) ? color(condition) : nil
  }
}

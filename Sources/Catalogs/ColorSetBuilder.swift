import ColorManagement
package import Colors
package import ImageFiles

/// Writes or updates one colour set of an asset catalog.
///
/// A Display P3 colour outside sRGB gets an entry for each gamut, so that sRGB displays show a colour of our choice.
package struct ColorSetBuilder: Sendable {
  /// The set's name, without its extension.
  package let name: String
  /// The catalog, or a folder in it.
  package let catalog: String
  /// The colour for each appearance; must contain `any`.
  package let colors: [AssetAppearance: CSSColor]
  /// The devices.
  package let idioms: [AssetIdiom]
  /// Whether an existing set may change.
  package let overwrite: Bool

  /// A set of `colors`, which must contain `any`.
  package init(
    name: String, catalog: String, colors: [AssetAppearance: CSSColor],
    idioms: [AssetIdiom] = [.universal], overwrite: Bool = false
  ) {
    precondition(colors[.any] != nil, "a colour set needs a colour for any appearance")
    self.name = name
    self.catalog = catalog
    self.colors = colors
    self.idioms = idioms
    self.overwrite = overwrite
  }

  /// The set's folder.
  package var folder: String { FilePath.join(catalog, name + ".colorset") }

  /// Writes the set; does nothing if nothing changes.
  ///
  /// - Throws: `ImageError`, also if the existing set would change and may not; then the catalog is unchanged.
  package func build() throws(ImageError) {
    let path = FilePath.join(folder, "Contents.json")
    var contents = try AssetContents(orNewAt: path)
    for idiom in idioms {
      for appearance in AssetAppearance.allCases {
        guard let color = colors[appearance] else { continue }
        contents.setColors(entries(color), idiom: idiom.rawValue, appearance: appearance)
      }
    }
    let files = StagedFiles()
    try ImageError.at(folder) { () throws(FileError) in try files.createFolder(folder) }
    LeftoverFiles.remove(for: [path, FilePath.join(catalog, "Contents.json")])
    try contents.stage(path, in: files, overwrite: overwrite)
    try AssetContents.stage(inCatalog: catalog, files)
    try ImageError.at(folder) { () throws(FileError) in try files.commit() }
  }

  /// The set's entries for `color`, by the display's gamut; nil for any gamut.
  private func entries(_ color: CSSColor) -> [(AssetGamut?, JSONValue)] {
    let color = color.inCatalogSpace
    guard !color.isInSRGB else { return [(nil, color.catalogValue)] }
    return [(.sRGB, color.inSRGB.catalogValue), (.displayP3, color.catalogValue)]
  }
}

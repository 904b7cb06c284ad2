import ColorManagement
package import Colors
package import ImageFiles

/// Writes one colour set of an asset catalog, or brings an existing one up to date.
///
/// A Display P3 colour that leaves sRGB gets an entry for either gamut, so that it is ours what sRGB displays show.
package struct ColorSetBuilder: Sendable {
  /// The set's name, without its extension.
  package let name: String
  /// The catalog, or a folder in it.
  package let catalog: String
  /// The colour of each appearance; `any` must be there.
  package let colors: [AssetAppearance: CSSColor]
  /// Devices.
  package let idioms: [AssetIdiom]
  /// Whether a set that exists may change.
  package let overwrite: Bool

  /// A set of `colors`, which must have one for `any` appearance.
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

  /// Writes the set; nothing where nothing changes.
  ///
  /// - Throws: `ImageError`, also where the set exists, would change and may not; the catalog is as it was then.
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

  /// The set's entries for `color`, by the gamut of the display; nil for any.
  private func entries(_ color: CSSColor) -> [(AssetGamut?, JSONValue)] {
    let color = color.inCatalogSpace
    guard !color.isInSRGB else { return [(nil, color.catalogValue)] }
    return [(.sRGB, color.inSRGB.catalogValue), (.displayP3, color.catalogValue)]
  }
}

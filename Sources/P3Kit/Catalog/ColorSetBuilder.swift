import ColorManagement

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

  /// A set of `colors`, which must have one for `any` appearance.
  package init(
    name: String, catalog: String, colors: [AssetAppearance: CSSColor],
    idioms: [AssetIdiom] = [.universal]
  ) {
    precondition(colors[.any] != nil, "a colour set needs a colour for any appearance")
    self.name = name
    self.catalog = catalog
    self.colors = colors
    self.idioms = idioms
  }

  /// The set's folder.
  package var folder: String { FilePath.join(catalog, name + ".colorset") }

  /// Writes the set; nothing where nothing changes.
  package func build() throws(ImageError) {
    let path = FilePath.join(folder, "Contents.json")
    try ImageError.at(folder) { () throws(FileError) in try Folders.create(folder) }
    LeftoverFiles.remove(for: [path, FilePath.join(catalog, "Contents.json")])
    var contents = try AssetContents(orNewAt: path)
    for idiom in idioms {
      for appearance in AssetAppearance.allCases {
        guard let color = colors[appearance] else { continue }
        contents.setColors(try entries(color), idiom: idiom.rawValue, appearance: appearance)
      }
    }
    try contents.write(to: path)
    try AssetContents.create(inCatalog: catalog)
  }

  /// What the set says of `color`, by the gamut of the display; nil for any.
  private func entries(_ color: CSSColor) throws(ImageError) -> [(AssetGamut?, JSONValue)] {
    let color = color.inCatalogSpace
    let fallback = try ImageError.at(name) { () throws(ColorError) in try color.sRGBFallback() }
    guard let fallback else { return [(nil, color.catalogValue)] }
    return [(.sRGB, fallback.catalogValue), (.displayP3, color.catalogValue)]
  }
}

/// Writes one colour set of an asset catalog, or brings an existing one up to date.
public struct ColorSetBuilder: Sendable {
  /// The set's name, without its extension.
  public let name: String
  /// The catalog, or a folder in it.
  public let catalog: String
  /// The colour of each appearance; `any` must be there.
  public let colors: [AssetAppearance: CatalogColor]
  /// Devices.
  public let idioms: [AssetIdiom]

  /// A set of `colors`, which must have one for `any` appearance.
  public init(
    name: String, catalog: String, colors: [AssetAppearance: CatalogColor],
    idioms: [AssetIdiom] = [.universal]
  ) {
    precondition(colors[.any] != nil, "a colour set needs a colour for any appearance")
    self.name = name
    self.catalog = catalog
    self.colors = colors
    self.idioms = idioms
  }

  /// The set's folder.
  public var folder: String { FilePathParts.join(catalog, name + ".colorset") }

  /// Writes the set; nothing where nothing changes.
  public func build() throws(ConversionError) {
    let path = FilePathParts.join(folder, "Contents.json")
    do throws(FileError) { try Folders.create(folder) } catch { throw .file(error) }
    LeftoverFiles.remove(for: ["Contents.json"], in: folder)
    var contents = try AssetContents(orNewAt: path)
    for idiom in idioms {
      for appearance in AssetAppearance.allCases {
        guard let color = colors[appearance] else { continue }
        contents.setColor(color.json, idiom: idiom.rawValue, appearance: appearance)
      }
    }
    if let old = try? InputFile.read(path, limit: 64 << 20), old == contents.bytes { return }
    try OutputFile.write(contents.bytes, to: path, overwrite: true)
    let top = FilePathParts.join(catalog, "Contents.json")
    if FileStatus(path: top) == nil { try OutputFile.write(AssetContents().bytes, to: top, overwrite: true) }
  }
}

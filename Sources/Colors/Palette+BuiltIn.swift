extension Palette {
  /// The files of the built-in palettes, the newest of a family first.
  private static let files: [(name: String, bytes: [UInt8])] = [
    ("apple-2025", PackageResources.apple_2025_json), ("apple-2023", PackageResources.apple_2023_json),
    ("apple-2022", PackageResources.apple_2022_json), ("fiori-2024", PackageResources.fiori_2024_json),
  ]

  /// The names of the built-in palettes.
  package static var builtInNames: [String] { files.map(\.name) }

  /// Short names of dated palettes: each means the newest of its family.
  package static let aliases = ["apple": "apple-2025", "fiori": "fiori-2024"]

  /// The built-in palette called `name`, or the newest of the family `name`; nil if there is none. Reads its file at
  /// each call.
  package static func builtIn(_ name: String) -> Palette? {
    let name = aliases[name.lowercased()] ?? name.lowercased()
    guard let file = files.first(where: { $0.name == name }) else { return nil }
    do {
      return try PaletteFile.palette(String(decoding: file.bytes, as: UTF8.self))
    } catch {
      preconditionFailure("\(file.name).json, which tests read, is no palette: \(error)")
    }
  }
}

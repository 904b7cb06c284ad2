import Analysis
import Catalogs
import Colors
import Foundation

/// The asset catalog of TestImages, built from its pictures: what `catalog lint`, tests and the article on pipelines
/// look at.
enum ExampleCatalog {
  static let folderName = "Example.xcassets"

  /// What is true of it, for the README of the folder.
  static let readme = """

    ## An asset catalog

    `\(folderName)` is made by the same program from the pictures above, as these commands make it, in the form that Xcode writes;
    `p3tool catalog lint` finds nothing in it.

    ```sh
    p3tool catalog build icon-p3-16.png --name Icon --into \(folderName) --scales 2x,3x
    p3tool catalog build card-srgb-8.png --name Card --into \(folderName) --scales single --dark soften --depth 8
    p3tool catalog color Accent '#0070F2' --dark '#4DB1FF' --high-contrast '#0040B0' --into \(folderName)
    p3tool catalog color Alert 'color(display-p3 1 0.1 0.1)' --dark '#FF7A6E' --into \(folderName)
    ```

    | Set | What is true of it |
    |---|---|
    | `Icon` | Leaves sRGB: an sRGB and a Display P3 image at either scale; the 3x images are the master converted. |
    | `Card` | Fits sRGB: one image for any display, and a dark one whose white is lowered. |
    | `Accent` | sRGB colours for light, dark and high contrast. |
    | `Alert` | Light: a Display P3 colour outside sRGB, with an sRGB one of less chroma beside it; dark: one sRGB colour. |

    """

  /// Builds the catalog in `folder`, which holds the pictures; what was there before is gone.
  static func write(into folder: URL) async throws {
    let catalog = folder.appending(path: folderName)
    if FileManager.default.fileExists(atPath: catalog.path) {
      try FileManager.default.removeItem(at: catalog)
    }
    func request(_ name: String, _ picture: String) -> ImageSetRequest {
      ImageSetRequest(name: name, catalog: catalog.path, master: folder.appending(path: picture).path)
    }
    var icon = request("Icon", "icon-p3-16.png")
    icon.scales = [2, 3]
    _ = try await ImageSetBuilder(icon).build()
    var card = request("Card", "card-srgb-8.png")
    card.scales = []
    card.dark = .softened
    card.depth = .eight
    _ = try await ImageSetBuilder(card).build()

    try color("Accent", [.any: "#0070F2", .dark: "#4DB1FF", .highContrast: "#0040B0"], in: catalog)
    try color("Alert", [.any: "color(display-p3 1 0.1 0.1)", .dark: "#FF7A6E"], in: catalog)
  }

  private static func color(_ name: String, _ texts: [AssetAppearance: String], in catalog: URL) throws {
    try ColorSetBuilder(
      name: name, catalog: catalog.path, colors: try texts.mapValues { try CSSColor($0) },
      overwrite: true
    )
    .build()
  }
}

import ArgumentParser
import P3Kit

/// `p3tool catalog color`.
struct CatalogColorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "color",
    abstract: "Write a colour set: light, dark and high-contrast values.",
    discussion: """
      p3tool catalog color Accent '#0070F2' --dark '#4DB1FF' --into Assets.xcassets
      p3tool catalog color Alert 'color(display-p3 1 0.1 0.1)' --into Assets.xcassets

      A Display P3 colour that leaves sRGB is written for either gamut: as it is, and with less chroma for sRGB \
      displays.
      """)

  @Argument(help: "The set's name.")
  var name: String

  @Argument(help: "The colour: #rrggbb, #rrggbbaa, color(srgb r g b) or color(display-p3 r g b / a).")
  var color: CatalogColor

  @Option(help: ArgumentHelp("The catalog, or a folder in it.", valueName: "folder"))
  var into: String

  @Option(help: ArgumentHelp("The dark value.", valueName: "color"))
  var dark: CatalogColor?

  @Option(help: ArgumentHelp("The high-contrast value.", valueName: "color"))
  var highContrast: CatalogColor?

  @Option(help: ArgumentHelp("The dark high-contrast value.", valueName: "color"))
  var darkHighContrast: CatalogColor?

  func validate() throws {
    if name.isEmpty || name.contains("/") { throw ValidationError("the name is a plain name, not '\(name)'") }
  }

  func run() throws {
    var colors: [AssetAppearance: CatalogColor] = [.any: color]
    colors[.dark] = dark
    colors[.highContrast] = highContrast
    colors[.darkHighContrast] = darkHighContrast
    let builder = ColorSetBuilder(name: name, catalog: into, colors: colors)
    do {
      try builder.build()
    } catch {
      StandardStream.error.write(line: "error: \(error)")
      throw Outcome.failedInputs
    }
    StandardStream.output.write(line: builder.folder)
  }
}

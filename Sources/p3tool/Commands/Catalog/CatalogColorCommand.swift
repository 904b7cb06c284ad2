import ArgumentParser
import Catalogs
import Colors
import CommandParts
import ImageFiles
import Reports

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
  var color: String

  @Option(help: ArgumentHelp("The catalog, or a folder in it.", valueName: "folder"), completion: .directory)
  var into: String

  @Option(help: ArgumentHelp("The dark value.", valueName: "color"))
  var dark: String?

  @Option(help: ArgumentHelp("The high-contrast value.", valueName: "color"))
  var highContrast: String?

  @Option(help: ArgumentHelp("The dark high-contrast value.", valueName: "color"))
  var darkHighContrast: String?

  @Flag(name: .shortAndLong, help: "Change a set that exists: values that are not given stay.")
  var force = false

  func validate() throws {
    if !FilePath.isPlainName(name) {
      throw ValidationError("the name is a plain name, not '\(name.printableName)'")
    }
    _ = try colors()
  }

  /// The options as a request.
  func builder() throws -> ColorSetBuilder {
    ColorSetBuilder(name: name, catalog: into, colors: try colors(), overwrite: force)
  }

  func run() throws {
    let builder = try builder()
    try builder.build()
    StandardStream.output.write(line: builder.folder.printableName)
  }

  /// The colour of each appearance with a value. The dark colour may come from `light-dark()`.
  private func colors() throws -> [AssetAppearance: CSSColor] {
    var colors = [AssetAppearance.any: try parsed(color, "<color>")]
    let ownDark = try parsed(color, "<color>", .dark)
    colors[.dark] = try dark.map { try parsed($0, "--dark") } ?? (ownDark == colors[.any] ? nil : ownDark)
    colors[.highContrast] = try highContrast.map { try parsed($0, "--high-contrast") }
    colors[.darkHighContrast] = try darkHighContrast.map { try parsed($0, "--dark-high-contrast") }
    return colors
  }

  private func parsed(
    _ text: String, _ argument: String, _ appearance: PaletteCondition.Appearance = .light
  ) throws -> CSSColor {
    do { return try CSSColor(text, appearance: appearance) } catch {
      throw ValidationError("\(argument): \(error)")
    }
  }
}

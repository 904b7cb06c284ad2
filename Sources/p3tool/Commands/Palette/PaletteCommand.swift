import ArgumentParser
import Catalogs
import Colors
import CommandParts
import ImageFiles
import Palettes
import Reports

/// `--format` of `palette show`.
enum PaletteShowFormat: String, CaseIterable, ChoiceArgument {
  case text, json, html, png
}

/// `p3tool palette`.
struct PaletteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "palette",
    abstract: "Named, dated colour sets: Apple's, SAP Fiori's, and files of your own.",
    subcommands: [List.self, Show.self, Export.self, PaletteLintCommand.self], defaultSubcommand: List.self)

  /// `p3tool palette list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the built-in palettes with their dates.")

    @Option(help: "How results are printed: \(PlainFormat.list).")
    var format: PlainFormat = .text

    @OptionGroup(title: CommonOptions.title) var described: SchemaOption

    func run() throws {
      let palettes = Palette.builtInNames.compactMap { Palette.builtIn($0) }
      switch format {
      case .json:
        let items = palettes.map { PaletteListItem($0) }
        StandardStream.output.write(line: try JSONText.document("palette list", ["palettes": items]))
      case .text:
        for palette in palettes {
          let count = Numbers.counted(Set(palette.colors.map(\.name)).count, "colour")
          StandardStream.output.write(
            line: "\(palette.name.padded(to: 12))\(palette.date)  \(count.padded(to: 12))\(palette.title)")
          for source in palette.sources.values.sorted(by: { ($0.date, $0.text) > ($1.date, $1.text) }) {
            StandardStream.output.write(line: "  \(source.date)  \(source.text)")
          }
        }
      }
    }
  }

  /// `p3tool palette show`.
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Show the colours of a palette, with their least contrast on the backgrounds of their group.",
      discussion: """
        p3tool palette show apple --appearance dark
        p3tool palette show tokens.json --format json
        p3tool palette show fiori --format png -o fiori.png
        p3tool palette show --pair light.json dark.json
        """)

    @Argument(
      help:
        "apple, apple-2023, apple-2022, fiori, an asset catalog, a file of tokens, CSS or p3tool's own, or - for standard input.",
      completion: .palette)
    var name: String?

    @OptionGroup var pair: PalettePairOptions

    @Option(help: "Only this appearance: light or dark.")
    var appearance: PaletteCondition.Appearance?

    @Option(
      help: ArgumentHelp("Values on this platform: macOS, watchOS.", valueName: "name"),
      completion: .list(["macOS", "watchOS"]))
    var platform: String?

    @Option(help: "How results are printed: text, json, html (a page) or png (a picture).")
    var format: PaletteShowFormat = .text

    @OptionGroup(title: CommonOptions.title) var described: SchemaOption

    @Option(
      name: .shortAndLong,
      help: ArgumentHelp("The file to write; - for standard output, the default.", valueName: "path"),
      completion: .file())
    var output = "-"

    @Flag(name: .shortAndLong, help: "Replace a file that exists.")
    var force = false

    @Option(help: "Swatches in colour: auto, always or never. NO_COLOR counts as never.")
    var color: ColorChoice = .auto

    func validate() throws {
      _ = try pair.name(name)
      if format == .png, output == "-", StandardStream.output.isTerminal {
        throw ValidationError("an image is not written to a terminal: redirect it, or give a file with -o")
      }
    }

    func run() throws {
      let palette = try PaletteOptions.load(pair.name(name), pair: pair)
      let colors = palette.colors(of: platform)
      let destination: ImageDestination = output == "-" ? .standardOutput : .file(output)
      if let text = try text(palette, colors) {
        try OutputFile.write(Array(text.utf8), to: destination, overwrite: force)
      } else {
        try PalettePicture(colors, appearance: appearance).write(to: destination, overwrite: force)
      }
    }

    /// The palette as text; nil for a picture.
    private func text(_ palette: Palette, _ colors: [Palette.Entry]) throws -> String? {
      switch format {
      case .json:
        try JSONText.document(
          "palette show", ["palette": PaletteContent(palette, colors: colors, appearance)]) + "\n"
      case .html: PalettePage(palette: palette, colors: colors, appearance: appearance).text
      case .text:
        PaletteText(
          palette: palette, colors: colors, appearance: appearance,
          paints: output == "-" && color.isEnabled(on: .output)
        ).text
      case .png: nil
      }
    }
  }

  /// `p3tool palette export`.
  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export",
      abstract: "Write a palette in the form of another tool.",
      discussion: """
        p3tool palette export apple --format css -o apple.css
        p3tool palette export tokens.json --format colorset -o Assets.xcassets
        """)

    @Argument(
      help:
        "apple, apple-2023, apple-2022, fiori, an asset catalog, a file of tokens, CSS or p3tool's own, or - for standard input.",
      completion: .palette)
    var name: String?

    @OptionGroup var pair: PalettePairOptions

    @Option(help: "json (p3tool's own), css, swift, colorset (a folder) or dtcg (design tokens 2025.10).")
    var format: PaletteExport

    @Option(
      name: .shortAndLong,
      help: ArgumentHelp(
        "The file to write, the folder of colour sets; - for standard output, the default.", valueName: "path"
      ), completion: .file())
    var output = "-"

    @Option(
      help: ArgumentHelp("Values on this platform: macOS, watchOS.", valueName: "name"),
      completion: .list(["macOS", "watchOS"]))
    var platform: String?

    @Flag(name: .shortAndLong, help: "Replace files that exist.")
    var force = false

    func validate() throws {
      _ = try pair.name(name)
      if format == .colorset, output == "-" {
        throw ValidationError("--format colorset writes a folder: -o Assets.xcassets")
      }
    }

    func run() throws {
      let palette = try PaletteOptions.load(pair.name(name), pair: pair)
      guard let text = format.text(palette, platform: platform) else { return try writeColorSets(palette) }
      let destination: ImageDestination = output == "-" ? .standardOutput : .file(output)
      try OutputFile.write(Array(text.utf8), to: destination, overwrite: force)
    }

    private func writeColorSets(_ palette: Palette) throws {
      let sets = PaletteColorSets(palette, platform: platform, folder: output)
      if let first = sets.existing.first, !force {
        throw UnusableFile("\(first.printableName): exists already (--force replaces it)")
      }
      let count = try sets.build()
      StandardStream.output.write(line: "\(output.printableName): \(Numbers.counted(count, "colour set"))")
      let elevated = sets.namesWithElevation
      guard !elevated.isEmpty else { return }
      StandardStream.error.write(
        line:
          "note: colour sets have no values for elevated views: left out of \(elevated.joined(separator: ", ").printable)"
      )
    }
  }
}

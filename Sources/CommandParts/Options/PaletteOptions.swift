package import ArgumentParser
import Catalogs
package import Colors
import ImageFiles
import Palettes
import Reports

/// Two files as one palette.
package struct PalettePairOptions: ParsableArguments {
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Two files as one palette: the light and the dark values.", valueName: "light dark"),
    completion: .palette)
  package var pair: [String] = []

  package var isGiven: Bool { !pair.isEmpty }
  package var light: String { pair.first ?? "" }
  package var dark: String { pair.last ?? "" }

  package func validate() throws {
    guard pair.isEmpty || pair.count == 2 else {
      throw ValidationError(
        "--pair takes two files, the light and the dark one (other palettes stand before it)")
    }
    if let folder = pair.first(where: { FileStatus(path: $0)?.kind == .directory }) {
      throw ValidationError(
        "--pair takes two files, not the folder '\(folder)': colour sets have both appearances, give it without --pair"
      )
    }
  }

  /// The name of the palette, which may be given beside or instead of a pair.
  package func name(_ name: String?) throws -> String {
    if name != nil, isGiven { throw ValidationError("give a palette or --pair, not both") }
    guard let name = name ?? pair.first else {
      throw ValidationError("give a palette, or two files with --pair")
    }
    return name
  }

  package init() {}
}

/// The palette for names of colours, and the conditions of its values.
package struct PaletteOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The palette whose names are colours: apple, apple-2023, apple-2022, fiori, an asset catalog, or a file of tokens, CSS or p3tool's own.",
      valueName: "palette"), completion: .palette)
  package var palette: String?

  @Option(help: "Only its values for this appearance: light or dark.")
  package var appearance: PaletteCondition.Appearance?

  @Flag(help: "Its values for increased contrast.")
  package var increasedContrast = false

  @Flag(help: "Its values for views that lie above others.")
  package var elevated = false

  @Option(
    help: ArgumentHelp("Its values on this platform: macOS, watchOS.", valueName: "name"),
    completion: .list(["macOS", "watchOS"]))
  package var platform: String?

  package func validate() throws {
    let options = [
      ("--appearance", appearance != nil), ("--increased-contrast", increasedContrast),
      ("--elevated", elevated),
      ("--platform", platform != nil),
    ]
    if palette == nil, let option = options.first(where: \.1) {
      throw ValidationError("\(option.0) needs --palette")
    }
  }

  /// The palette; nil if none is requested.
  ///
  /// - Throws: a usage error if no palette has the name, or the palette lacks the platform. `UnusableFile` or
  ///   `ImageError` if a file contains no palette.
  package func loaded() throws -> Palette? {
    guard let name = palette else { return nil }
    let palette = try Self.load(name)
    if let platform, !palette.platforms.contains(platform) {
      let all = palette.platforms.isEmpty ? "none" : palette.platforms.joined(separator: ", ")
      throw ValidationError("--platform: \(palette.name) has no values of \(platform) alone (it has: \(all))")
    }
    return palette
  }

  /// The palette `name` (built in, a file, or the colour sets of a folder), or that of a pair of files, with the same
  /// errors as `loaded()`. Entries that are no colours are reported on standard error and skipped.
  package static func load(_ name: String, pair: PalettePairOptions? = nil) throws -> Palette {
    let (palette, problems) = try source(name, pair: pair)
    let isFolder = FileStatus(path: name)?.kind == .directory
    if isFolder, Palette.builtIn(name) == nil, palette.colors.isEmpty, problems.isEmpty {
      throw UnusableFile(
        "\(name.printableName): has no colour sets (name an asset catalog, or a file such as theme.css)")
    }
    for problem in problems where problem.kind != .unread {
      StandardStream.error.write(
        line: "warning: \(name.printableName): left out: \(problem.description.printable)")
    }
    // Of a pair, it is unknown which file has the colour.
    let hasUnread = problems.contains { $0.kind == .unread }
    let lines = hasUnread && pair?.isGiven != true ? PaletteLines(path: name) : nil
    if let note = PaletteLint.unreadNote(problems, fate: "left out", lines: lines) {
      StandardStream.error.write(line: "note: \(name.printableName): \(note.printable)")
    }
    return palette
  }

  /// The palette `name` (built in, a file, or the colour sets of a folder), or that of a pair of files, without entries
  /// that are no colours, and the problems of these.
  ///
  /// - Throws: a usage error if no palette has the name. `UnusableFile` or `ImageError` if a file contains no palette.
  package static func source(
    _ name: String, pair: PalettePairOptions? = nil
  ) throws -> (palette: Palette, problems: [PaletteError]) {
    do {
      if let pair, pair.isGiven { return try Palette.lenient(light: pair.light, dark: pair.dark) }
      let isFolder = Palette.builtIn(name) == nil && FileStatus(path: name)?.kind == .directory
      return try isFolder ? ColorSetPalette.read(name) : Palette.lenient(named: name)
    } catch let error as PaletteSourceError {
      if case .unknown = error { throw ValidationError("\(error)") }
      throw UnusableFile(error)
    }
  }

  /// The conditions that the options select; both appearances if none is given.
  package var conditions: [PaletteCondition] {
    (appearance.map { [$0] } ?? PaletteCondition.Appearance.allCases).map {
      PaletteCondition($0, isElevated: elevated, isIncreased: increasedContrast)
    }
  }

  /// Whether the options select `condition`. Without an option, all are selected.
  package func admits(_ condition: PaletteCondition) -> Bool {
    (appearance == nil || appearance == condition.appearance)
      && (!increasedContrast || condition.isIncreased) && (!elevated || condition.isElevated)
  }

  package init() {}
}

import ArgumentParser
import Colors
import Palettes
import Reports

/// The palette whose names are colours, and which of its values hold.
struct PaletteOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The palette whose names are colours: apple, apple-2023, apple-2022, fiori, or a file of tokens, CSS or p3tool's own.",
      valueName: "palette"), completion: .palette)
  var palette: String?

  @Option(help: "Only its values for this appearance: light or dark.")
  var appearance: PaletteCondition.Appearance?

  @Flag(help: "Its values for increased contrast.")
  var increasedContrast = false

  @Flag(help: "Its values for views that lie above others.")
  var elevated = false

  @Option(
    help: ArgumentHelp("Its values on this platform: macOS, watchOS.", valueName: "name"),
    completion: .list(["macOS", "watchOS"]))
  var platform: String?

  func validate() throws {
    let options = [
      ("--appearance", appearance != nil), ("--increased-contrast", increasedContrast),
      ("--elevated", elevated),
      ("--platform", platform != nil),
    ]
    if palette == nil, let option = options.first(where: \.1) {
      throw ValidationError("\(option.0) needs --palette")
    }
  }

  /// The palette; nil where none is asked for.
  ///
  /// - Throws: a usage error for an unknown name or platform; `Outcome.failedInputs`, said on standard error, for a file
  ///   that is no palette.
  func loaded() throws -> Palette? {
    guard let name = palette else { return nil }
    let palette = try Self.load(name)
    if let platform, !palette.platforms.contains(platform) {
      let all = palette.platforms.isEmpty ? "none" : palette.platforms.joined(separator: ", ")
      throw ValidationError("--platform: \(palette.name) has no values of \(platform) alone (it has: \(all))")
    }
    return palette
  }

  /// The palette called `name`, with the errors of `loaded()`.
  static func load(_ name: String) throws -> Palette {
    do throws(PaletteSourceError) {
      return try Palette.named(name)
    } catch {
      if case .unknown = error { throw ValidationError("\(error)") }
      StandardStream.error.write(error: error)
      throw Outcome.failedInputs
    }
  }

  /// The conditions that the options ask for: both appearances unless one is named.
  var conditions: [PaletteCondition] {
    (appearance.map { [$0] } ?? PaletteCondition.Appearance.allCases).map {
      PaletteCondition($0, isElevated: elevated, isIncreased: increasedContrast)
    }
  }

  /// Whether `condition` is among those asked for, where no option means all.
  func admits(_ condition: PaletteCondition) -> Bool {
    (appearance == nil || appearance == condition.appearance)
      && (!increasedContrast || condition.isIncreased) && (!elevated || condition.isElevated)
  }
}

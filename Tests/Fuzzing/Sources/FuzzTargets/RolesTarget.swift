import CodecTargets
@testable import Colors

@testable import Batch
@testable import Palettes

/// A file of roles for `palette lint`: a role for names that its patterns match, or an error with its place.
enum RolesTarget {
  private static let names = ["label", "button.text", "button/text", "systemBackground", "é", ""]

  static func run(_ text: String) {
    do throws(ConfigurationError) {
      let globs = try PaletteRolesFile.parsed(text, path: "fuzz.yml")
      let palette = Palette(
        name: "fuzz", title: "", date: "", sources: [:],
        colors: names.map {
          Palette.Entry(name: $0, role: .decoration, group: "", platform: nil, source: "", values: [:])
        })
      for entry in palette.withRoles(globs).colors {
        // What no pattern matches keeps the role that the palette gives it.
        require(
          entry.role == globs.role(named: entry.name) ?? .decoration, "\(entry.name) is \(entry.role as Any)")
      }
    } catch {
      require(error.description.hasPrefix("fuzz.yml:"), "no file in '\(error)'")
      // A file of nothing, or of comments alone.
      require(error.place != nil || error.message.hasPrefix("is empty"), "no place in '\(error)'")
    }
  }
}

import CodecTargets
@testable import Colors

@testable import Palettes

/// A palette's file (p3tool's own form, design tokens, custom properties): what is exported of it in the first two forms
/// is read with the same colours.
enum PalettesTarget {
  static func run(_ bytes: [UInt8]) {
    let isStyleSheet = !bytes.contains { $0 == UInt8(ascii: "[") } && bytes.first != UInt8(ascii: "{")
    do throws(PaletteError) {
      let palette = try Palette.parsed(bytes, path: isStyleSheet ? "fuzz.css" : "fuzz.json")
      for color in palette.colors.flatMap(\.orderedValues).map(\.color) { check(color) }
      for form in PaletteExport.allCases { check(form, palette) }
      _ = PalettePairs(palette).pairs(PaletteCondition(.dark))
    } catch {
      _ = error.description
    }
  }

  private static func check(_ color: CSSColor) {
    do { try ColorsTarget.check(color) } catch { fatalError("\(color.cssText): \(error)") }
  }

  private static func check(_ form: PaletteExport, _ palette: Palette) {
    guard let text = form.text(palette, platform: nil), form == .json || form == .dtcg else { return }
    do throws(PaletteError) {
      let again = try Palette.parsed(Array(text.utf8), path: "again.json")
      // Tokens are members of an object, which are sorted. Without a colour their file cannot be told from another.
      let (names, found) = (Set(palette.colors(of: nil).map(\.name)), Set(again.colors.map(\.name)))
      require(found == names || names.isEmpty, "\(form): \(found), not \(names)")
    } catch {
      require(palette.colors(of: nil).isEmpty, "\(form) of it cannot be read: \(error)")
    }
  }
}

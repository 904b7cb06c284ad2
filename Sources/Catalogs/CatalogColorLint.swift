import Checking
import Colors
import ImageFiles
import Palettes

/// The rules of palettes for the colour sets of a catalog. The roles of their colours are derived from names only, so
/// no finding is more than a warning.
///
/// Colour sets with the names and values of a built-in palette are not judged by themselves or against each other:
/// `palette lint apple` reports on them.
package struct CatalogColorLint: Sendable {
  private let path: String
  private let entries: [Palette.Entry]
  /// The set's folder of each colour.
  private let sets: [String: String]

  /// - Parameters:
  ///   - path: the catalog, as the user named it.
  ///   - tree: its sets. Unreadable colour sets are findings of `CatalogLinter`.
  package init(_ tree: CatalogTree, path: String) {
    self.path = FilePath.withoutSlash(path)
    var (entries, sets): ([Palette.Entry], [String: String]) = ([], [:])
    var problems: [PaletteError] = []
    for set in tree.sets where CatalogTree.kind(set) == "colorset" {
      guard let entry = try? ColorSetPalette.entry(set: set, &problems), sets[entry.name] == nil else {
        continue
      }
      entries.append(entry)
      sets[entry.name] = set
    }
    (self.entries, self.sets) = (entries, sets)
  }

  /// The findings of the rules; nil for a catalog without colour sets.
  package var report: CatalogSetReport? {
    guard !entries.isEmpty else { return nil }
    let palette = Palette(name: FilePath(path).name, title: "", date: "", sources: [:], colors: entries)
    let own = Set(entries.filter { !Self.isBuiltIn($0) }.map(\.name))
    let findings = own.isEmpty ? [] : PaletteLint(palette).findings
    let judged = findings.filter { $0.colors.isEmpty || !own.isDisjoint(with: $0.colors) }.map(finding)
    return CatalogSetReport(
      path: path, kind: "palette",
      findings: CatalogRule.allCases.flatMap { rule in judged.filter { $0.rule == rule } })
  }

  private func finding(_ finding: PaletteFinding) -> CatalogFinding {
    // A finding on all colours is a finding on the catalog.
    let set = finding.rule == .nonAdaptive ? nil : finding.colors.first.flatMap { sets[$0] }
    return CatalogFinding(
      CatalogRule(finding.rule), set.map { FilePath.join($0, "Contents.json") } ?? path, finding.message,
      level: min(finding.level, .warning))
  }

  /// The colours of all built-in palettes, by their names.
  private static let builtIn = Dictionary(
    grouping: Palette.builtInNames.flatMap { Palette.builtIn($0)?.colors ?? [] }, by: \.name)

  /// Whether a built-in palette has a colour of this name with these values, in 8-bit codes.
  private static func isBuiltIn(_ entry: Palette.Entry) -> Bool {
    (builtIn[entry.name] ?? []).contains { known in
      entry.orderedValues.allSatisfy { condition, color in
        known.color(condition).map { looksLike(color, $0) } ?? false
      }
    }
  }

  private static func looksLike(_ one: CSSColor, _ other: CSSColor) -> Bool {
    one.hexText == other.hexText && abs(one.alpha - other.alpha) < 0.5 / 255
  }
}

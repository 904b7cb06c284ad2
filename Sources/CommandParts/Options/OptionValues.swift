// Types of the library and of Output as option values. The conformances are of public types, so the imports are public too.
package import Analysis
public import ArgumentParser
package import Catalogs
package import Checking
package import ColorManagement
package import Colors
package import Conversion
package import DarkMode
package import ImageFiles
package import PNGCodec
package import Palettes
package import Reports

extension ColorChoice: ChoiceArgument {}
extension RenderingIntent: ChoiceArgument {}
extension GamutMapping: ChoiceArgument {}
extension SofteningMode: ChoiceArgument {
  /// The mode `argument`. A list may start with either of its modes.
  package init?(argument: String) {
    self.init(rawValue: argument == "ink,knockout" ? "knockout,ink" : argument)
  }
}
extension ColorVision: ChoiceArgument {}
extension Dither: ChoiceArgument {}
extension OutputDepth: ChoiceArgument {}
extension ColorTagging: ChoiceArgument {}
extension PNGWriteOptions.Compression: ChoiceArgument {}

extension MetadataSelection: ExpressibleByArgument {
  /// `all`, `none`, or kinds separated by commas.
  package init?(argument: String) { self.init(argument) }

  /// The default in the help text.
  package var defaultValueDescription: String { self == .all ? "all" : "none" }
}

extension TargetDepth: ChoiceArgument {}
extension AssetIdiom: ChoiceArgument {}
extension AppIconPlatform: ChoiceArgument {}
extension ResamplingFilter: ChoiceArgument {}

extension FindingLevel: ChoiceArgument {}

extension PaletteCondition.Appearance: ChoiceArgument {}
extension ContrastRequirement.Standard: ChoiceArgument {}
extension ContrastRequirement.Level: ChoiceArgument {}
extension ContrastSuggestion.Change: ChoiceArgument {}
extension ContrastSuggestion.Gamut: ChoiceArgument {}

extension TextSize: ExpressibleByArgument {
  /// `17px`, `18pt`.
  package init?(argument: String) { self.init(argument) }

  /// The default in the help text.
  package var defaultValueDescription: String { text }
}

extension PaletteExport: ChoiceArgument {}

extension DifferencePreset: ChoiceArgument {}
extension DifferenceLayout: ChoiceArgument {}

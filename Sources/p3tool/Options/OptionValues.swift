// Types of the library and of Output as option values. The conformances are of public types, so the imports are public too.
public import ArgumentParser
public import ColorManagement
public import P3Kit
public import PNGCodec

extension ColorChoice: ChoiceArgument {}
extension RenderingIntent: ChoiceArgument {}
extension GamutMapping: ChoiceArgument {}
extension SofteningMode: ChoiceArgument {}
extension ColorVision: ChoiceArgument {}
extension Dither: ChoiceArgument {}
extension OutputDepth: ChoiceArgument {}
extension ColorTagging: ChoiceArgument {}
extension PNGWriteOptions.Compression: ChoiceArgument {}

extension MetadataSelection: ExpressibleByArgument {
  /// `all`, `none`, or kinds separated by commas.
  public init?(argument: String) { self.init(argument) }

  /// What help shows.
  public var defaultValueDescription: String { self == .all ? "all" : "none" }
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
  public init?(argument: String) { self.init(argument) }

  /// What help shows.
  public var defaultValueDescription: String { text }
}

extension PaletteExport: ChoiceArgument {}

extension DifferencePreset: ChoiceArgument {}

// Library types as option values. The conformances are of public types, so the imports are public too.
public import ArgumentParser
public import ColorManagement
public import P3Kit
public import PNGCodec

extension RenderingIntent: ExpressibleByArgument {}
extension GamutMapping: ExpressibleByArgument {}
extension SofteningMode: ExpressibleByArgument {}
extension Dither: ExpressibleByArgument {}
extension OutputDepth: ExpressibleByArgument {}
extension ColorTagging: ExpressibleByArgument {}
extension PNGWriteOptions.Compression: ExpressibleByArgument {}

extension MetadataSelection: ExpressibleByArgument {
  /// `all`, `none`, or kinds separated by commas.
  public init?(argument: String) { self.init(argument) }

  /// What help shows.
  public var defaultValueDescription: String { self == .all ? "all" : "none" }
}

extension TargetDepth: ExpressibleByArgument {}
extension AssetIdiom: ExpressibleByArgument {}
extension ResamplingFilter: ExpressibleByArgument {}

extension CatalogColor: ExpressibleByArgument {
  /// `#rrggbb` or `color(…)`.
  public init?(argument: String) { self.init(argument) }
}

extension FindingLevel: ExpressibleByArgument {}

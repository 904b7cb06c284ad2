@testable import Pixels

/// A part of the report, by its name on the command line.
public enum Section: String, CaseIterable, Sendable {
  case conversion, profiles, layouts, gamut, linear, depth
  case unfilter, inflate, deflate
  case gamutRule = "gamut-rule"
  case bandingRule = "banding-rule"
  case dither, softening, difference

  /// Its heading.
  public var title: String {
    switch self {
    case .conversion: "Conversion, Display P3 to sRGB, uniform random pixels"
    case .profiles: "Conversion between other profiles"
    case .layouts: "Pixels in memory, other layouts, Display P3 to sRGB"
    case .gamut: "Gamut counts"
    case .linear: "Strips of linear floats"
    case .depth: "Depth and byte order"
    case .unfilter: "PNG: undoing filters"
    case .inflate: "PNG: inflate"
    case .deflate: "PNG: encoding a band"
    case .gamutRule: "The gamut rule"
    case .bandingRule: "The banding rule"
    case .dither: "Dither to 8 bits"
    case .softening: "Softening whites"
    case .difference: "Differences between images"
    }
  }

  /// Its tables, each made when it is asked for: some hold hundreds of megabytes. `isQuick` leaves the largest out.
  public func groups(isQuick: Bool) -> [() -> ContenderGroup] {
    switch self {
    case .conversion: ConversionGroups.sizes(isQuick: isQuick)
    case .profiles: ConversionGroups.profiles
    case .layouts: LayoutGroups.all
    case .gamut: GamutCountGroups.all + ExcursionGroups.all
    case .linear: LinearGroups.all
    case .depth: DepthGroups.all
    case .unfilter: UnfilterGroups.all
    case .inflate: InflateGroups.all
    case .deflate: DeflateGroups.all
    case .gamutRule: GamutRuleGroups.all
    case .bandingRule: BandingRuleGroups.all
    case .dither: DitherGroups.all
    case .softening: SofteningGroups.all
    case .difference: DifferenceGroups.all
    }
  }

  /// Sections of pixel kernels and analysis: what package-benchmark runs.
  public static let kernels: [Section] = [
    .conversion, .profiles, .layouts, .gamut, .linear, .depth, .gamutRule, .bandingRule, .dither, .softening,
    .difference,
  ]
}

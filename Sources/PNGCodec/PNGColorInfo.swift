/// All colour information of a file. What is malformed, misplaced or a duplicate is nil here and
/// a problem there.
public struct PNGColorInfo: Sendable, Hashable {
  /// cICP.
  public internal(set) var cicp: PNGCodePoints?
  /// iCCP.
  public internal(set) var embeddedProfile: PNGEmbeddedProfile?
  /// sRGB: 0 perceptual, 1 relative colorimetric, 2 saturation, 3 absolute colorimetric.
  public internal(set) var renderingIntent: UInt8?
  /// gAMA: the encoding exponent, about 0.45455 for most files.
  public internal(set) var gamma: Double?
  /// cHRM.
  public internal(set) var chromaticities: PNGChromaticities?
  /// sBIT: meaningful bits per channel of the original.
  public internal(set) var significantBits: [UInt8]?
  /// What was wrong with colour chunks.
  public internal(set) var problems: [PNGProblem] = []

  /// The highest tag that is present and understood; the others do not count.
  public var governing: PNGColorTag {
    if cicp != nil { return .cicp }
    if embeddedProfile != nil { return .iccp }
    if renderingIntent != nil { return .srgb }
    if gamma != nil { return chromaticities != nil ? .gammaAndChromaticities : .gamma }
    return .none
  }

  /// All tags that are present and understood, the governing one first.
  public var present: [PNGColorTag] {
    var tags: [PNGColorTag] = []
    if cicp != nil { tags.append(.cicp) }
    if embeddedProfile != nil { tags.append(.iccp) }
    if renderingIntent != nil { tags.append(.srgb) }
    if gamma != nil { tags.append(chromaticities != nil ? .gammaAndChromaticities : .gamma) }
    return tags
  }

  /// A file without colour chunks.
  public init() {}
}

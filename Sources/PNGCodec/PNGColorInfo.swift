/// All colour information of a file. Malformed, misplaced and duplicate chunks are nil here and listed in `problems`.
package struct PNGColorInfo: Sendable, Hashable {
  /// cICP.
  package internal(set) var cicp: PNGCodePoints?
  /// iCCP.
  package internal(set) var embeddedProfile: PNGEmbeddedProfile?
  /// sRGB: 0 perceptual, 1 relative colorimetric, 2 saturation, 3 absolute colorimetric.
  package internal(set) var renderingIntent: UInt8?
  /// gAMA: the encoding exponent, about 0.45455 for most files.
  package internal(set) var gamma: Double?
  /// cHRM.
  package internal(set) var chromaticities: PNGChromaticities?
  /// sBIT: meaningful bits per channel of the original.
  package internal(set) var significantBits: [UInt8]?
  /// What is wrong with colour chunks.
  package internal(set) var problems: [PNGProblem] = []

  /// The highest tag that is present and valid; it overrides all others.
  package var governing: PNGColorTag {
    if cicp != nil { return .cicp }
    if embeddedProfile != nil { return .iccp }
    if renderingIntent != nil { return .srgb }
    if gamma != nil { return chromaticities != nil ? .gammaAndChromaticities : .gamma }
    return .none
  }

  /// All tags that are present and valid, the governing one first.
  package var present: [PNGColorTag] {
    var tags: [PNGColorTag] = []
    if cicp != nil { tags.append(.cicp) }
    if embeddedProfile != nil { tags.append(.iccp) }
    if renderingIntent != nil { tags.append(.srgb) }
    if gamma != nil { tags.append(chromaticities != nil ? .gammaAndChromaticities : .gamma) }
    return tags
  }

  /// A file without colour chunks.
  package init() {}
}

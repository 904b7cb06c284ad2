// Selects one colour statement of a file, to compare it with the others.

extension PNGColorInfo {
  /// The file's colour information if `tag` were its only colour chunk.
  package func only(_ tag: PNGColorTag) -> PNGColorInfo {
    var alone = PNGColorInfo()
    switch tag {
    case .cicp: alone.cicp = cicp
    case .iccp: alone.embeddedProfile = embeddedProfile
    case .srgb: alone.renderingIntent = renderingIntent
    case .gammaAndChromaticities: (alone.gamma, alone.chromaticities) = (gamma, chromaticities)
    case .gamma: alone.gamma = gamma
    case .none: break
    }
    return alone
  }
}

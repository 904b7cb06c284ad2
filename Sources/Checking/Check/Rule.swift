import ImageFiles

/// One thing that `check` looks for. The raw value is its stable id.
public enum Rule: String, Sendable, Hashable, Codable, CaseIterable {
  /// Visible pixels outside the target gamut.
  case gamutClipping = "gamut-clipping"
  /// Neighbouring colours that become the same in the target.
  case collapsedColors = "collapsed-colors"
  /// A ramp that becomes a flat plateau in the target.
  case clippedGradient = "clipped-gradient"
  /// Visible steps in a smooth gradient.
  case banding
  /// A wide-gamut tag on colours that all fit sRGB.
  case wideGamutUnneeded = "wide-gamut-unneeded"
  /// A wide gamut with only 8 bits per sample, and gradients that show it.
  case lowDepthWideGamut = "low-depth-wide-gamut"
  /// No colour tag at all.
  case untagged
  /// gAMA instead of a profile.
  case legacyGamma = "legacy-gamma"
  /// A colour tag that contradicts the one that counts.
  case conflictingTags = "conflicting-tags"
  /// A colour tag that cannot be used.
  case invalidProfile = "invalid-profile"
  /// cICP primaries 11 (DCI white) where 12 (Display P3) was meant.
  case dciWhiteCICP = "dci-white-cicp"
  /// A damaged file, or one of a kind that is described and not converted.
  case notConvertible = "not-convertible"
  /// Neighbouring areas that only hue separates.
  case colorVision = "color-vision"
  /// A large white area that will glow in dark mode.
  case whiteGlow = "white-glow"
  /// Transparent artwork of which parts cannot be made out on a dark background.
  case vanishesOnDark = "vanishes-on-dark"
  /// Transparent artwork of which parts cannot be made out on a light background.
  case vanishesOnLight = "vanishes-on-light"

  /// The level of the rule's findings; a finding may have another one where its page says why.
  public var level: FindingLevel { page.level }

  /// What the rule finds, in one sentence.
  public var summary: String { page.summary }

  /// What to do about it: commands that can be pasted, with FILE for the image's name.
  package var remedy: String { remedy(target: "srgb") }

  /// The same with another target of conversions in the commands: a built-in space, or an ICC file.
  package func remedy(target: String) -> String {
    page.remedy.replacing("TARGET", with: ShellWord.quoted(target))
  }

  /// The same with the image's name in the commands; standard input has none.
  package func remedy(for path: String, target: String = "srgb") -> String {
    let remedy = remedy(target: target)
    return path == "-" ? remedy : remedy.replacing("FILE", with: ShellWord.quoted(path))
  }

  /// The unit of the rule's LIMIT.
  package var unit: Unit { page.unit }

  /// What is measured, in the rule's unit.
  package var measure: String { page.measure }

  /// The rule reports when its measure is above this.
  package var defaultLimit: Double { page.limit }

  /// Whether the text report has one line for the whole run, with the number of files, in place of one per file: most
  /// files of a folder have these findings, and they would hide the others.
  package var isSaidOncePerRun: Bool { self == .untagged || self == .legacyGamma }

  /// What a rule's LIMIT counts.
  package enum Unit: String, Sendable, Hashable, Codable {
    /// A part of a whole, 0 to 1; on the command line `1%` is the same as `0.01`.
    case share
    /// Places in the image.
    case places
    /// The detector's score.
    case score
    /// Pixels along an edge.
    case pixels
    /// Statements of the file.
    case tags
  }
}

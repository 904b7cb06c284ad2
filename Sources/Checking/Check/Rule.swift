import ImageFiles

/// The rules of `check`. The raw value is the rule's stable id.
public enum Rule: String, Sendable, Hashable, Codable, CaseIterable {
  /// Visible pixels outside the target gamut.
  case gamutClipping = "gamut-clipping"
  /// Neighbouring colours that become equal in the target.
  case collapsedColors = "collapsed-colors"
  /// A ramp that becomes a flat plateau in the target.
  case clippedGradient = "clipped-gradient"
  /// Visible steps in a smooth gradient.
  case banding
  /// A wide-gamut tag on an image whose colours all fit sRGB.
  case wideGamutUnneeded = "wide-gamut-unneeded"
  /// A wide gamut with only 8 bits per sample, and gradients that show it.
  case lowDepthWideGamut = "low-depth-wide-gamut"
  /// No colour tag at all.
  case untagged
  /// gAMA instead of a profile.
  case legacyGamma = "legacy-gamma"
  /// A colour tag that contradicts the governing one.
  case conflictingTags = "conflicting-tags"
  /// An unusable colour tag.
  case invalidProfile = "invalid-profile"
  /// cICP primaries 11 (DCI white) where 12 (Display P3) was meant.
  case dciWhiteCICP = "dci-white-cicp"
  /// A damaged file, or one of a kind that can be described but not converted.
  case notConvertible = "not-convertible"
  /// Neighbouring areas that differ only in hue.
  case colorVision = "color-vision"
  /// A large white area that will glow in dark mode.
  case whiteGlow = "white-glow"
  /// Transparent artwork with parts that cannot be made out on a dark background.
  case vanishesOnDark = "vanishes-on-dark"
  /// Transparent artwork with parts that cannot be made out on a light background.
  case vanishesOnLight = "vanishes-on-light"

  /// The level of the rule's findings; a finding may have another level for reasons given on its page.
  public var level: FindingLevel { page.level }

  /// What the rule finds, in one sentence.
  public var summary: String { page.summary }

  /// Remedy: commands that can be pasted, with FILE for the image's name.
  package var remedy: String { remedy(target: "srgb") }

  /// The remedy with another target in the commands: a built-in space, or an ICC file.
  package func remedy(target: String) -> String {
    page.remedy.replacing("TARGET", with: ShellWord.quoted(target))
  }

  /// The remedy with the image's name in the commands; standard input has none.
  package func remedy(for path: String, target: String = "srgb") -> String {
    let remedy = remedy(target: target)
    return path == "-" ? remedy : remedy.replacing("FILE", with: ShellWord.quoted(path))
  }

  /// The unit of the rule's LIMIT.
  package var unit: Unit { page.unit }

  /// The measure, in the rule's unit.
  package var measure: String { page.measure }

  /// Threshold of the measure above which the rule reports.
  package var defaultLimit: Double { page.limit }

  /// Whether the text report has one line for the whole run, with the number of files, instead of one per file: most
  /// files of a folder have these findings, which would hide the others.
  package var isSaidOncePerRun: Bool { self == .untagged || self == .legacyGamma }

  /// The unit of a rule's LIMIT.
  package enum Unit: String, Sendable, Hashable, Codable {
    /// A share, 0 to 1; on the command line `1%` equals `0.01`.
    case share
    /// Places in the image.
    case places
    /// The detector's score.
    case score
    /// Pixels along an edge.
    case pixels
    /// Statements of the file.
    case tags

    /// The range of limits.
    var limits: ClosedRange<Double> { 0...(self == .share ? 1 : .greatestFiniteMagnitude) }
  }
}

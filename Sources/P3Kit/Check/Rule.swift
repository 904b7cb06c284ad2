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
  /// A wide gamut with only 8 bits per sample.
  case lowDepthWideGamut = "low-depth-wide-gamut"
  /// No colour tag at all.
  case untagged
  /// A colour tag that says something else than the one that counts.
  case conflictingTags = "conflicting-tags"
  /// A colour tag that cannot be used.
  case invalidProfile = "invalid-profile"
  /// cICP primaries 11 (DCI white) where 12 (Display P3) was meant.
  case dciWhiteCICP = "dci-white-cicp"
  /// A large white area that will glow in dark mode.
  case whiteGlow = "white-glow"
  /// Transparent artwork that has too little contrast on a dark background.
  case vanishesOnDark = "vanishes-on-dark"
  /// Transparent artwork that has too little contrast on a light background.
  case vanishesOnLight = "vanishes-on-light"

  /// The level of the rule's findings; a finding may be milder where its message says why.
  public var level: FindingLevel {
    switch self {
    case .invalidProfile: .error
    case .wideGamutUnneeded, .whiteGlow: .note
    default: .warning
    }
  }

  /// What the rule finds, in one sentence.
  public var summary: String {
    switch self {
    case .gamutClipping: "Visible colours lie outside the target's gamut and will be clipped."
    case .collapsedColors: "Neighbouring colours that differ here become the same in the target."
    case .clippedGradient: "A gradient becomes a flat plateau in the target."
    case .banding: "A smooth gradient shows visible steps."
    case .wideGamutUnneeded: "The file is tagged with a wide gamut, but every visible colour fits sRGB."
    case .lowDepthWideGamut: "A wide gamut is stored with only 8 bits per sample, so its steps are coarse."
    case .untagged: "The file does not say what its colours mean."
    case .conflictingTags: "The file's colour tags contradict each other."
    case .invalidProfile: "A colour tag of the file is damaged or does not fit the image."
    case .dciWhiteCICP: "cICP names the DCI white (primaries 11), which no display uses."
    case .whiteGlow: "A large white area, which soften would lower, will glow on a dark background."
    case .vanishesOnDark: "The artwork's outline has too little contrast on a dark background."
    case .vanishesOnLight: "The artwork's outline has too little contrast on a light background."
    }
  }

  /// What to do about it, in one sentence.
  public var remedy: String {
    switch self {
    case .gamutClipping:
      "Convert with `p3tool convert --gamut soft` to keep the gradation, or ship a separate sRGB variant."
    case .collapsedColors:
      "Choose colours that differ in lightness too, or convert with `p3tool convert --gamut soft`."
    case .clippedGradient:
      "Convert with `p3tool convert --gamut soft`, which keeps the steps of gradients."
    case .banding:
      "Export the gradient at 16 bits and reduce the depth with `p3tool convert --dither blue-noise`; where "
        + "the gamut cuts it off, add `--gamut soft`."
    case .wideGamutUnneeded: "Convert with `p3tool convert --to srgb`: nothing is lost."
    case .lowDepthWideGamut: "Export at 16 bits per channel."
    case .untagged: "Tag it with `p3tool assign --profile`, or export with the colour profile embedded."
    case .conflictingTags:
      "Keep one statement: `p3tool assign --profile` with the space you mean replaces them all."
    case .invalidProfile: "Export the image again with a working profile, or use `p3tool assign --profile`."
    case .dciWhiteCICP: "Write cICP 12/13/0/1 for Display P3: `p3tool assign --profile display-p3`."
    case .whiteGlow: "Make a dark variant with `p3tool soften`."
    case .vanishesOnDark, .vanishesOnLight:
      "Ship a variant for this background, or add a contour with `p3tool soften --mode outline`."
    }
  }
}

// What each rule measures, and from where on it speaks.

extension Rule {
  /// What a rule's LIMIT counts.
  public enum Unit: String, Sendable, Hashable, Codable {
    /// A part of a whole, 0 to 1; on the command line `1%` is the same as `0.01`.
    case share
    /// Places in the image.
    case places
    /// The detector's score.
    case score
    /// Statements of the file.
    case tags
  }

  /// The unit of the rule's LIMIT.
  public var unit: Unit {
    switch self {
    case .gamutClipping, .whiteGlow, .vanishesOnDark, .vanishesOnLight: .share
    case .collapsedColors, .clippedGradient: .places
    case .banding: .score
    case .wideGamutUnneeded, .lowDepthWideGamut, .untagged, .conflictingTags, .invalidProfile, .dciWhiteCICP:
      .tags
    }
  }

  /// What is measured, in the rule's unit.
  public var measure: String {
    switch self {
    case .gamutClipping: "share of visible pixels outside"
    case .collapsedColors: "places where colours collapse"
    case .clippedGradient: "gradients that clip"
    case .banding: "score; 1 is just visible"
    case .whiteGlow: "share of the area that is bright"
    case .vanishesOnDark, .vanishesOnLight: "share of the outline under 3:1"
    case .wideGamutUnneeded, .lowDepthWideGamut, .untagged, .conflictingTags, .invalidProfile, .dciWhiteCICP:
      "tags concerned"
    }
  }

  /// The rule speaks when its measure is above this.
  public var defaultLimit: Double {
    switch self {
    case .whiteGlow: WhiteGlowAnalyzer.reportedShare
    // A few pixels of any outline are faint; a twentieth is a part that is missing.
    case .vanishesOnDark, .vanishesOnLight: 0.05
    default: 0
    }
  }
}

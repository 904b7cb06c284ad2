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

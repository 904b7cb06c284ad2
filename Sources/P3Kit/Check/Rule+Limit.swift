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
    case .gamutClipping: "share of the visible pixels that lie outside, 0 to 1"
    case .collapsedColors: "places where colours collapse"
    case .clippedGradient: "gradients that clip"
    case .banding: "banding score of the file as it is, or of what the target adds"
    case .whiteGlow: "share of the image's area that is bright, 0 to 1"
    case .vanishesOnDark, .vanishesOnLight: "share of the artwork's outline under 3:1, 0 to 1"
    case .wideGamutUnneeded, .lowDepthWideGamut, .untagged, .conflictingTags, .invalidProfile, .dciWhiteCICP:
      "tags concerned"
    }
  }

  /// The rule speaks when its measure is above this.
  public var defaultLimit: Double { 0 }
}

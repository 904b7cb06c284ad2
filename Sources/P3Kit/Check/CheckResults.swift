/// What the scanners of a check found in one image.
struct CheckResults: Sendable {
  /// Bits per sample that the values need.
  let depth: Int
  /// Against the target; nil where it cannot be counted.
  let gamut: GamutReport?
  /// Against sRGB, where the image's space is wide and the target is another.
  let standardGamut: GamutReport?
  /// What people will miss; nil where its rules are not asked for.
  let loss: GamutLossReport?
  /// As the file is, and what the target adds.
  let banding: CheckReport.Banding
  /// Nil where its rule is not asked for.
  let glow: WhiteGlowReport?
  /// One per background of the request; empty where its rules are not asked for.
  let legibility: [LegibilityReport]
  /// Where they were asked for.
  let previews: CheckPreviews?
  /// Paints heat maps; nil where exact counts are impossible.
  let painter: HeatmapPainter?
  /// Why something could not be measured.
  let notes: [String]
}

/// How an image is prepared for a dark background.
public enum SofteningMode: String, Sendable, Hashable, CaseIterable {
  /// `white`, `highlights` or nothing, whichever the image asks for.
  case auto
  /// Lowers the white background and leaves ink and artwork as they are.
  case white
  /// Lowers everything bright along a smooth knee, hue kept.
  case highlights
  /// Lowers the whole image in proportion, so that contrasts stay.
  case dim
  /// Draws a thin contour around transparent artwork where it would vanish on the background.
  case outline
}

/// Why an image is softened the way it is, or left alone.
public enum SofteningReason: String, Sendable, Hashable, CaseIterable {
  /// It has a white or off-white background.
  case whiteBackground
  /// A drawing or screen that is bright without a white background.
  case brightGraphic
  /// The mode was asked for by name, and there is something for it to do.
  case asRequested
  /// Its artwork would vanish on the background.
  case vanishingArtwork

  /// A photograph: its whites belong to the picture.
  case photograph
  /// White is no brighter than asked for: nothing to lower, as in an image that went through before.
  case alreadySoft
  /// Nothing in it is bright.
  case dark
  /// There is no white background to find.
  case noWhiteBackground
  /// Nothing but white: artwork cannot be told from background.
  case allWhite
  /// White artwork on transparency, made for dark backgrounds.
  case whiteArtwork
  /// No visible pixel.
  case allTransparent
  /// No transparency, so nothing that an outline could follow.
  case noTransparency
  /// Artwork is seen well enough on the background.
  case visibleArtwork
  /// The background falls into so many pieces that a map of them would not fit the memory.
  case tooIntricate
}

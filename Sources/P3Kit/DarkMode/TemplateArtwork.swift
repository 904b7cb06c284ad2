import Pixels

/// Recognises template images: small artwork of pure black or pure white whose shape is in the alpha alone. Toolkits
/// take such files for masks and paint them in the text's colour, whatever the ground: AppKit asks for "only black and
/// clear colors" (NSImage.isTemplate), GTK writes symbolic icons as black, Android takes white for notifications.
///
/// A file cannot say that it is one. Artwork of any other colour, be it one single dark grey, is none.
struct TemplateArtwork: Sendable {
  /// Pixels across and down, 24 units at four pixels to a unit: the largest size of Android's notification icons and
  /// of GTK's symbolic ones. Larger artwork is shown as it is.
  static let largestSide = 96

  private let format: PixelFormat
  private var isSmall: Bool
  private var hasArtwork = false
  private var isBlack = true
  private var isWhite = true

  init(format: PixelFormat, width: Int, height: Int) {
    self.format = format
    isSmall = format.hasAlpha && max(width, height) <= Self.largestSide
  }

  /// Takes the next row. Fully transparent pixels have no colour.
  mutating func add(_ row: Span<UInt16>) {
    guard isSmall, isBlack || isWhite else { return }
    let channels = format.channelCount
    for start in stride(from: 0, to: row.count, by: channels) where row[start + channels - 1] > 0 {
      hasArtwork = true
      for channel in start..<start + channels - 1 {
        if row[channel] != 0 { isBlack = false }
        if row[channel] != 65535 { isWhite = false }
      }
    }
  }

  /// Whether the rows so far are those of a template.
  var isTemplate: Bool { isSmall && hasArtwork && (isBlack || isWhite) }
}

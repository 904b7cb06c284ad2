import Pixels

/// Recognises template images: small artwork of pure black or white whose shape is only in the alpha, and whose file
/// name tells toolkits to paint it in the text's colour.
///
/// The pixels alone do not distinguish a mask from a black logo, which does vanish. The names are those of toolkits:
/// AppKit paints `…Template` (NSImage.isTemplate), GTK `…-symbolic`.
package struct TemplateArtwork: Sendable {
  /// The largest width and height in pixels (24 units of four pixels): that of Android's notification icons and GTK's
  /// symbolic ones. Larger artwork is shown unchanged.
  package static let largestSide = 96

  private let format: PixelFormat
  private var isSmall: Bool
  private var hasArtwork = false
  private var isBlack = true
  private var isWhite = true

  init(format: PixelFormat, width: Int, height: Int) {
    self.format = format
    isSmall = format.hasAlpha && max(width, height) <= Self.largestSide
  }

  /// Adds the next row. Fully transparent pixels have no colour.
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

  /// Whether toolkits paint a file of this name in another colour: `ShareTemplate@2x.png`,
  /// `go-home-symbolic.symbolic.png`.
  package static func isNamed(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    var stem = name.lowercased().hasSuffix(".png") ? name.dropLast(4) : name
    for scale in ["@2x", "@3x"] where stem.hasSuffix(scale) { stem = stem.dropLast(scale.count) }
    return ["Template", "-symbolic", "-symbolic-ltr", "-symbolic-rtl", ".symbolic"].contains {
      stem.hasSuffix($0)
    }
  }

  /// Whether the rows so far are those of a template.
  var isTemplate: Bool { isSmall && hasArtwork && (isBlack || isWhite) }
}

import Pixels

/// Recognises template images: small artwork of pure black or pure white whose shape is in the alpha alone, and whose file's
/// name says that toolkits paint it in the text's colour, whatever the ground.
///
/// The pixels alone do not distinguish a mask from a black logo, which does vanish. The names are those that toolkits go by: AppKit takes
/// `…Template` for one (NSImage.isTemplate), GTK recolours `…-symbolic`.
package struct TemplateArtwork: Sendable {
  /// Pixels across and down, 24 units at four pixels to a unit: the largest size of Android's notification icons and
  /// of GTK's symbolic ones. Larger artwork is shown as it is.
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

  /// Whether a file of this name is painted in another colour: `ShareTemplate@2x.png`, `go-home-symbolic.symbolic.png`.
  package static func isNamed(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    var stem = name.lowercased().hasSuffix(".png") ? name.dropLast(4) : name
    for scale in ["@2x", "@3x"] where stem.hasSuffix(scale) { stem = stem.dropLast(scale.count) }
    return ["Template", "-symbolic", "-symbolic-ltr", "-symbolic-rtl", ".symbolic"].contains {
      stem.hasSuffix($0)
    }
  }

  /// Whether the pixels of the rows so far are those of a template.
  var isTemplate: Bool { isSmall && hasArtwork && (isBlack || isWhite) }
}

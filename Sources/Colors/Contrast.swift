/// How well one colour can be read on another (WCAG 2.2).
///
///     let contrast = try Contrast(of: "#8396A8", on: "color(display-p3 0.2 0.3 0.4)")
///     print(contrast.ratio >= 4.5)
public struct Contrast: Sendable, Hashable {
  /// The ratio, 1 to 21. Of colours that sRGB does not have it is the lower one of the ratio as they are and the ratio as an sRGB display
  /// clips them.
  public let ratio: Double

  /// The contrast of two colours as CSS writes them (CSS Color 4 and 5).
  ///
  /// - Parameters:
  ///   - foreground: text or a mark. It may be translucent.
  ///   - background: what it stands on.
  ///   - backdrop: what lies under a translucent background; opaque.
  /// - Throws: an error for a text that is no colour, and for a translucent background without a backdrop. Its description has
  ///   the fact and the remedy.
  public init(of foreground: String, on background: String, over backdrop: String? = nil) throws {
    ratio = try ContrastPair(
      CSSColor(foreground), on: CSSColor(background), over: backdrop.map { try CSSColor($0) }
    ).decidingRatio
  }
}

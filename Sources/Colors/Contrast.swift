/// How readable one colour is on another (WCAG 2.2).
///
///     let contrast = try Contrast(of: "#8396A8", on: "color(display-p3 0.2 0.3 0.4)")
///     print(contrast.ratio >= 4.5)
public struct Contrast: Sendable, Hashable {
  /// The ratio, 1 to 21. For colours outside sRGB: the lower of the ratio of the true colours and the ratio on an sRGB
  /// display, which clips them.
  public let ratio: Double

  /// The contrast of two colours in CSS notation (CSS Color 4 and 5).
  ///
  /// - Parameters:
  ///   - foreground: text or mark; may be translucent.
  ///   - background: what the foreground is on.
  ///   - backdrop: an opaque colour under a translucent background.
  /// - Throws: an error for a text that is no colour, and for a translucent background without a backdrop. Its
  ///   description states the fact and the remedy.
  public init(of foreground: String, on background: String, over backdrop: String? = nil) throws {
    ratio = try ContrastPair(
      CSSColor(foreground), on: CSSColor(background), over: backdrop.map { try CSSColor($0) }
    ).decidingRatio
  }
}

/// The viewing conditions of an image.
public struct BandingOptions: Sendable, Hashable, Codable {
  /// Image pixels that one degree of the visual field covers.
  public var pixelsPerDegree: Double

  /// The constants of the rule; only the tool that tries other values changes them.
  package var thresholds = BandingThresholds()

  private enum CodingKeys: CodingKey { case pixelsPerDegree }

  /// The default of `pixelsPerDegree`: a 2× display, one image pixel per display pixel. A laptop of 220 ppi
  /// at 20 inches has 220 · 20 · 2·tan(0.5°) = 77 pixels per degree, a phone of 460 ppi at 10 inches 80, a
  /// 27-inch 5K monitor of 218 ppi at 20 inches 76.
  public static let retinaPixelsPerDegree = 77.0

  /// Options; by default with the viewing conditions of a 2× display.
  public init(pixelsPerDegree: Double = Self.retinaPixelsPerDegree) {
    precondition(pixelsPerDegree > 0, "an image is seen under a positive angle")
    self.pixelsPerDegree = pixelsPerDegree
  }

  /// Options for a display.
  ///
  /// - Parameters:
  ///   - distance: from eye to display, in inches, above 0.
  ///   - pixelsPerInch: the display's resolution, above 0.
  public init(distance: Double, pixelsPerInch: Double) {
    // 2·tan(0.5°): the width of one degree at distance 1.
    self.init(pixelsPerDegree: distance * pixelsPerInch * 0.017455064928217585)
  }

  /// Standard deviation, in pixels, of the blur that stands for the eye's optics and its limited acuity:
  /// 1.3 px at 77 px/°, that is one minute of arc (the foveal line-spread function of a 3 mm pupil;
  /// Campbell and Gubisch, J. Physiol. 186, 1966).
  var blurSigma: Double { pixelsPerDegree * (1.3 / Self.retinaPixelsPerDegree) }
}

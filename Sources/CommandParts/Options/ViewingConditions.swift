package import Analysis

/// The viewing conditions of an image, from options: the pixels per degree, or the distance of the eye with the
/// resolution of the display.
package struct ViewingConditions: Sendable {
  /// Image pixels that one degree of the visual field covers.
  package var pixelsPerDegree: Double?
  /// The distance from the eye to the display; requires `pixelsPerInch`.
  package var distance: ViewingDistance?
  /// Image pixels per inch on the display; requires `distance`.
  package var pixelsPerInch: Double?

  /// The range of `pixelsPerDegree` and `pixelsPerInch`: 1 pixel per degree is a poster seen from the next street, and
  /// 10,000 are far beyond any eye.
  package static let range: ClosedRange<Double> = 1...10_000

  /// Without arguments: the default conditions.
  package init(
    pixelsPerDegree: Double? = nil, distance: ViewingDistance? = nil, pixelsPerInch: Double? = nil
  ) {
    self.pixelsPerDegree = pixelsPerDegree
    self.distance = distance
    self.pixelsPerInch = pixelsPerInch
  }

  /// The conditions as options of the banding scan. If they contradict each other, which should be refused earlier,
  /// pixels per degree are used.
  package var options: BandingOptions {
    if let pixelsPerDegree { return BandingOptions(pixelsPerDegree: pixelsPerDegree) }
    if let distance, let pixelsPerInch {
      return BandingOptions(distance: distance.inches, pixelsPerInch: pixelsPerInch)
    }
    return BandingOptions()
  }
}

/// A distance from the eye to the display.
package struct ViewingDistance: Sendable, Hashable {
  /// The distance in inches, for 1 mm to 1 km.
  package let inches: Double

  /// Parses a number with `cm`, `mm`, `m` or `in`; without a unit, in centimetres. Nil for other texts, and for less
  /// than 1 mm or more than 1 km.
  package init?(_ text: String) {
    let units: [(suffix: String, inches: Double)] = [
      ("cm", 1 / 2.54), ("mm", 0.1 / 2.54), ("in", 1), ("m", 100 / 2.54), ("", 1 / 2.54),
    ]
    guard let unit = units.first(where: { text.hasSuffix($0.suffix) }),
      let number = Double(text.dropLast(unit.suffix.count)), number.isFinite
    else { return nil }
    inches = number * unit.inches
    guard (0.1 / 2.54...100_000 / 2.54).contains(inches) else { return nil }
  }
}

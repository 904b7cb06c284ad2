import Analysis

/// How an image is looked at, as options say it: by the pixels of one degree, or by the distance
/// of the eye and the resolution of the display.
struct ViewingConditions: Sendable {
  /// Image pixels that one degree of the visual field covers.
  var pixelsPerDegree: Double?
  /// From the eye to the display; together with `pixelsPerInch`.
  var distance: ViewingDistance?
  /// Image pixels per inch on the display; together with `distance`.
  var pixelsPerInch: Double?

  /// What `pixelsPerDegree` and `pixelsPerInch` may be: 1 pixel per degree is a poster seen from the next street, 10,000
  /// are far beyond any eye.
  static let range: ClosedRange<Double> = 1...10_000

  /// Nothing said: the default conditions.
  init(
    pixelsPerDegree: Double? = nil, distance: ViewingDistance? = nil, pixelsPerInch: Double? = nil
  ) {
    self.pixelsPerDegree = pixelsPerDegree
    self.distance = distance
    self.pixelsPerInch = pixelsPerInch
  }

  /// What they mean for banding. Of contradicting conditions, which are to be refused before, pixels per degree count.
  var options: BandingOptions {
    if let pixelsPerDegree { return BandingOptions(pixelsPerDegree: pixelsPerDegree) }
    if let distance, let pixelsPerInch {
      return BandingOptions(distance: distance.inches, pixelsPerInch: pixelsPerInch)
    }
    return BandingOptions()
  }
}

/// A length from the eye to the display.
struct ViewingDistance: Sendable, Hashable {
  /// From 1 mm to 1 km.
  let inches: Double

  /// A number with `cm`, `mm`, `m` or `in`; centimetres without a unit. Nil for other words, and for less than 1 mm or
  /// more than 1 km.
  init?(_ text: String) {
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

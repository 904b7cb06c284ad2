import ColorManagement

/// One colour of the image before and after the clip to the target.
struct GamutLossColor: Sendable {
  /// As it is.
  let source: CIELAB
  /// As the target shows it.
  let target: CIELAB

  /// A stand-in for CIEDE2000 in the search for ramps: CIE94 (CIE 116-1995), whose weights are most of what
  /// CIEDE2000 does to saturated colours, without its angles. Verdicts are CIEDE2000's.
  static func roughDifference(_ a: CIELAB, _ b: CIELAB) -> Double {
    let chromaA = (a.a * a.a + a.b * a.b).squareRoot()
    let chromaB = (b.a * b.a + b.b * b.b).squareRoot()
    let deltaChroma = chromaA - chromaB
    let (da, db, dl) = (a.a - b.a, a.b - b.b, a.lightness - b.lightness)
    let deltaHueSquared = max(da * da + db * db - deltaChroma * deltaChroma, 0)
    let c = deltaChroma / (1 + 0.045 * chromaA)
    let weightHue = 1 + 0.015 * chromaA
    return (dl * dl + c * c + deltaHueSquared / (weightHue * weightHue)).squareRoot()
  }
}

import ColorManagement
import Pixels

/// Colours by their 48-bit numbers, the ones met lately remembered: a direct-mapped cache.
struct GamutCollapsePalette: Sendable {
  private static let size = 1 << 12

  let gamut: TargetGamut
  private var entries: [(key: UInt64, color: GamutCollapseColor)?]

  init(_ gamut: TargetGamut) {
    self.gamut = gamut
    entries = Array(repeating: nil, count: Self.size)
  }

  /// The colour with number `key`.
  mutating func color(_ key: UInt64) -> GamutCollapseColor {
    let place = Int((key &* 0x9E37_79B9_7F4A_7C15) >> 52)
    if let entry = entries[place], entry.key == key { return entry.color }
    let linear = gamut.linear(TargetGamut.color(key))
    let color = GamutCollapseColor(
      source: gamut.lab(linear), target: gamut.clippedLab(linear))
    entries[place] = (key, color)
    return color
  }

  /// Whether the two look the same in the source.
  mutating func isOneColor(_ a: UInt64, _ b: UInt64) -> Bool {
    a == b || CIEDE2000.difference(color(a).source, color(b).source) < GamutCollapseReport.visibleDifference
  }

  /// The CIEDE2000 that the pair loses, or nil where it is not lost: visible in the source, under one, and under
  /// half of what it was, in the target.
  mutating func lostDifference(_ a: UInt64, _ b: UInt64) -> Double? {
    let (first, second) = (color(a), color(b))
    let visible = GamutCollapseReport.visibleDifference
    // CIE94 does not exceed CIEDE2000 by half: what it calls far apart in the target is not lost.
    guard GamutCollapseColor.roughDifference(first.target, second.target) < 1.5 * visible else { return nil }
    let before = CIEDE2000.difference(first.source, second.source)
    guard before >= visible else { return nil }
    let after = CIEDE2000.difference(first.target, second.target)
    return after < visible && after <= before / 2 ? before : nil
  }
}

/// One colour of the image before and after the clip to the target.
struct GamutCollapseColor: Sendable {
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

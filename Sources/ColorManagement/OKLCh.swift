import Pixels

/// A colour in OKLCh: OKLab with chroma and hue instead of a and b.
package struct OKLCh: Sendable, Hashable {
  /// Perceived lightness L, 0 black to 1 white.
  package var lightness: Double
  /// Distance from the neutral axis, 0 to about 0.4.
  package var chroma: Double
  /// Hue angle in degrees, 0 up to 360; 0 for neutrals.
  package var hue: Double

  /// The colour with these coordinates.
  package init(lightness: Double, chroma: Double, hue: Double) {
    self.lightness = lightness
    self.chroma = chroma
    self.hue = hue
  }

  /// The same colour as `lab`.
  package init(_ lab: OKLab) {
    let degrees = ReproducibleMath.arcTangent(y: lab.b, x: lab.a) * (180 / .pi)
    self.init(lightness: lab.lightness, chroma: lab.chroma, hue: degrees < 0 ? degrees + 360 : degrees)
  }

  /// The same colour in OKLab.
  package var lab: OKLab {
    let radians = hue * (.pi / 180)
    return OKLab(
      lightness: lightness, a: chroma * ReproducibleMath.cosine(radians),
      b: chroma * ReproducibleMath.sine(radians))
  }
}

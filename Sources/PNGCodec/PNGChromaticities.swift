/// The cHRM chunk: CIE 1931 xy of white and primaries (PNG 3rd edition, clause 11.3.2.1).
package struct PNGChromaticities: Sendable, Hashable {
  /// x and y.
  package let white: SIMD2<Double>
  /// x and y.
  package let red: SIMD2<Double>
  /// x and y.
  package let green: SIMD2<Double>
  /// x and y.
  package let blue: SIMD2<Double>

  /// Chromaticities as given.
  package init(white: SIMD2<Double>, red: SIMD2<Double>, green: SIMD2<Double>, blue: SIMD2<Double>) {
    self.white = white
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// BT.709 primaries and D65, the companions of the sRGB chunk.
  package static let sRGB = PNGChromaticities(
    white: SIMD2(0.3127, 0.3290), red: SIMD2(0.64, 0.33), green: SIMD2(0.30, 0.60), blue: SIMD2(0.15, 0.06))
}

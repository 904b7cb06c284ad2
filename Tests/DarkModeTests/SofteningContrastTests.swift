import Colors
import Testing

/// `WCAGContrast` against published ratios.
struct SofteningContrastTests {
  private func luminance(_ red: Double, _ green: Double, _ blue: Double) -> Double {
    WCAGContrast.relativeLuminance(SIMD3(red, green, blue) / 255)
  }

  @Test(
    "Known pairs have their known contrast",
    arguments: [
      // Black on white is 21:1 by the definition; #1C1C1E and #767676 are often quoted at 17.0 and 4.54.
      ((255.0, 255.0, 255.0), (0.0, 0.0, 0.0), 21.0), ((255, 255, 255), (28, 28, 30), 17.01),
      ((118, 118, 118), (255, 255, 255), 4.54), ((255, 0, 0), (255, 255, 255), 4.0),
      ((0, 0, 255), (255, 255, 255), 8.59), ((0, 255, 0), (255, 255, 255), 1.37),
    ])
  func knownPairs(
    _ pair: ((Double, Double, Double), (Double, Double, Double), Double)
  ) {
    let (a, b, expected) = pair
    let ratio = WCAGContrast.ratio(luminance(a.0, a.1, a.2), luminance(b.0, b.1, b.2))
    #expect(abs(ratio - expected) < 0.01)
    #expect(ratio == WCAGContrast.ratio(luminance(b.0, b.1, b.2), luminance(a.0, a.1, a.2)))
  }

  @Test("Softened white has 12.5:1 on #1C1C1E, and black text on it 15.4:1")
  func softened() {
    #expect(abs(WCAGContrast.ratio(0.72, luminance(28, 28, 30)) - 12.5) < 0.05)
    #expect(abs(WCAGContrast.ratio(0.72, 0) - 15.4) < 0.01)
  }
}

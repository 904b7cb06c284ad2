import Testing

@testable import P3Kit

struct SofteningCurveTests {
  static let curves = [0.73, 0.8, 0.87, 0.95, 1].flatMap { white in
    [0.3, 0.5, 0.6, 0.72].filter { $0 < white }.flatMap { target in
      [
        SofteningCurve.paper(white: white, target: target), .panel(white: white, target: target),
        .highlights(target: target),
      ]
    }
  }

  @Test("Every curve rises throughout and never brightens", arguments: curves)
  func isMonotone(_ curve: SofteningCurve) {
    var last = -1.0
    for step in 0...4096 {
      let l = Double(step) / 4096
      let luminance = l * l * curve.kept(l)
      if luminance <= last || luminance > l * l {
        Issue.record("at lightness \(l): \(luminance) after \(last)")
        return
      }
      last = luminance
    }
  }

  @Test("The slope of every curve is continuous", arguments: curves)
  func isSmooth(_ curve: SofteningCurve) {
    let step = 1.0 / 4096
    func slope(_ l: Double) -> Double {
      ((l + step) * (l + step) * curve.kept(l + step) - l * l * curve.kept(l)) / step
    }
    for index in 1..<4095 {
      let l = Double(index) * step
      if abs(slope(l) - slope(l - step)) > 0.05 {
        Issue.record("a kink at lightness \(l)")
        return
      }
    }
  }

  @Test("White ends at the target, and black stays")
  func ends() {
    for white in [0.8, 0.9, 1] {
      let l = white.squareRoot()
      #expect(abs(white * SofteningCurve.paper(white: white, target: 0.72).kept(l) - 0.72) < 1e-12)
      #expect(abs(white * SofteningCurve.panel(white: white, target: 0.72).kept(l) - 0.72) < 1e-12)
    }
    #expect(SofteningCurve.highlights(target: 0.72).kept(0) == 1)
  }
}

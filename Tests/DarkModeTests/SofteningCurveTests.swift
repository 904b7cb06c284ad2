import Testing

@testable import DarkMode

struct SofteningCurveTests {
  static let curves = [0.3, 0.5, 0.6, 0.72, 0.9].map { SofteningCurve.highlights(target: $0) }

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

  @Test("Light greys keep their order on every paper, white loses all and dark greys nothing")
  func panels() {
    for (white, loss) in [(1, 0.133), (1, 0.42), (0.93, 0.08)] {
      let panel = SofteningPanelCurve(white: white, loss: loss)
      let after = (0...1024).map { step in
        Double(step) / 1024 - panel.share(Double(step) / 1024) * loss
      }
      let isRising = zip(after, after.dropFirst()).allSatisfy { $0 < $1 }
      #expect(isRising, "paper \(white) that loses \(loss)")
      #expect(panel.share(white) == 1)
      #expect(panel.share(0.05) == 0)
    }
  }
}

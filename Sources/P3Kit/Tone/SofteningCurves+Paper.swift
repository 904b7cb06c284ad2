internal import Pixels

extension SofteningCurves {
  /// The losses that bring `paper` to the luminance `target`.
  init(paper: SofteningPaper, target: Double, verdicts: [UInt16], tables: SofteningTables) {
    let paperCurve = SofteningCurve.paper(white: paper.luminance, target: target)
    let panelCurve = SofteningCurve.panel(white: paper.luminance, target: target)
    /// Codes that the paper's colour at lightness `l` loses.
    func shift(_ l: Double, _ curve: SofteningCurve) -> SIMD3<UInt16> {
      var codes = SIMD3<UInt16>()
      for channel in 0..<3 {
        let linear = Double(paper.linear[channel]) * (l * l / paper.luminance)
        let before = tables.encoded[channel][Int(min(65535, linear.rounded()))]
        let after = tables.encoded[channel][Int(min(65535, (linear * curve.kept(l)).rounded()))]
        codes[channel] = before - min(before, after)
      }
      return codes
    }
    let panels = (0..<256).map { shift((Double($0) + 0.5) / 256, panelCurve) }
    self.init(
      paperLoss: paperCurve.losses, panelLoss: panelCurve.losses,
      fade: Self.fade(paperSaturation: paper.saturation),
      paperShift: shift(paper.level, paperCurve), panelShift: panels.flatMap { [$0.x, $0.y, $0.z] },
      verdicts: verdicts)
  }

  /// All of the loss up to a saturation of 0.12 beyond the paper's own, none from 0.9 on, a smoothstep
  /// between: wide enough that a gradient from white to a colour stays free of a bright seam.
  private static func fade(paperSaturation: Double) -> [UInt16] {
    let start = min(0.12 + paperSaturation, 0.5)
    return (0..<256).map { index in
      let t = min(max((Double(index) / 255 - start) / (0.9 - start), 0), 1)
      return UInt16((256 * (1 - t * t * (3 - 2 * t))).rounded())
    }
  }
}

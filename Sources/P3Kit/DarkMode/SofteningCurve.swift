package import Pixels

/// How much luminance is kept, over lightness l = √Y: all of it up to `start`, the share `top` from `end` on,
/// a smoothstep between.
///
/// Luminance after is l² · kept(l). Its slope is continuous, and positive as long as
/// 2·kept + l·kept′ > 0, which a wide enough step fulfils: see `rising`.
struct SofteningCurve: Sendable, Hashable {
  /// Lightness from which luminance is lowered.
  var start: Double
  /// Lightness from which it is lowered in full proportion.
  var end: Double
  /// The share kept from `end` on.
  var top: Double

  /// Paper and its shadows: in full proportion down to Y = 0.81, so that texture and soft shadows keep their contrast,
  /// then less and less down to nothing at Y = 0.2, the luminance of shadows at the foot of the objects that cast them.
  static func paper(white: Double, target: Double) -> SofteningCurve {
    SofteningCurve(start: 0.447, end: min(0.9, white.squareRoot() * 0.94), top: target / white).rising
  }

  /// Light grey panels, rules and stripes, which have to stay darker than the paper: nothing is lost up to Y = 0.5.
  static func panel(white: Double, target: Double) -> SofteningCurve {
    SofteningCurve(start: 0.707, end: white.squareRoot() * 0.93, top: target / white).rising
  }

  /// Highlights: a long knee from Y = 0.3 up to white.
  static func highlights(target: Double) -> SofteningCurve {
    SofteningCurve(start: 0.55, end: 1, top: target).rising
  }

  /// This curve with its step widened downwards until the slope of luminance is above 0.05 throughout. That is possible
  /// for every target from 0.3 on.
  private var rising: SofteningCurve {
    var curve = self
    while !curve.isRising && curve.start > 0.1 { curve.start -= 0.01 }
    return curve
  }

  private var isRising: Bool {
    (0...64).allSatisfy { step in
      let t = Double(step) / 64
      let l = start + (end - start) * t
      return 2 * kept(l) - l * (1 - top) * 6 * t * (1 - t) / (end - start) > 0.05
    }
  }

  /// The share of luminance kept at lightness `l`.
  func kept(_ l: Double) -> Double {
    if l <= start { return 1 }
    if l >= end { return top }
    let t = (l - start) / (end - start)
    return 1 - (1 - top) * (t * t * (3 - 2 * t))
  }

  /// The share lost at each luminance in 1/65535, in 1/65536.
  var losses: [UInt16] {
    (0...65535).map { index in
      UInt16(((1 - kept((Double(index) / 65535).squareRoot())) * 65536).rounded())
    }
  }
}

extension SofteningCurves {
  /// The curves that bring `paper` to the luminance `target`.
  ///
  /// - Parameters:
  ///   - paper: the white that was found.
  ///   - target: relative luminance, over 0 to the paper's own.
  ///   - classes: `SofteningComponentClass.code` by label.
  ///   - tables: of the image.
  package init(paper: SofteningPaper, target: Double, classes: [UInt16], tables: SofteningTables) {
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
      classes: classes)
  }

  /// The share of the loss by saturation: all of it up to 0.12 beyond the paper's own saturation, none from 0.9 on, a
  /// smoothstep between, wide enough that no bright seam appears in a gradient from white to a colour.
  private static func fade(paperSaturation: Double) -> [UInt16] {
    let start = min(0.12 + paperSaturation, 0.5)
    return (0..<256).map { index in
      let t = min(max((Double(index) / 255 - start) / (0.9 - start), 0), 1)
      return UInt16((256 * (1 - t * t * (3 - 2 * t))).rounded())
    }
  }
}

package import Pixels
import Synchronization

/// How much light is kept, over lightness l = √Y, where Y is glare (see `SofteningTone`; for greys luminance): all of it up to `start`, the share `top` from `end` on, a smoothstep between.
///
/// Y scales with a pixel's light, so it is l² · kept(l) afterwards. Its slope is continuous, and positive as long as
/// 2·kept + l·kept′ > 0, which a wide enough step fulfils: see `rising`.
struct SofteningCurve: Sendable, Hashable {
  /// Lightness from which luminance is lowered.
  var start: Double
  /// Lightness from which it is lowered in full proportion.
  var end: Double
  /// The share kept from `end` on.
  var top: Double

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

  /// The losses of the curves used lately: the images of a run mostly have one, and of a small image it takes a third of
  /// the time of `check`.
  private static let madeLosses = Mutex(BoundedCache<SofteningCurve, [UInt16]>(capacity: 2))

  /// The share lost at each Y in 1/65535, in 1/65536.
  var losses: [UInt16] {
    Self.madeLosses.withLock { made in
      made.value(for: self) {
        (0...65535).map { index in
          UInt16(((1 - kept((Double(index) / 65535).squareRoot())) * 65536).rounded())
        }
      }
    }
  }
}

/// How much of the paper's loss light greys and pastels take, which have to stay darker than the paper. Greys near the paper keep
/// their contrast with it, as if the paper shone through black. From three times the loss below the paper on they lose nothing.
package struct SofteningPanelCurve: Sendable {
  /// The brightness of the paper and what its codes lose, both 0 to 1.
  private let white: Double, loss: Double
  /// The paper's own saturation.
  private let tint: Double

  /// By depth below the paper, in units of the loss: the share taken. The steepest slope is 0.9, so that what was lighter stays
  /// lighter.
  private let points: [(depth: Double, share: Double)]

  /// The curve for `paper`, whose codes lose `loss`.
  package init(paper: SofteningPaper, loss: SIMD3<UInt16>) {
    self.init(
      white: Self.brightness(of: paper.color), loss: Double(loss.max()) / 65535,
      tint: Self.saturation(of: paper.color))
  }

  /// The curve for paper whose brightness is `white`, 0 to 1, and whose codes lose `loss`.
  init(white: Double, loss: Double, tint: Double = 0) {
    self.white = white
    self.loss = max(loss, 1e-6)
    self.tint = tint
    let near = 0.93
    let kept = 1 - near * self.loss / white
    let least = min(0.2, kept)
    let bend = near + (kept - least) / 0.9
    // However much paper loses, black loses nothing.
    let end = max(min(3, 0.9 * white / self.loss), bend + least / 0.9)
    points = [(0, 1), (near, kept), (bend, least), (end, 0)]
  }

  /// What a colour's depth is measured by: max − (max − min) / 4 of its channels, 0 to 1.
  private static func brightness(of color: SIMD3<UInt16>) -> Double {
    (3 * Double(color.max()) + Double(color.min())) / (4 * 65535)
  }

  /// (max − min) / max.
  private static func saturation(of color: SIMD3<UInt16>) -> Double {
    color.max() == 0 ? 0 : Double(color.max() - color.min()) / Double(color.max())
  }

  /// What paper loses of its codes, 0 to 1.
  var lost: Double { loss / white }

  /// Whether nothing but paper loses anything.
  var isFlat: Bool { loss <= 1e-6 }

  /// The share of a grey, or of a colour's brightness, 0 to 1.
  package func share(_ gray: Double) -> Double {
    let depth = (white - gray) / loss
    guard depth > 0 else { return 1 }
    for (near, far) in zip(points, points.dropFirst()) where depth < far.depth {
      let t = (depth - near.depth) / (far.depth - near.depth)
      return near.share + t * (far.share - near.share)
    }
    return 0
  }

  /// The share that `color` takes: less with saturation.
  func share(of color: SIMD3<UInt16>) -> Double {
    share(Self.brightness(of: color)) * kept(Self.saturation(of: color))
  }

  /// How much of the share is left at a saturation, 0 to 1: what a pastel has of white, so that all tints of one strength lose
  /// the same, and nothing of colours. Where the curve is flat, nothing of pastels. Pastels end at a saturation of 0.6, since with
  /// 0.5 their edges overshoot.
  package func kept(_ saturation: Double) -> Double {
    let own = max(0, saturation - tint)
    guard !isFlat || own < 0.02 else { return 0 }
    let t = min(max((0.6 - own) / 0.35, 0), 1)
    return (1 - own) * t * t * (3 - 2 * t)
  }
}

extension SofteningPaper {
  /// The code, in units of the paper's, of a grey whose linear light has this square root.
  func encoded(_ root: Double, tables: SofteningTables) -> Double {
    let linear = Int((min(max(root * root, 0), 1) * 65535).rounded())
    return min(1, Double(tables.encoded[1][linear]) / Double(max(1, color.y)))
  }

  /// Codes that the paper loses when its luminance is brought to `target`.
  package func loss(to target: Double, tables: SofteningTables) -> SIMD3<UInt16> {
    var codes = SIMD3<UInt16>()
    for channel in 0..<3 {
      let after = Int((Double(linear[channel]) * target / luminance).rounded())
      codes[channel] = color[channel] - min(color[channel], tables.encoded[channel][min(65535, after)])
    }
    return codes
  }
}

extension SofteningCurves {
  /// The curves for `paper` that loses `loss`, with the verdicts of an image by label.
  init(
    paper: SofteningPaper, loss: SIMD3<UInt16>, panel: SofteningPanelCurve, regions: [SofteningVerdict],
    components: [SofteningVerdict]
  ) {
    self.init(
      paper: paper.color, loss: loss, panel: (0..<1024).map { panel.share((Double($0) + 0.5) / 1024) },
      fade: (0..<256).map { panel.kept(Double($0) / 255) },
      regions: regions, components: components)
  }
}

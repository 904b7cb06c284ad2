package import ColorManagement
package import Pixels
import Synchronization

/// The colours of an image as the banding rule needs them: how far apart two codes look.
///
/// Distances are Euclidean in OKLab (Björn Ottosson, "A perceptual color space for image processing", 2020): 0.01 is
/// about one ΔE2000 for small steps.
package struct BandingColor: Sendable {
  /// Linear values at the 1025 codes 0, 64, … 65536, per colour channel.
  private let knots: [[Double]]

  /// Recently computed knots: for a run of icons, computing them again took a tenth of the time of `check`.
  private static let madeKnots = Mutex(BoundedCache<ToneCurve, [Double]>(capacity: 6))

  /// Nil for grey.
  private let oklab: OKLabTransform?

  /// The colours of one (grey) or three (red, green, blue) curves; three are in the space of `oklab`.
  package init(curves: [ToneCurve], oklab: OKLabTransform?) {
    precondition(curves.count == (oklab == nil ? 1 : 3), "a colour has one curve or three and a space")
    knots = Self.madeKnots.withLock { made in
      curves.map { curve in
        made.value(for: curve) { curve.linearValues(of: 1025) { min(Double($0) * 64 / 65535, 1) } }
      }
    }
    self.oklab = oklab
  }

  /// The colours of `profile`. A table profile is treated as sRGB: the rule needs sizes of steps, not exact colours.
  package init(_ profile: ICCProfile) {
    if case .gray(let curve) = profile.model {
      self.init(curves: [curve], oklab: nil)
    } else if case .matrix(let model) = profile.model, let oklab = try? OKLabTransform(profile) {
      self.init(curves: model.curves, oklab: oklab)
    } else {
      self.init(
        curves: [ToneCurve](repeating: .parametric(RGBColorSpace.sRGB.transfer), count: 3),
        oklab: OKLabTransform(.sRGB))
    }
  }

  /// The colours of an image's profile. For a grey image with an RGB profile the green curve is used.
  package init(_ profile: ICCProfile, isGray: Bool) {
    if isGray, case .matrix(let model) = profile.model {
      self.init(curves: [model.curves[1]], oklab: nil)
    } else {
      self.init(profile)
    }
  }

  /// Whether there is only one curve.
  var isGray: Bool { knots.count == 1 }

  /// OKLab of the codes of one colour; only the first counts for grey.
  func lab(_ codes: SIMD4<UInt16>) -> SIMD3<Double> {
    guard let oklab else {
      return SIMD3(ReproducibleMath.cubeRoot(max(linear(codes.x, 0), 0)), 0, 0)
    }
    let lab = oklab.oklab(linear: SIMD3(linear(codes.x, 0), linear(codes.y, 1), linear(codes.z, 2)))
    return SIMD3(lab.lightness, lab.a, lab.b)
  }

  /// The linear value of one code, between its neighbouring knots.
  private func linear(_ code: UInt16, _ channel: Int) -> Double {
    let low = knots[channel][Int(code) / 64]
    return low + (knots[channel][Int(code) / 64 + 1] - low) * Double(code % 64) / 64
  }
}

/// Measures how visible one step of a staircase is.
struct BandingStepMeter: Sendable {
  let color: BandingColor
  let isGray: Bool
  let hasAlpha: Bool

  /// OKLab distances between plateaus of a staircase.
  struct Sizes {
    /// The distance of a mean step, at the colour of the last plateau.
    let distance: Double
    /// The distance between the last two plateaus, all channels together.
    let period: Double
  }

  /// The distances of `chain`.
  func sizes(of chain: Staircase) -> Sizes {
    let here = chain.color, before = chain.colorBefore
    let there = stepped(here, in: chain.channel, by: chain.stepSum / max(1, chain.steps))
    let alpha = isGray ? 1 : 3
    guard !hasAlpha || here[alpha] & before[alpha] & there[alpha] == .max else {
      return Sizes(distance: distance(here, there), period: distance(here, before))
    }
    // Opaque colours are the same over black and over white, and the last colour is part of both distances.
    let lab = color.lab(spread(here))
    return Sizes(
      distance: length(lab - color.lab(spread(there))), period: length(lab - color.lab(spread(before))))
  }

  private func stepped(_ here: SIMD4<UInt16>, in channel: Int, by size: Int) -> SIMD4<UInt16> {
    var there = here
    let value = Int(here[channel])
    // Towards the middle of the range, so that it stays in range.
    there[channel] = UInt16(clamping: value > 32767 ? value - size : value + size)
    return there
  }

  /// The OKLab distance of two pixels; with alpha the larger of those over black and over white.
  func distance(_ here: SIMD4<UInt16>, _ there: SIMD4<UInt16>) -> Double {
    guard hasAlpha else { return difference(spread(here), spread(there)) }
    return max(
      difference(composited(here, over: 0), composited(there, over: 0)),
      difference(composited(here, over: 65535), composited(there, over: 65535)))
  }

  /// OKLab of the codes of one pixel, composited over mid grey where it has alpha.
  func lab(_ codes: SIMD4<UInt16>) -> SIMD3<Double> {
    color.lab(hasAlpha ? composited(codes, over: 32768) : spread(codes))
  }

  private func difference(_ a: SIMD4<UInt16>, _ b: SIMD4<UInt16>) -> Double {
    length(color.lab(a) - color.lab(b))
  }

  private func length(_ delta: SIMD3<Double>) -> Double { (delta * delta).sum().squareRoot() }

  /// Red, green, blue and the last channel; grey fills the first three.
  private func spread(_ codes: SIMD4<UInt16>) -> SIMD4<UInt16> {
    isGray ? SIMD4(codes.x, codes.x, codes.x, codes.y) : codes
  }

  /// Source-over on encoded values, as browsers and window servers do it.
  private func composited(_ codes: SIMD4<UInt16>, over background: UInt32) -> SIMD4<UInt16> {
    let spread = spread(codes)
    let alpha = UInt64(isGray ? codes.y : codes.w)
    func blend(_ code: UInt16) -> UInt16 {
      UInt16((UInt64(code) * alpha + UInt64(background) * (65535 - alpha) + 32767) / 65535)
    }
    return SIMD4(blend(spread.x), blend(spread.y), blend(spread.z), 65535)
  }
}

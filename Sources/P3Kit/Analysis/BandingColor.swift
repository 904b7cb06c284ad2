public import ColorManagement
public import Pixels

/// What the banding rule knows of the colours of an image: enough to say how far apart two codes look.
///
/// Distances are Euclidean in OKLab (Björn Ottosson, "A perceptual color space for image processing", 2020):
/// 0.01 is about one ΔE2000 for small steps.
public struct BandingColor: Sendable {
  /// Linear values at the 1025 codes 0, 64, … 65536, per colour channel.
  private let knots: [[Double]]

  /// Nil for grey.
  private let oklab: OKLabTransform?

  /// The colours of one (grey) or three (red, green, blue) curves, three in the space of `oklab`.
  public init(curves: [ToneCurve], oklab: OKLabTransform?) {
    precondition(curves.count == (oklab == nil ? 1 : 3), "a colour has one curve or three and a space")
    var made: [ToneCurve: [Double]] = [:]
    knots = curves.map { curve in
      if let values = made[curve] { return values }
      let values = (0...1024).map { curve.linear(min(Double($0) * 64 / 65535, 1)) }
      made[curve] = values
      return values
    }
    self.oklab = oklab
  }

  /// The colours of `profile`. A profile of tables is judged as if it were sRGB: the rule needs sizes of
  /// steps, not their exact colour.
  public init(_ profile: ICCProfile) {
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

  /// Whether there is one curve.
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

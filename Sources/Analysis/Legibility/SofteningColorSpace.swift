package import ColorManagement
import Colors
package import Pixels

/// The part of an image's colour space that softening uses: the curves from codes to linear light, and the weights of
/// luminance.
package struct SofteningColorSpace: Sendable, Hashable {
  /// One curve for grey, three for red, green and blue.
  package let curves: [ToneCurve]

  /// The weights of linear red, green and blue in relative luminance: the Y row of the RGB to XYZ matrix, in any scale.
  /// Unused for grey.
  package let luminance: SIMD3<Double>

  /// A colour space of three curves.
  package init(red: ToneCurve, green: ToneCurve, blue: ToneCurve, luminance: SIMD3<Double>) {
    curves = [red, green, blue]
    self.luminance = luminance
  }

  /// A grey space.
  package init(gray: ToneCurve) {
    curves = [gray]
    luminance = SIMD3(0, 1, 0)
  }
}

extension SofteningColorSpace {
  /// sRGB: the curve of IEC 61966-2-1, and its luminance row (BT.709).
  package static let sRGB = SofteningColorSpace(
    red: .parametric(WCAGContrast.transfer), green: .parametric(WCAGContrast.transfer),
    blue: .parametric(WCAGContrast.transfer), luminance: WCAGContrast.luminanceWeights)

  /// Grey with the sRGB curve.
  package static let sRGBGray = SofteningColorSpace(gray: .parametric(WCAGContrast.transfer))
}

extension SofteningColorSpace {
  /// The colour space of an ICC profile; nil if linear light is not known without its tables (LUT profiles).
  ///
  /// - Parameters:
  ///   - profile: matrix/TRC or grey.
  ///   - isGray: whether the image has one colour channel; an RGB profile is then read as R = G = B with its green
  ///     curve.
  package init?(profile: ICCProfile, isGray: Bool) {
    switch profile.model {
    case .matrix(let matrix) where isGray: self.init(gray: matrix.curves[1])
    case .matrix(let matrix):
      self.init(
        red: matrix.curves[0], green: matrix.curves[1], blue: matrix.curves[2],
        luminance: matrix.colorants.rows[1])
    case .gray(let curve) where isGray: self.init(gray: curve)
    case .gray(let curve):
      self.init(red: curve, green: curve, blue: curve, luminance: WCAGContrast.luminanceWeights)
    case .lut: return nil
    }
  }
}

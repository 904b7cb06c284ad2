public import ColorManagement
import Pixels

extension SofteningColorSpace {
  /// The colour space of an ICC profile, or nil where light cannot be told from codes without its tables
  /// (LUT profiles).
  ///
  /// - Parameters:
  ///   - profile: matrix/TRC or grey.
  ///   - isGray: whether the image has one colour channel; an RGB profile on it is read as R = G = B, by its
  ///     green curve.
  public init?(profile: ICCProfile, isGray: Bool) {
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

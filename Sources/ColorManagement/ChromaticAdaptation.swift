import Pixels

/// Linear Bradford adaptation of XYZ colours to another white (ICC.1:2022, annex E.2).
enum ChromaticAdaptation {
  /// XYZ to the sharpened cone responses of the Bradford transform (Lam 1985).
  private static let bradford = Matrix3x3(
    [0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296])

  /// The profile connection space's illuminant D50 as in ICC headers: s15Fixed16 63190, 65536, 54061.
  static let d50 = SIMD3(63190.0, 65536.0, 54061.0) / 65536

  /// The matrix that takes XYZ seen under `source` white to XYZ seen under `destination`; nil when a cone
  /// response of `source` vanishes.
  static func matrix(from source: SIMD3<Double>, to destination: SIMD3<Double>) -> Matrix3x3? {
    let from = bradford.multiplied(by: source)
    let to = bradford.multiplied(by: destination)
    guard from.min() > 0, let back = bradford.inverse else { return nil }
    let ratio = to / from
    let scaled = Matrix3x3(bradford.rows[0] * ratio.x, bradford.rows[1] * ratio.y, bradford.rows[2] * ratio.z)
    return back.multiplied(by: scaled)
  }
}

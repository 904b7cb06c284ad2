/// A conversion with two matrices. The side of a plane through black on which the linear source colour lies
/// selects the matrix. On the plane both give the same result, so no gradient breaks there.
package struct HalfPlaneConversion: Sendable, Hashable {
  /// Applies if `normal · rgb` ≥ 0, in linear source values.
  package let positive: MatrixConversion

  /// Applies elsewhere.
  package let negative: MatrixConversion

  /// The plane's normal.
  package let normal: SIMD3<Double>

  /// Per channel, whether the matrix that applies always gives the larger result of the two; otherwise it
  /// always gives the smaller one.
  ///
  /// The matrices differ by `gain · normalᵀ`: `positive` exceeds `negative` by `gain[i] · (normal · rgb)` in
  /// channel i. With a positive gain, `positive` is the larger one exactly where it applies.
  package let takesLarger: [Bool]

  /// - Parameter other: the published matrix of the negative side. Its difference from `matrix` on the plane,
  ///   caused by rounded digits, is removed.
  package init(
    curves: [ToneCurve], matrix: Matrix3x3, other: Matrix3x3, normal: SIMD3<Double>
  ) {
    let square = (normal * normal).sum()
    precondition(square > 0, "a plane has a normal")
    let gains = (0..<3).map { ((matrix.rows[$0] - other.rows[$0]) * normal).sum() / square }
    let joined = (0..<3).map { matrix.rows[$0] - gains[$0] * normal }
    positive = MatrixConversion(source: curves, matrix: matrix, destination: curves)
    negative = MatrixConversion(
      source: curves, matrix: Matrix3x3(joined[0], joined[1], joined[2]), destination: curves)
    self.normal = normal
    takesLarger = gains.map { $0 > 0 }
  }
}

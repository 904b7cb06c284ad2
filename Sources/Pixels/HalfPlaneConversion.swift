/// A conversion with two matrices: which one counts depends on the side of a plane through black on which the linear
/// source colour lies. On the plane itself both give the same, so that no gradient breaks there.
package struct HalfPlaneConversion: Sendable, Hashable {
  /// Counts where `normal · rgb` is 0 or more, in linear source values.
  package let positive: MatrixConversion

  /// Counts elsewhere.
  package let negative: MatrixConversion

  /// The plane's normal.
  package let normal: SIMD3<Double>

  /// Per channel, whether the half-plane that counts is the one with the larger result; otherwise it is the smaller.
  ///
  /// The matrices differ by `gain · normalᵀ`: `positive` exceeds `negative` by `gain[i] · (normal · rgb)` in channel i.
  /// With a positive gain it is the larger one just where it counts.
  package let takesLarger: [Bool]

  /// - Parameter other: the matrix of the negative side, as near to the definition's as it is published: what it differs
  ///   from `matrix` on the plane, the rounding of printed digits, is taken away.
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

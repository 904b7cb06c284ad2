/// `Matrix3x3` laid out for inner loops: three columns in registers, no array behind it.
///
/// Its product with a vector has the bits of `Matrix3x3.multiplied(by:)`: the same products, summed in the same
/// order, one SIMD lane per row.
@frozen package struct ColumnMatrix3x3: Sendable, Hashable {
  /// The column that x is multiplied with.
  package let x: SIMD3<Double>
  /// The column that y is multiplied with.
  package let y: SIMD3<Double>
  /// The column that z is multiplied with.
  package let z: SIMD3<Double>

  /// The columns of `matrix`.
  package init(_ matrix: Matrix3x3) {
    x = matrix.column(0)
    y = matrix.column(1)
    z = matrix.column(2)
  }

  /// `self · vector`.
  @inlinable package func multiplied(by vector: SIMD3<Double>) -> SIMD3<Double> {
    x * vector.x + y * vector.y + z * vector.z
  }
}

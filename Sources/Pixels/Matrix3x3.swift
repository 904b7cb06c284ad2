/// A 3×3 matrix of doubles, row-major, that multiplies column vectors from the left.
///
/// Every operation is written out in IEEE double precision, left to right, without fused multiply-add, so
/// that its result is the same on every machine.
package struct Matrix3x3: Sendable, Hashable {
  /// Nine elements: row 0, row 1, row 2.
  package var rows: [SIMD3<Double>]

  /// The matrix of three rows, top to bottom.
  package init(_ row0: SIMD3<Double>, _ row1: SIMD3<Double>, _ row2: SIMD3<Double>) {
    rows = [row0, row1, row2]
  }

  /// Ones on the diagonal.
  package static let identity = Matrix3x3([1, 0, 0], [0, 1, 0], [0, 0, 1])

  /// The element in `row`, `column`, each 0 to 2.
  package subscript(row: Int, column: Int) -> Double { rows[row][column] }

  /// `self · vector`: each component is `m0·x + m1·y + m2·z`, summed left to right.
  package func multiplied(by vector: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(dot(rows[0], vector), dot(rows[1], vector), dot(rows[2], vector))
  }

  /// `self · other`.
  package func multiplied(by other: Matrix3x3) -> Matrix3x3 {
    func row(_ r: Int) -> SIMD3<Double> {
      SIMD3(dot(rows[r], other.column(0)), dot(rows[r], other.column(1)), dot(rows[r], other.column(2)))
    }
    return Matrix3x3(row(0), row(1), row(2))
  }

  /// Column `index`, 0 to 2, top to bottom.
  package func column(_ index: Int) -> SIMD3<Double> {
    SIMD3(rows[0][index], rows[1][index], rows[2][index])
  }

  /// The determinant, expanded along the first row.
  package var determinant: Double {
    rows[0].x * cofactor(1, 1, 2, 2) - rows[0].y * cofactor(1, 0, 2, 2) + rows[0].z * cofactor(1, 0, 2, 1)
  }

  /// The inverse by adjugate over determinant, or nil when the determinant is zero or not finite.
  package var inverse: Matrix3x3? {
    let determinant = determinant
    guard determinant != 0, determinant.isFinite else { return nil }
    return Matrix3x3(
      SIMD3(cofactor(1, 1, 2, 2), -cofactor(0, 1, 2, 2), cofactor(0, 1, 1, 2)) / determinant,
      SIMD3(-cofactor(1, 0, 2, 2), cofactor(0, 0, 2, 2), -cofactor(0, 0, 1, 2)) / determinant,
      SIMD3(cofactor(1, 0, 2, 1), -cofactor(0, 0, 2, 1), cofactor(0, 0, 1, 1)) / determinant)
  }

  /// The 2×2 determinant of the corners (r0, c0) and (r1, c1).
  private func cofactor(_ r0: Int, _ c0: Int, _ r1: Int, _ c1: Int) -> Double {
    rows[r0][c0] * rows[r1][c1] - rows[r0][c1] * rows[r1][c0]
  }

  private func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { a.x * b.x + a.y * b.y + a.z * b.z }
}

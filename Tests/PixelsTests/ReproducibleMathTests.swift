import Testing

@testable import Pixels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The C library is the second opinion; its own error is below one ulp.
@Suite("ReproducibleMath")
struct ReproducibleMathTests {
  @Test("cubeRoot agrees with the C library, for every magnitude and sign")
  func cubeRoot() {
    for exponent in stride(from: -1070, through: 1020, by: 7) {
      for step in 0..<16 {
        let x = Double(sign: .plus, exponent: exponent, significand: 1 + Double(step) / 16)
        #expect(ulps(ReproducibleMath.cubeRoot(x), cbrt(x)) <= 2)
        #expect(ReproducibleMath.cubeRoot(-x) == -ReproducibleMath.cubeRoot(x))
      }
    }
    #expect(ReproducibleMath.cubeRoot(0) == 0)
    #expect(ReproducibleMath.cubeRoot(1) == 1)
    #expect(ReproducibleMath.cubeRoot(.infinity) == .infinity)
    #expect(ReproducibleMath.cubeRoot(.nan).isNaN)
  }

  @Test("exponential agrees with the C library")
  func exponential() {
    for x in stride(from: -700.0, through: 700, by: 0.73) {
      #expect(ulps(ReproducibleMath.exponential(x), exp(x)) <= 2, "\(x)")
    }
    #expect(ReproducibleMath.exponential(0) == 1)
    #expect(ReproducibleMath.exponential(-1e9) == 0)
    #expect(ReproducibleMath.exponential(1e9) == .infinity)
  }

  @Test("sine and cosine agree with the C library")
  func circular() {
    for x in stride(from: -50.0, through: 50, by: 0.0173) {
      #expect(abs(ReproducibleMath.sine(x) - sin(x)) < 4e-16, "\(x)")
      #expect(abs(ReproducibleMath.cosine(x) - cos(x)) < 4e-16, "\(x)")
    }
    #expect(ReproducibleMath.sine(0) == 0 && ReproducibleMath.cosine(0) == 1)
  }

  @Test("arcTangent agrees with the C library all around the circle")
  func arcTangent() {
    for x in stride(from: -1.0, through: 1, by: 0.037) {
      for y in stride(from: -1.0, through: 1, by: 0.041) {
        #expect(ulps(ReproducibleMath.arcTangent(y: y, x: x), atan2(y, x)) <= 3, "\(y) \(x)")
      }
    }
    #expect(ReproducibleMath.arcTangent(y: 0, x: 0) == 0)
    #expect(ReproducibleMath.arcTangent(y: 0, x: -1) == .pi)
    #expect(ReproducibleMath.arcTangent(y: 2, x: 0) == .pi / 2)
  }

  @Test("the column form of a matrix has the bits of the row form")
  func columns() {
    let matrix = Matrix3x3([1.2249, -0.2247, 0.1], [-0.042, 1.0421, 0.3], [-0.0197, -0.0786, 1.0979])
    let columns = ColumnMatrix3x3(matrix)
    for step in 0..<1000 {
      let v = SIMD3(Double(step) / 997, Double(step * 7 % 1000) / 991, Double(step * 13 % 1000) / 983)
      #expect(columns.multiplied(by: v) == matrix.multiplied(by: v))
    }
  }

  /// The distance in units in the last place of `expected`.
  private func ulps(_ value: Double, _ expected: Double) -> Double {
    expected == 0 ? (value == 0 ? 0 : .infinity) : abs(value - expected) / expected.ulp
  }
}

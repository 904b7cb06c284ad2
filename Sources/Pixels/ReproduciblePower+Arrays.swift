// Many powers at once in C, several side by side: bit for bit those of `power(_:_:)`.

import CPixelKernels

extension ReproduciblePower {
  /// Whether `power(base, exponent)` takes no shortcut, so that `raise` may have it.
  static func isOrdinary(_ base: Double, _ exponent: Double) -> Bool {
    base > 0 && base.isNormal && base != 1 && exponent.isFinite && exponent != 0 && exponent != 1
  }

  /// Replaces each base by its power; every base is `isOrdinary`.
  static func raise(_ bases: inout [Double], to exponent: Double) {
    unsafe flatReciprocals.withUnsafeBufferPointer { reciprocals in
      unsafe flatLogarithms.withUnsafeBufferPointer { logarithms in
        unsafe flatPowersOfTwo.withUnsafeBufferPointer { powersOfTwo in
          var tables = unsafe p3_power_tables(
            reciprocals: reciprocals.baseAddress, logarithms: logarithms.baseAddress,
            powers_of_two: powersOfTwo.baseAddress)
          unsafe bases.withUnsafeMutableBufferPointer {
            unsafe p3_power(&tables, $0.baseAddress, $0.count, exponent)
          }
        }
      }
    }
  }

  private static let flatReciprocals = logarithms.map(\.reciprocal)
  private static let flatLogarithms = logarithms.flatMap { [$0.logarithm.high, $0.logarithm.low] }
  private static let flatPowersOfTwo = powersOfTwo.flatMap { [$0.high, $0.low] }
}

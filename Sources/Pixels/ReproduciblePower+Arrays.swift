// Many powers at once in C: bit for bit those of `power(_:_:)`.

import CPixelKernels

extension ReproduciblePower {
  /// Whether `power` computes `base` without a shortcut, as `raise` requires.
  static func isOrdinary(base: Double) -> Bool { base > 0 && base.isNormal && base != 1 }

  /// Whether `power` computes `exponent` without a shortcut, as `raise` requires.
  static func isOrdinary(exponent: Double) -> Bool { exponent.isFinite && exponent != 0 && exponent != 1 }

  /// Replaces each base in `range` by its power; bases and exponent must be ordinary.
  static func raise(_ bases: inout MutableSpan<Double>, in range: Range<Int>, to exponent: Double) {
    unsafe flatReciprocals.withUnsafeBufferPointer { reciprocals in
      unsafe flatLogarithms.withUnsafeBufferPointer { logarithms in
        unsafe flatPowersOfTwo.withUnsafeBufferPointer { powersOfTwo in
          var tables = unsafe p3_power_tables(
            reciprocals: reciprocals.baseAddress, logarithms: logarithms.baseAddress,
            powers_of_two: powersOfTwo.baseAddress)
          unsafe bases.withUnsafeMutableBufferPointer {
            let powers = unsafe UnsafeMutableBufferPointer(rebasing: $0[range])
            unsafe p3_power(&tables, powers.baseAddress, powers.count, exponent)
          }
        }
      }
    }
  }

  private static let flatReciprocals = logarithms.map(\.reciprocal)
  private static let flatLogarithms = logarithms.flatMap { [$0.logarithm.high, $0.logarithm.low] }
  private static let flatPowersOfTwo = powersOfTwo.flatMap { [$0.high, $0.low] }
}

import Foundation

/// The C library's power, for tests that keep clear of the project's own.
enum CLibrary {
  static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
}

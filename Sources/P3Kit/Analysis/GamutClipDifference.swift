import ColorManagement
import Pixels

/// The colour difference that clipping to the target makes, as CIEDE2000 in D50 CIELAB of the profile connection
/// space.
struct GamutClipDifference: Sendable {
  private let colorants: ColumnMatrix3x3

  /// `colorants` take the target's linear RGB to D50 XYZ.
  init(colorants: Matrix3x3) { self.colorants = ColumnMatrix3x3(colorants) }

  /// Between `linear`, unclamped target RGB, and its clip.
  func value(_ linear: SIMD3<Double>) -> Double { CIEDE2000.difference(lab(linear), clippedLab(linear)) }

  /// The colour itself.
  func lab(_ linear: SIMD3<Double>) -> CIELAB { CIELAB(xyz: colorants.multiplied(by: linear)) }

  /// The colour after the clip.
  func clippedLab(_ linear: SIMD3<Double>) -> CIELAB {
    lab(linear.clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 1)))
  }
}

import ColorManagement

/// How different two colours are with each kind of vision: ΔE2000 in D50 Lab, as in `check`.
package struct ColorVisionDifference: Sendable, Hashable {
  /// Below this ΔE2000 two colours are similar for everybody: lacking cones loses nothing.
  package static let nearLimit = 8.0
  /// Below this ΔE2000 two colours merge for the deficiency in question.
  package static let mergingLimit = 5.0
  /// Below this ΔE2000 two colours are hard to distinguish without red or green cones.
  package static let hardLimit = 8.0

  /// With all cones.
  let normal: Double
  /// The smaller difference with protanopia and deuteranopia. For each, the model with the larger difference counts, so
  /// that both models must agree that colours merge.
  let redGreen: Double
  /// The vision of `redGreen`.
  let redGreenVision: ColorVision
  /// With tritanopia.
  let tritanopia: Double

  init(_ one: CSSColor, _ other: CSSColor) {
    self.init(SimulatedColor(one), SimulatedColor(other))
  }

  package init(_ one: SimulatedColor, _ other: SimulatedColor) {
    normal = CIEDE2000.difference(one.normal, other.normal)
    let protanopia = Self.furthest(one.protanopia, other.protanopia)
    let deuteranopia = Self.furthest(one.deuteranopia, other.deuteranopia)
    redGreen = min(protanopia, deuteranopia)
    redGreenVision = protanopia <= deuteranopia ? .protanopia : .deuteranopia
    tritanopia = Self.furthest(one.tritanopia, other.tritanopia)
  }

  private static func furthest(_ one: [CIELAB], _ other: [CIELAB]) -> Double {
    zip(one, other).map { CIEDE2000.difference($0, $1) }.max() ?? 0
  }

  /// A vision with which two colours merge that others distinguish.
  package struct Merging: Sendable, Hashable {
    package let vision: ColorVision
    /// ΔE2000 with this vision.
    package let difference: Double
    /// ΔE2000 with all cones.
    package let normal: Double
  }

  /// The vision with which the two colours merge, protanopia and deuteranopia before tritanopia; nil if they merge with
  /// none, or are similar with normal vision too.
  package var merging: Merging? {
    guard normal >= Self.nearLimit else { return nil }
    if redGreen < Self.mergingLimit {
      return Merging(vision: redGreenVision, difference: redGreen, normal: normal)
    }
    guard tritanopia < Self.mergingLimit else { return nil }
    return Merging(vision: .tritanopia, difference: tritanopia, normal: normal)
  }
}

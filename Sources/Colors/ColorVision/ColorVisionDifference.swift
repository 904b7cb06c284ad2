import ColorManagement

/// How far two colours are apart for people of each vision, ΔE2000 in the D50 Lab that `check` uses.
package struct ColorVisionDifference: Sendable, Hashable {
  /// Under this two colours are near each other for everybody: nothing is lost with the cones.
  package static let nearLimit = 8.0
  /// Under this two colours merge without red or green cones, and without blue ones.
  package static let mergingLimit = 5.0
  /// Under this they are hard to tell apart without red or green cones.
  package static let hardLimit = 8.0

  /// For those who have all cones.
  let normal: Double
  /// The least over protanopia and deuteranopia, of both models the one that keeps them further apart: both must agree
  /// that they merge.
  let redGreen: Double
  /// The vision that has `redGreen`.
  let redGreenVision: ColorVision
  /// For tritanopia.
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

  /// A vision that sees one colour where others see two.
  package struct Merging: Sendable, Hashable {
    package let vision: ColorVision
    /// How far apart the colours are for it.
    package let difference: Double
    /// How far for those who have all cones.
    package let normal: Double
  }

  /// The colour vision deficiency for which the two colours merge, protanopia and deuteranopia before tritanopia; nil
  /// where they merge for none, and where they are near each other for normal vision too.
  package var merging: Merging? {
    guard normal >= Self.nearLimit else { return nil }
    if redGreen < Self.mergingLimit {
      return Merging(vision: redGreenVision, difference: redGreen, normal: normal)
    }
    guard tritanopia < Self.mergingLimit else { return nil }
    return Merging(vision: .tritanopia, difference: tritanopia, normal: normal)
  }
}

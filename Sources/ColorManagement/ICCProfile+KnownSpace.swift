// Which built-in space a profile equals, and the grey profile for an RGB profile.
import Pixels

extension ICCProfile {
  /// The largest difference of a colorant, in XYZ, from a known space: 16 units of s15Fixed16. Writers differ in
  /// rounding and adaptation (LittleCMS by 3 units, HP's sRGB by 11); any two known spaces differ by at least 1,000.
  static let colorantTolerance = 16.0 / 65536

  /// The largest difference of a curve: a quarter of an 8-bit step. Sampled curves stay below it, other gammas do not.
  static let curveToleranceInCodes = 64

  /// The built-in space whose colorants and curves this profile has, within a documented tolerance. Names do not count.
  /// Nil for grey profiles and for profiles with tables.
  public var knownSpace: RGBColorSpace? {
    guard case .matrix(let model) = model else { return nil }
    return RGBColorSpace.allCases.first { space in
      guard case .matrix(let known) = space.profile.model else { return false }
      let difference = (0..<3).map { row in
        let delta = model.colorants.rows[row] - known.colorants.rows[row]
        return max(delta.max(), -delta.min())
      }
      return difference.allSatisfy { $0 <= Self.colorantTolerance }
        && Set(model.curves).allSatisfy { Self.follows($0, space) }
    }
  }

  /// The largest difference, in 16-bit codes, between keeping samples of this profile as samples of `space` and
  /// converting them exactly. Tested with the colours of seven levels per channel, most of them dark, as different
  /// colorants show most in a dark channel beside bright ones. Nil for profiles without a matrix.
  package func largestDifference(whenTakenFor space: RGBColorSpace) -> Int? {
    // The profile of every untagged image.
    if self == space.profile { return 0 }
    guard case .matrix(let model) = model, case .matrix(let known) = space.profile.model,
      let matrix = known.colorants.inverse?.multiplied(by: model.colorants)
    else { return nil }
    let levels = [0, 1.0 / 128, 1.0 / 64, 1.0 / 32, 1.0 / 8, 1.0 / 2, 1]
    let colors = levels.flatMap { r in levels.flatMap { g in levels.map { b in SIMD3(r, g, b) } } }
    return colors.reduce(0) { largest, color in
      let light = SIMD3<Double>(
        model.curves[0].linear(color.x), model.curves[1].linear(color.y), model.curves[2].linear(color.z))
      let exact = matrix.multiplied(by: light)
      return (0..<3).reduce(largest) { largest, channel in
        let encoded = min(max(space.transfer.encoded(exact[channel]), 0), 1)
        return max(largest, Int((abs(encoded - color[channel]) * 65535).rounded()))
      }
    }
  }

  /// Whether a curve equals that of `space`, within the documented tolerance.
  static func follows(_ curve: ToneCurve, _ space: RGBColorSpace) -> Bool {
    curve.follows(.parametric(space.transfer), withinCodes: curveToleranceInCodes)
  }

  /// The grey profile with this profile's curve, for grey images: the profile itself if it is grey, else a compact one.
  ///
  /// Throws `ColorError.colorModelMismatch` for table profiles and for unequal curves, which no grey profile can
  /// represent.
  public func grayCounterpart() throws(ColorError) -> ICCProfile {
    if colorSpace == .gray { return self }
    if let space = RGBColorSpace.allCases.first(where: { $0.profile == self }) { return space.grayProfile }
    guard case .matrix(let model) = model, Set(model.curves).count == 1, let curve = tags.data("rTRC") else {
      throw .colorModelMismatch(
        fact: "'\(name)' has no single curve for grey", remedy: "convert the image to RGB first")
    }
    let writer = ICCProfileWriter(
      name: name.isEmpty ? "Gray" : "\(name) Gray", adaptation: BuiltInProfiles.adaptation(.sRGB),
      // The curve's own bytes: nothing is rounded again.
      tags: [("kTRC", Array(curve))], colorModel: "GRAY")
    return try ICCProfile(bytes: writer.bytes())
  }
}

import Pixels

/// Brings linear colours of a destination RGB space into its cube, with one of the methods of `GamutMapping`.
///
/// Results are the same on every machine. Colours that the method does not change keep their bits.
package struct GamutMapper: Sendable {
  package let method: GamutMapping

  /// The destination's linear RGB to OKLab, and back.
  let destination: OKLabTransform
  private let soft: SoftKnee

  /// A mapper for colours from `source` to `destination`, both RGB matrix/TRC profiles.
  ///
  /// - Parameter knee: for the soft knee, the share of the distance to the boundary from which on colours move, 0 to 1;
  ///   nil for `SoftKnee.widest`, which `reaching` may raise.
  /// - Throws: `ColorError.gamutNeedsMatrixProfile`, `ColorError.destinationNotInvertible`.
  package init(
    _ method: GamutMapping, source: ICCProfile, destination: ICCProfile, knee: Double? = nil
  ) throws(ColorError) {
    self.method = method
    self.destination = try OKLabTransform(destination)
    soft = SoftKnee(from: try OKLabTransform(source), to: self.destination, knee: knee ?? SoftKnee.widest)
  }

  private init(_ method: GamutMapping, _ destination: OKLabTransform, _ soft: SoftKnee) {
    self.method = method
    self.destination = destination
    self.soft = soft
  }

  /// The share of the distance to the boundary from which on the soft knee moves colours, 0 to 1.
  package var knee: Double { soft.knee }

  /// A mapper for colours that come no farther than `reach` (0…1) on the way from the destination's boundary to the
  /// source's. Its knee begins correspondingly later.
  package func reaching(_ reach: Double) -> GamutMapper {
    GamutMapper(method, destination, soft.reaching(reach))
  }

  /// How far some colours out of gamut come on the way from the destination's boundary to the source's, 0 to 1. From
  /// nine tenths of the way on the result is 1: knees at 0.82 and 0.8 look the same.
  package func reach(of colors: [SIMD3<Double>]) -> Double {
    let reach = colors.map { soft.kernelMethod.reach(of: $0) }.max() ?? 0
    return reach > Self.almostAll ? 1 : max(reach, 0)
  }

  /// From this share of the way on the reach counts as 1.
  package static let almostAll = 0.9

  /// `rgb`, linear and unclamped, mapped into 0…1.
  package func mapped(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    switch method {
    case .clip: Self.clipped(rgb)
    case .chroma: reducedChroma(rgb)
    case .soft: soft.kernelMethod.softened(rgb)
    }
  }

  /// Each channel clamped to 0…1; NaN becomes 0.
  static func clipped(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    var result = rgb
    for channel in 0..<3 { result[channel] = rgb[channel] > 0 ? min(rgb[channel], 1) : 0 }
    return result
  }

  /// Whether all channels lie in 0…1.
  static func isInGamut(_ rgb: SIMD3<Double>) -> Bool { rgb.min() >= 0 && rgb.max() <= 1 }

  /// The kernel for `converter`. The method must not be `clip`, which needs no kernel.
  func kernel(for converter: PixelConverter) -> GamutMappingKernel {
    let inside = GamutCells(inside: converter.conversion)
    let untouched = untouchedCells(converter.conversion, inside: inside)
    return GamutMappingKernel(
      kernelMethod, converter: converter, untouched: untouched.marks, inside: inside.marks)
  }

  /// The method in the kernels' form; not for `clip`.
  var kernelMethod: GamutMappingKernel.Method {
    precondition(method != .clip, "kernels of conversions clip")
    if method == .soft { return soft.kernelMethod }
    return GamutMappingKernel.Method(
      chroma: Self.justNoticeable, precision: Self.searchPrecision, cones: destination.kernelCones,
      labFromRoots: OKLab.labFromRootsRows, rootsFromA: OKLab.rootsFromA, rootsFromB: OKLab.rootsFromB)
  }

  /// Cells of source codes that the method surely does not change; `inside` are the cells in gamut.
  func untouchedCells(_ conversion: MatrixConversion, inside: GamutCells) -> GamutCells {
    method == .soft ? soft.untouchedCells(conversion) : inside
  }

  // MARK: Chroma

  /// CSS Color 4's just noticeable difference in OKLab.
  private static let justNoticeable = 0.02
  /// CSS Color 4's precision of the search, in OKLCh chroma and in deltaEOK.
  private static let searchPrecision = 0.0001

  /// "Binary Search Gamut Map with Local MINDE" of CSS Color 4 (W3C Candidate Recommendation Draft,
  /// 24 April 2025): chroma is halved until the colour, clipped, is within one just noticeable difference.
  private func reducedChroma(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    if Self.isInGamut(rgb) { return rgb }
    let origin = destination.oklab(linear: rgb)
    if origin.lightness >= 1 { return [1, 1, 1] }
    if !(origin.lightness > 0) { return [0, 0, 0] }
    var clipped = Self.clipped(rgb)
    if destination.oklab(linear: clipped).distance(to: origin) < Self.justNoticeable { return clipped }
    let originChroma = origin.chroma
    var low = 0.0
    var high = originChroma
    var lowIsInGamut = true
    while high - low > Self.searchPrecision {
      let chroma = (low + high) / 2
      let scale = chroma / originChroma
      let current = OKLab(lightness: origin.lightness, a: origin.a * scale, b: origin.b * scale)
      let color = destination.linear(current)
      if lowIsInGamut, Self.isInGamut(color) {
        low = chroma
        continue
      }
      clipped = Self.clipped(color)
      let difference = destination.oklab(linear: clipped).distance(to: current)
      if difference < Self.justNoticeable {
        if Self.justNoticeable - difference < Self.searchPrecision { return clipped }
        lowIsInGamut = false
        low = chroma
      } else {
        high = chroma
      }
    }
    return clipped
  }
}

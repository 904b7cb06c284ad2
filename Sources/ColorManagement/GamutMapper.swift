import Pixels

/// Brings linear colours of a destination RGB space into its cube, by one of the methods of `GamutMapping`.
///
/// Every result is the same on every machine. Colours that the method leaves alone come back bit for bit.
public struct GamutMapper: Sendable {
  /// The method.
  public let method: GamutMapping

  /// The destination's linear RGB to OKLab and back.
  let destination: OKLabTransform
  private let source: OKLabTransform
  private let destinationBoundary: GamutBoundary
  /// The cube of the source space, which the soft knee fits into the destination; in destination coordinates.
  private let sourceBoundary: GamutBoundary

  /// A mapper for colours that come from `source` and go to `destination`, both RGB matrix/TRC profiles.
  ///
  /// Throws `ColorError.gamutNeedsMatrixProfile`, `ColorError.destinationNotInvertible`.
  public init(_ method: GamutMapping, source: ICCProfile, destination: ICCProfile) throws(ColorError) {
    self.method = method
    self.destination = try OKLabTransform(destination)
    destinationBoundary = GamutBoundary(self.destination)
    self.source = try OKLabTransform(source)
    sourceBoundary = GamutBoundary(self.source)
  }

  /// `rgb`, linear and unclamped, brought into 0…1.
  public func mapped(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    switch method {
    case .clip: Self.clipped(rgb)
    case .chroma: reducedChroma(rgb)
    case .soft: softened(rgb)
    }
  }

  /// Each channel clamped to 0…1; NaN, which no profile gives, becomes 0.
  static func clipped(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    var result = rgb
    for channel in 0..<3 { result[channel] = rgb[channel] > 0 ? min(rgb[channel], 1) : 0 }
    return result
  }

  /// Whether all channels lie in 0…1.
  static func isInGamut(_ rgb: SIMD3<Double>) -> Bool { rgb.min() >= 0 && rgb.max() <= 1 }

  /// The kernel that maps what `converter` converts; the method is not `clip`, which needs none.
  func kernel(for converter: PixelConverter) -> GamutMappingKernel {
    precondition(method != .clip, "kernels of conversions clip")
    return GamutMappingKernel(
      method == .soft
        ? .soft(knee: Self.knee)
        : .chroma(justNoticeable: Self.justNoticeable, precision: Self.searchPrecision),
      lab: destination.kernelLab(source: source), converter: converter,
      untouched: untouchedCells(converter.conversion).marks)
  }

  /// Cells of source codes that the method surely leaves alone.
  ///
  /// For the soft knee, a cell counts when its corners, with chroma stretched by 1/knee, are inside with half of
  /// their spread to spare: the stretched colour is a smooth function of the code, so the cell's inside is, too.
  func untouchedCells(_ conversion: MatrixConversion) -> GamutCells {
    guard method == .soft else { return GamutCells(inside: conversion) }
    let matrix = ColumnMatrix3x3(conversion.matrix)
    let tables = conversion.source.map { $0.linearValuesOfCodes() }
    let steps = (0...GamutCells.count).map { min($0 * 65536 / GamutCells.count, 65535) }
    var corners: [SIMD3<Double>] = []
    for red in steps {
      for green in steps {
        for blue in steps {
          corners.append(
            stretched(matrix.multiplied(by: [tables[0][red], tables[1][green], tables[2][blue]])))
        }
      }
    }
    let row = steps.count
    return GamutCells { red, green, blue in
      var low = SIMD3<Double>(repeating: .infinity)
      var high = -low
      for corner in 0..<8 {
        let (r, g, b) = (red + corner / 4, green + corner / 2 % 2, blue + corner % 2)
        let place = (r * row + g) * row + b
        low = pointwiseMin(low, corners[place])
        high = pointwiseMax(high, corners[place])
      }
      let spare = (high - low) / 2
      return (low - spare).min() > 0 && (high + spare).max() < 1
    }
  }

  /// `rgb` with its OKLCh chroma divided by the knee.
  private func stretched(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    let lab = destination.oklab(linear: rgb)
    return destination.linear(
      OKLab(lightness: lab.lightness, a: lab.a / Self.knee, b: lab.b / Self.knee))
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

  // MARK: Soft

  /// Chroma, as a share of the destination's largest at the same lightness and hue, up to which nothing moves.
  static let knee = 0.8

  /// Smaller chromas than this are errors of rounding: white and greys have no hue to keep.
  private static let neutralChroma = 1e-12

  /// Larger chromas than this are no colours of any RGB space (ProPhoto's green has 0.5).
  private static let chromaLimit = 1.0

  /// With everything in units of the destination's largest chroma at this lightness and hue: below the knee k
  /// nothing changes; above it x = (c − k)/(1 − k) becomes x/(1 + x·(1 − 1/X)), where X is the x of the source's
  /// largest chroma. The curve starts with slope 1, rises strictly, and takes X to 1: the source's surface lands
  /// on the destination's.
  private func softened(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    let lab = destination.oklab(linear: rgb)
    let chroma = lab.chroma
    guard chroma > Self.neutralChroma, lab.lightness > 0, lab.lightness < 1 else { return Self.clipped(rgb) }
    let direction = (OKLab.rootsFromA * lab.a + OKLab.rootsFromB * lab.b) / chroma
    // Beyond chroma/knee the exit does not matter: the colour stays.
    let most = destinationBoundary.chroma(
      lightness: lab.lightness, direction: direction, limit: chroma / Self.knee)
    guard most < chroma / Self.knee else { return Self.isInGamut(rgb) ? rgb : Self.clipped(rgb) }
    let sourceMost = max(
      chroma,
      sourceBoundary.chroma(lightness: lab.lightness, direction: direction, limit: Self.chromaLimit))
    // Next to white there may be no room at all.
    guard most > 0, sourceMost > most else { return Self.clipped(rgb) }
    let kneeChroma = Self.knee * most
    let room = most - kneeChroma
    let x = (chroma - kneeChroma) / room
    let widest = (sourceMost - kneeChroma) / room
    let compressed = kneeChroma + room * (x / (1 + x * (1 - 1 / widest)))
    let scale = compressed / chroma
    return Self.clipped(
      destination.linear(OKLab(lightness: lab.lightness, a: lab.a * scale, b: lab.b * scale)))
  }
}

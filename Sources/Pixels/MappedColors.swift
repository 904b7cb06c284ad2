import CPixelKernels

/// How far a gamut mapping moved colours: CIEDE2000 in float; of translucent colours the larger of the
/// differences over black and over white. Neighbouring pixels of one colour and alpha are one entry.
///
/// The same bits on every kernel target, and within `PixelDifferences.margin` of the formula in Double.
package struct MappedColors: Sendable {
  /// Row-major, linear RGB to XYZ over the white.
  private let matrix: [Float]
  private let target: KernelTarget
  private let compositing: p3_compositing?
  /// Linear red, green and blue of a tile's colours before and after the mapping, in planes.
  private var before = [Float](repeating: 0, count: 3 * MappedTile.capacity)
  private var after = [Float](repeating: 0, count: 3 * MappedTile.capacity)
  private var alphas = [UInt16](repeating: 0, count: MappedTile.capacity)
  private var pixels = [UInt32](repeating: 0, count: MappedTile.capacity)
  private var areOutside = [UInt8](repeating: 0, count: MappedTile.capacity)
  private var differences = [Float](repeating: 0, count: MappedTile.capacity)
  /// The sums so far.
  package private(set) var sums = MappedColorSums()

  /// For colours in the space of `differences`.
  package init(_ differences: ClipDifferences) {
    matrix = differences.matrix
    target = differences.target
    compositing = differences.compositing
  }

  /// Adds the colours that move in `tile`, whose pixels occur `times` times.
  ///
  /// Rounding alone puts colours of the target's surface out of gamut by less than the tolerance; bringing
  /// those back does not count as a move.
  mutating func add(_ tile: borrowing MappedTile, times: Int) {
    let count = unsafe p3_list_moved(
      target.cTarget, tile.handle, 0, GamutTally.tolerance, &before, &after, &alphas, &pixels,
      &areOutside)
    unsafe p3_color_difference(
      target.cTarget, matrix, before, after, MappedTile.capacity, count, &differences)
    if var compositing {
      unsafe p3_weigh_differences(
        target.cTarget, &compositing, before, after, alphas, MappedTile.capacity, count, &differences)
    }
    var moved = p3_moved_sums()
    unsafe p3_sum_moved(differences, pixels, areOutside, count, &moved)
    for _ in 0..<times { sums += MappedColorSums(moved) }
  }
}

/// Sums over the colours that a gamut mapping moved.
package struct MappedColorSums: Sendable, Hashable {
  /// Sum of CIEDE2000 in units of 2⁻²⁰. Each term is rounded to units, so every order gives the same sum.
  package private(set) var differenceUnits: UInt64 = 0
  /// The largest CIEDE2000.
  package private(set) var maxDifference: Float = 0
  /// Pixels that were moved although they were in gamut.
  package private(set) var inGamut = 0
  /// Pixels with a CIEDE2000 of 2 or more.
  package private(set) var noticed = 0

  /// The sums of no pixels.
  package init() {}

  /// The sum of CIEDE2000.
  package var totalDifference: Double { Double(differenceUnits) / Double(P3_DIFFERENCE_UNITS) }

  fileprivate init(_ sums: p3_moved_sums) {
    differenceUnits = sums.difference
    maxDifference = sums.most
    inGamut = Int(sums.in_gamut)
    noticed = Int(sums.noticed)
  }

  /// Adds the sums of other pixels.
  package static func += (a: inout Self, b: Self) {
    a.differenceUnits += b.differenceUnits
    a.maxDifference = max(a.maxDifference, b.maxDifference)
    a.inGamut += b.inGamut
    a.noticed += b.noticed
  }
}

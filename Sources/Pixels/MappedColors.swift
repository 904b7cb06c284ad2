import CPixelKernels

/// Colours that a gamut mapping moved, and how far: CIEDE2000 in float, many at once. Neighbours of one colour make one
/// entry.
///
/// The same bits on every kernel target, and within `PixelDifferences.margin` of the formula in Double.
public struct MappedColors: Sendable {
  /// Entries that are compared together.
  private static let capacity = 256

  /// Row-major, linear RGB to XYZ over the white.
  private let matrix: [Float]
  private let target: KernelTarget
  /// Linear red, green and blue of the entries, a plane each: before the mapping, and after it.
  private var before = [Float](repeating: 0, count: 3 * capacity)
  private var after = [Float](repeating: 0, count: 3 * capacity)
  private var pixels = [Int](repeating: 0, count: capacity)
  private var isOutside = [Bool](repeating: false, count: capacity)
  private var count = 0
  private var last: (before: SIMD3<Double>, after: SIMD3<Double>)?
  private var compared = MappedColorSums()

  /// For colours of the space of `differences`.
  public init(_ differences: ClipDifferences) {
    matrix = differences.matrix
    target = differences.target
  }

  /// Adds one pixel of the linear colour `before` that the mapping took to `after`.
  ///
  /// Rounding alone takes colours of the target's surface out of it by less than the tolerance: being brought back from
  /// there is no move.
  public mutating func add(_ before: SIMD3<Double>, mappedTo after: SIMD3<Double>) {
    if let last, last.before == before, last.after == after {
      pixels[count - 1] += 1
      return
    }
    let isOutside = before.min() < -GamutTally.tolerance || before.max() > 1 + GamutTally.tolerance
    let distance = before - after
    guard isOutside || max(distance.max(), -distance.min()) > GamutTally.tolerance else { return }
    if count == Self.capacity { compare() }
    for channel in 0..<3 {
      self.before[channel * Self.capacity + count] = Float(before[channel])
      self.after[channel * Self.capacity + count] = Float(after[channel])
    }
    pixels[count] = 1
    self.isOutside[count] = isOutside
    count += 1
    last = (before, after)
  }

  /// The sums over all pixels.
  public mutating func sums() -> MappedColorSums {
    compare()
    return compared
  }

  private mutating func compare() {
    var differences = [Float](repeating: 0, count: Self.capacity)
    unsafe p3_color_difference(
      target.cTarget, matrix, before, after, Self.capacity, count, &differences)
    for entry in 0..<count {
      compared.add(differences[entry], pixels: pixels[entry], areInGamut: !isOutside[entry])
    }
    count = 0
    last = nil
  }
}

/// What the colours that a gamut mapping moved add up to.
public struct MappedColorSums: Sendable, Hashable {
  /// Sum of CIEDE2000 in units of 2⁻²⁰, each rounded: integers add up to the same in every order.
  public private(set) var differenceUnits: UInt64 = 0
  /// The largest CIEDE2000.
  public private(set) var maxDifference: Float = 0
  /// Pixels that were moved though they lay in the gamut.
  public private(set) var inGamut = 0
  /// Pixels with a CIEDE2000 of 2 or more.
  public private(set) var noticed = 0

  /// The sums of no pixels.
  public init() {}

  /// The sum of CIEDE2000.
  public var totalDifference: Double { Double(differenceUnits) / Double(P3_DIFFERENCE_UNITS) }

  /// Adds `pixels` of one colour.
  mutating func add(_ difference: Float, pixels: Int, areInGamut: Bool) {
    let units = (Double(difference) * Double(P3_DIFFERENCE_UNITS)).rounded()
    differenceUnits += UInt64(units) * UInt64(pixels)
    maxDifference = max(maxDifference, difference)
    if areInGamut { inGamut += pixels }
    if difference >= P3_NOTICED_DIFFERENCE { noticed += pixels }
  }

  /// Adds the sums of other pixels.
  public static func += (a: inout Self, b: Self) {
    a.differenceUnits += b.differenceUnits
    a.maxDifference = max(a.maxDifference, b.maxDifference)
    a.inGamut += b.inGamut
    a.noticed += b.noticed
  }
}

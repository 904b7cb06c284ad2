import Pixels

/// Makes the blue-noise threshold mask of `Dither.blueNoise`: the void-filling half of the void-and-cluster method
/// (Robert Ulichney, "The void-and-cluster method for dither array generation", Proc. SPIE 1913, 1993) under a
/// constraint.
///
/// Plain void-and-cluster keeps the mean of an area only while the image hardly changes across it: a ramp
/// shifts the mask's high frequencies down to visible ones. So each aligned square of 2, 4 or 8 pixels
/// a side gets its next point only after all squares of that size have had theirs. That spreads every range
/// of thresholds evenly at every scale, as Bayer's matrix does; within that, the largest void is filled.
/// The mean of an aligned 8 × 8 square of a flat colour is at most 1/64 code off, whatever the colour.
///
/// Energies are integers and ties go to the lowest index, so the mask is the same on every machine. Making it takes
/// seconds, so P3Kit's `BlueNoiseMask` stores the ranks, and a test compares them with these.
public struct ReferenceBlueNoise {
  /// The mask is `side` × `side` and wraps around.
  public let side: Int

  /// The energy of a point at distance (dx, dy), each −radius…radius.
  private let kernel: [Int]
  private static let radius = 12

  private var isSet: [Bool]
  private var energy: [Int]
  /// Per square size 2, 4, 8: how many points each square has.
  private var counts: [[Int]]

  /// An empty mask of `side` × `side`, a multiple of 8 above twice the kernel's radius.
  public init(side: Int) {
    precondition(side % 8 == 0 && side > 2 * Self.radius, "squares tile the mask, the kernel fits into it")
    self.side = side
    let span = -Self.radius...Self.radius
    kernel = span.flatMap { dy in span.map { dx in Self.energy(squaredDistance: dx * dx + dy * dy) } }
    isSet = [Bool](repeating: false, count: side * side)
    counts = [2, 4, 8].map { [Int](repeating: 0, count: side / $0 * (side / $0)) }
    // Knuth's MMIX generator breaks the ties of the empty mask.
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    energy = (0..<side * side).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 34)
    }
  }

  /// The rank of each position, 0 to side² − 1, row after row.
  public mutating func ranks() -> [UInt16] {
    var ranks = [UInt16](repeating: 0, count: side * side)
    for rank in 0..<side * side {
      let position = largestVoid(rank)
      fill(position)
      ranks[position] = UInt16(rank)
    }
    return ranks
  }

  /// Ulichney's Gaussian of σ = 1.5, and a tenth as much of a wider one for the first, sparse points.
  private static func energy(squaredDistance: Int) -> Int {
    let d2 = Double(squaredDistance)
    return Int(
      (ReproducibleMath.exponential(-d2 / 4.5) + 0.1 * ReproducibleMath.exponential(-d2 / 32)) * 1e12)
  }

  /// The empty position of least energy among those that are due at `rank`.
  private func largestVoid(_ rank: Int) -> Int {
    var best = -1
    for position in 0..<side * side where !isSet[position] && (best < 0 || energy[position] < energy[best]) {
      if isDue(position, rank) { best = position }
    }
    return best
  }

  /// Whether no square around `position` is ahead of the others of its size.
  private func isDue(_ position: Int, _ rank: Int) -> Bool {
    (0..<3).allSatisfy { counts[$0][square(position, $0)] <= rank / counts[$0].count }
  }

  /// The square of size 2 << level that `position` lies in.
  private func square(_ position: Int, _ level: Int) -> Int {
    let size = 2 << level
    return position / side / size * (side / size) + position % side / size
  }

  /// Sets a position, adds its energy to its surroundings and its point to its squares.
  private mutating func fill(_ position: Int) {
    isSet[position] = true
    for level in 0..<3 { counts[level][square(position, level)] += 1 }
    let (y, x) = position.quotientAndRemainder(dividingBy: side)
    var index = 0
    for dy in -Self.radius...Self.radius {
      let row = (y + dy + side) % side * side
      for dx in -Self.radius...Self.radius {
        energy[row + (x + dx + side) % side] += kernel[index]
        index += 1
      }
    }
  }
}

import Pixels

/// Makes stratified blue-noise threshold masks: the void-filling half of the void-and-cluster method (Robert
/// Ulichney, "The void-and-cluster method for dither array generation", Proc. SPIE 1913, 1993) under a
/// constraint.
///
/// Plain void-and-cluster keeps the mean of an area only while the image hardly changes across it: a ramp
/// shifts the mask's high frequencies down to where they are seen. So each aligned square of 2, 4 or 8 pixels
/// a side gets its next point only after all squares of that size have had theirs. That spreads every range
/// of thresholds evenly at every scale, as Bayer's matrix does, and the voids choose freely within.
/// The mean of an aligned 8 × 8 square of a flat colour is at most 1/64 code off, whatever the colour.
///
/// Energies are integers and ties go to the lowest index, so the mask is the same on every machine. It is
/// too slow for start-up: `BlueNoiseMask` holds the result, and a test compares the two.
struct BlueNoiseGenerator {
  /// The mask is `side` × `side` and wraps around.
  let side: Int

  /// The energy of a point at distance (dx, dy), each −radius…radius.
  private let kernel: [Int]
  private static let radius = 12

  private var isSet: [Bool]
  private var energy: [Int]
  /// Per square size 2, 4, 8: how many points each square has.
  private var counts: [[Int]]

  /// A generator of masks of `side` × `side`, a multiple of 8 above twice the kernel's radius.
  init(side: Int) {
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
  mutating func ranks() -> [UInt16] {
    var ranks = [UInt16](repeating: 0, count: side * side)
    for rank in 0..<side * side {
      let place = largestVoid(rank)
      fill(place)
      ranks[place] = UInt16(rank)
    }
    return ranks
  }

  /// Ulichney's Gaussian of σ = 1.5, and a tenth as much of a wider one for the first, sparse points.
  private static func energy(squaredDistance: Int) -> Int {
    let d2 = Double(squaredDistance)
    return Int(
      (ReproducibleMath.exponential(-d2 / 4.5) + 0.1 * ReproducibleMath.exponential(-d2 / 32)) * 1e12)
  }

  /// The empty place of least energy among those whose turn it is.
  private func largestVoid(_ rank: Int) -> Int {
    var best = -1
    for place in 0..<side * side where !isSet[place] && (best < 0 || energy[place] < energy[best]) {
      if isDue(place, rank) { best = place }
    }
    return best
  }

  /// Whether no square around `place` is ahead of the others of its size.
  private func isDue(_ place: Int, _ rank: Int) -> Bool {
    (0..<3).allSatisfy { counts[$0][square(place, $0)] <= rank / counts[$0].count }
  }

  /// The square of size 2 << level that `place` lies in.
  private func square(_ place: Int, _ level: Int) -> Int {
    let size = 2 << level
    return place / side / size * (side / size) + place % side / size
  }

  /// Sets a place, adds its energy to its surroundings and its point to its squares.
  private mutating func fill(_ place: Int) {
    isSet[place] = true
    for level in 0..<3 { counts[level][square(place, level)] += 1 }
    let (y, x) = place.quotientAndRemainder(dividingBy: side)
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

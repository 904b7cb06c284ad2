import Pixels

/// Finds the plateaus that clipping leaves: large areas of exactly one chromatic colour with a channel at
/// its end, that a ramp runs into without slowing down.
///
/// A blurred shape also ends in its plain colour, but flattens out before; a drawn one has a hard edge.
struct BandingPlateaus {
  let grid: BandingGrid
  let cells: [StaircaseCell]
  let meter: BandingStepMeter

  /// A plateau and how strong the kink at its border is.
  struct Plateau: Sendable {
    var members: [Int]
    /// OKLab distance that the ramp climbs in its last three cells.
    var drop: Double
  }

  /// Smaller plateaus are not looked for.
  private static let leastArea = 1024
  /// Share of the border that a ramp must run into.
  private static let leastRampShare = 0.25

  /// The plateaus of the image, in the order of their first cell.
  func plateaus() -> [Plateau] {
    pinnedAreas().compactMap { members in
      let inside = Set(members)
      var border = 0
      var drops: [Double] = []
      for member in members {
        for direction in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
          guard let next = cell(from: member, direction, 1), !inside.contains(next) else { continue }
          border += 1
          if let drop = rampDrop(from: member, direction) { drops.append(drop) }
        }
      }
      guard drops.count >= 4, Double(drops.count) >= Self.leastRampShare * Double(border) else { return nil }
      return Plateau(members: members, drop: drops.reduce(0, +) / Double(drops.count))
    }
  }

  /// Connected cells of one pinned colour, large enough to matter.
  func pinnedAreas() -> [[Int]] {
    let pinned = (0..<grid.count).map { isPinned($0) }
    return BandingComponents(grid: grid, isMember: pinned).components.flatMap { members in
      // Two pinned colours may touch: keep each colour's cells apart.
      Dictionary(grouping: members) { colour($0) }.values.sorted { $0[0] < $1[0] }
    }
    .filter { members in members.reduce(0) { $0 + grid.area($1) } >= Self.leastArea }
  }

  /// Whether the cell holds one chromatic colour with a channel at 0 or 65535, and can be seen.
  private func isPinned(_ cell: Int) -> Bool {
    guard cells[cell].anyChanges == 0, !meter.isGray else { return false }
    let colour = colour(cell)
    if meter.hasAlpha, colour.w == 0 { return false }
    let channels = [colour.x, colour.y, colour.z]
    guard channels.contains(0) || channels.contains(65535) else { return false }
    return colour.x != colour.y || colour.y != colour.z
  }

  /// The drop of a ramp that runs from outside into `member` against `direction`, or nil for an edge, a
  /// flat or a flattening approach. Slow ramps of few codes need longer strides to be told from flats.
  private func rampDrop(from member: Int, _ direction: (Int, Int)) -> Double? {
    for stride in [1, 3] {
      // The first cell outside may be half plateau: the ramp is read from the second on.
      let outside = (0..<4).compactMap { cell(from: member, direction, 2 + $0 * stride) }
      guard outside.count == 4, isRamp(outside, into: colour(member)) else { continue }
      let delta = meter.lab(colour(outside[3])) - meter.lab(colour(outside[0]))
      return (delta * delta).sum().squareRoot()
    }
    return nil
  }

  /// Whether some channel that is pinned in `plateau` runs away from its end steadily, and not slower beside
  /// the plateau than farther out.
  private func isRamp(_ outside: [Int], into plateau: SIMD4<UInt16>) -> Bool {
    (0..<3).contains { channel in
      guard plateau[channel] == 0 || plateau[channel] == 65535 else { return false }
      let away = outside.map { abs(Int(colour($0)[channel]) - Int(plateau[channel])) }
      let slopes = zip(away.dropFirst(), away).map { $0 - $1 }
      let steepest = slopes.max() ?? 0
      guard slopes.allSatisfy({ $0 > 0 }), away[0] > 0, away[3] >= 512, steepest < 16384 else { return false }
      // Half a code of 8 bits is what rounding may take from a slope.
      return slopes[0] * 10 + 1285 >= steepest * 6 && away[0] * 10 + 1285 >= slopes[0] * 3
    }
  }

  /// The cell `distance` cells away in `direction`, inside the image.
  private func cell(from start: Int, _ direction: (Int, Int), _ distance: Int) -> Int? {
    let row = start / grid.columns + direction.0 * distance
    let column = start % grid.columns + direction.1 * distance
    guard (0..<grid.rows).contains(row), (0..<grid.columns).contains(column) else { return nil }
    return row * grid.columns + column
  }

  private func colour(_ cell: Int) -> SIMD4<UInt16> {
    cells[cell].color
  }
}

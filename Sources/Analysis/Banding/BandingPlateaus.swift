import Pixels

/// Finds the plateaus that clipping leaves: large areas of exactly one chromatic colour with a channel at
/// its end, that a ramp runs into without slowing down.
///
/// A blurred shape also ends in its plain colour, but flattens out before; a drawn one has a hard edge.
struct BandingPlateaus {
  let grid: BandingGrid
  let cells: [StaircaseCell]
  let meter: BandingStepMeter
  let thresholds: BandingThresholds

  /// A plateau and how strong the kink at its border is.
  struct Plateau: Sendable {
    var members: [Int]
    /// OKLab distance that the ramp climbs in its last three cells.
    var drop: Double
  }

  /// The plateaus of the image, in the order of their first cell.
  func plateaus() -> [Plateau] {
    let areas = pinnedAreas()
    guard !areas.isEmpty else { return [] }
    var areaOfCell = [Int](repeating: -1, count: grid.count)
    for (number, members) in areas.enumerated() {
      for member in members { areaOfCell[member] = number }
    }
    return areas.enumerated().compactMap { number, members in
      plateau(members) { areaOfCell[$0] == number }
    }
  }

  /// `members` as a plateau, nil where too little of its border is that of a ramp.
  private func plateau(_ members: [Int], isInside: (Int) -> Bool) -> Plateau? {
    var (border, drops, drop) = (0, 0, 0.0)
    for member in members {
      let (row, column) = member.quotientAndRemainder(dividingBy: grid.columns)
      for direction in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
        guard let next = cell(row, column, direction, 1), !isInside(next) else { continue }
        border += 1
        if let found = rampDrop(row, column, direction) { (drops, drop) = (drops + 1, drop + found) }
      }
    }
    guard drops >= 4, Double(drops) >= thresholds.leastRampShare * Double(border) else { return nil }
    return Plateau(members: members, drop: drop / Double(drops))
  }

  /// Connected cells of one pinned colour, large enough to matter.
  func pinnedAreas() -> [[Int]] {
    guard !meter.isGray else { return [] }
    return BandingComponents(grid: grid, isMember: cells.map { isPinned($0) }).flatMap { members in
      members.allSatisfy { color($0) == color(members[0]) }
        ? [members]
        // Two pinned colours may touch: keep each colour's cells apart.
        : Dictionary(grouping: members) { color($0) }.values.sorted { $0[0] < $1[0] }
    }
    .filter { members in Double(members.reduce(0) { $0 + grid.area($1) }) >= thresholds.leastPlateauArea }
  }

  /// Whether the cell holds one chromatic colour with a channel at 0 or 65535, and can be seen.
  private func isPinned(_ cell: StaircaseCell) -> Bool {
    guard cell.anyChanges == 0 else { return false }
    let color = cell.color
    if meter.hasAlpha, color.w == 0 { return false }
    guard color.x != color.y || color.y != color.z else { return false }
    return Self.isAtEnd(color.x) || Self.isAtEnd(color.y) || Self.isAtEnd(color.z)
  }

  private static func isAtEnd(_ code: UInt16) -> Bool { code == 0 || code == 65535 }

  /// The drop of a ramp that runs from outside into a cell against `direction`, or nil for an edge, a
  /// flat or a flattening approach. Slow ramps of few codes are told from flats only over a longer distance.
  private func rampDrop(_ row: Int, _ column: Int, _ direction: (Int, Int)) -> Double? {
    rampDrop(row, column, direction, stride: 1) ?? rampDrop(row, column, direction, stride: 3)
  }

  private func rampDrop(_ row: Int, _ column: Int, _ direction: (Int, Int), stride: Int) -> Double? {
    // The first cell outside may be half plateau: the ramp is read from the second on.
    guard let near = cell(row, column, direction, 2), let far = cell(row, column, direction, 2 + 3 * stride)
    else { return nil }
    let step = (far - near) / 3
    let plateau = color(row * grid.columns + column)
    guard
      (0..<3).contains(where: { channel in
        isRamp(into: plateau[channel]) { color(near + $0 * step)[channel] }
      })
    else { return nil }
    let delta = meter.lab(color(far)) - meter.lab(color(near))
    return (delta * delta).sum().squareRoot()
  }

  /// Whether a channel that is pinned at `end` in a plateau runs away from it steadily, and not slower beside the
  /// plateau than farther out: its codes in four cells, from the nearest on.
  private func isRamp(into end: UInt16, _ code: (Int) -> UInt16) -> Bool {
    guard Self.isAtEnd(end) else { return false }
    func away(_ index: Int) -> Int { abs(Int(code(index)) - Int(end)) }
    let (nearest, farthest) = (away(0), away(3))
    let slopes = (away(1) - nearest, away(2) - away(1), farthest - away(2))
    guard min(slopes.0, slopes.1, slopes.2) > 0, nearest > 0, farthest >= 512 else { return false }
    let steepest = max(slopes.0, slopes.1, slopes.2)
    guard steepest < 16384 else { return false }
    // Half a code of 8 bits is what rounding may take from a slope.
    return slopes.0 * 10 + 1285 >= steepest * 6 && nearest * 10 + 1285 >= slopes.0 * 3
  }

  /// The cell `distance` cells away in `direction`, inside the image.
  private func cell(_ row: Int, _ column: Int, _ direction: (Int, Int), _ distance: Int) -> Int? {
    let (row, column) = (row + direction.0 * distance, column + direction.1 * distance)
    guard (0..<grid.rows).contains(row), (0..<grid.columns).contains(column) else { return nil }
    return row * grid.columns + column
  }

  private func color(_ cell: Int) -> SIMD4<UInt16> { cells[cell].color }
}

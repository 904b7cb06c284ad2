import Pixels

/// Finds plateaus made by clipping: large areas of exactly one chromatic colour with a channel at its limit, into which
/// a ramp runs without slowing down.
///
/// A blurred shape also ends in its plain colour, but flattens out before; a drawn shape has a hard edge.
struct BandingPlateaus {
  let grid: BandingGrid
  let cells: [StaircaseCell]
  let meter: BandingStepMeter
  let thresholds: BandingThresholds

  /// A plateau and the strength of the kink at its border.
  struct Plateau: Sendable {
    var members: [Int]
    /// OKLab distance covered by the ramp's last three cells.
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

  /// `members` as a plateau; nil if a ramp runs into too little of its border.
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

  /// Connected cells of one pinned colour, of a sufficient area.
  func pinnedAreas() -> [[Int]] {
    guard !meter.isGray else { return [] }
    return BandingComponents(grid: grid, isMember: cells.map { isPinned($0) }).flatMap { members in
      members.allSatisfy { color($0) == color(members[0]) }
        ? [members]
        // Areas of two pinned colours may touch: separates them by colour.
        : Dictionary(grouping: members) { color($0) }.values.sorted { $0[0] < $1[0] }
    }
    .filter { members in Double(members.reduce(0) { $0 + grid.area($1) }) >= thresholds.leastPlateauArea }
  }

  /// Whether the cell holds one visible chromatic colour with a channel at 0 or 65535.
  private func isPinned(_ cell: StaircaseCell) -> Bool {
    guard cell.anyChanges == 0 else { return false }
    let color = cell.color
    if meter.hasAlpha, color.w == 0 { return false }
    guard color.x != color.y || color.y != color.z else { return false }
    return Self.isAtEnd(color.x) || Self.isAtEnd(color.y) || Self.isAtEnd(color.z)
  }

  private static func isAtEnd(_ code: UInt16) -> Bool { code == 0 || code == 65535 }

  /// The drop of a ramp that runs from outside into a cell against `direction`; nil for an edge, a flat area or a
  /// flattening approach. Slow ramps of few codes differ from flat areas only over a longer distance.
  private func rampDrop(_ row: Int, _ column: Int, _ direction: (Int, Int)) -> Double? {
    rampDrop(row, column, direction, stride: 1) ?? rampDrop(row, column, direction, stride: 3)
  }

  private func rampDrop(_ row: Int, _ column: Int, _ direction: (Int, Int), stride: Int) -> Double? {
    // The first cell outside may be half plateau, so the ramp is measured from the second on.
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

  /// Whether a channel that is pinned at `end` in a plateau moves away from it steadily, and next to the plateau no
  /// slower than farther out. `code` gives its codes in four cells, from the nearest on.
  private func isRamp(into end: UInt16, _ code: (Int) -> UInt16) -> Bool {
    guard Self.isAtEnd(end) else { return false }
    func away(_ index: Int) -> Int { abs(Int(code(index)) - Int(end)) }
    let (nearest, farthest) = (away(0), away(3))
    let slopes = (away(1) - nearest, away(2) - away(1), farthest - away(2))
    guard min(slopes.0, slopes.1, slopes.2) > 0, nearest > 0, farthest >= 512 else { return false }
    let steepest = max(slopes.0, slopes.1, slopes.2)
    guard steepest < 16384 else { return false }
    // Rounding may change a slope by half an 8-bit code.
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

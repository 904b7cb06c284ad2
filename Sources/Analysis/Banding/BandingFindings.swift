import Basics
import Pixels

/// The banded cells and clipped plateaus of one image, and what describing them as regions needs.
struct BandingFindings: Sendable {
  let grid: BandingGrid
  var banded: BandedCells
  let cells: [StaircaseCell]
  let meter: BandingStepMeter
  let channelCount: Int
  let codesPerStep: Double
  let thresholds: BandingThresholds

  /// A mosaic: in this share of its cells with edges, the edges run straight from side to side.
  private static let mosaicShare = 0.6
  /// A mosaic: the rarer direction has at least this share of all edges.
  private static let mosaicBalance = 0.15

  /// Cells around a region that count as its surroundings.
  private static let calmReach = 2
  /// Pixels from change to change in a cell without texture; one edge per channel may cross the cell.
  private static let calmWidth = 1.5

  /// Plateaus that clipping made.
  var plateaus: [BandingPlateaus.Plateau]

  /// All regions, the largest first; staircases have `cause`, plateaus `clipping`.
  func regions(cause: BandingCause) -> [BandingRegion] {
    let components = BandingComponents(grid: grid, isMember: banded.mask)
    let regions = components.compactMap { region(of: $0, cause: cause) } + plateaus.map { region(of: $0) }
    return regions.sorted { ($0.box.area, $1.box.y, $1.box.x) > ($1.box.area, $0.box.y, $0.box.x) }
  }

  private func region(of plateau: BandingPlateaus.Plateau) -> BandingRegion {
    var region = BandingRegion(
      box: box(of: plateau.members), cause: .clipping, plane: .chroma, step: 0,
      score: min(20, max(1, plateau.drop / thresholds.leastVisibility)))
    region.pixels = area(of: plateau.members)
    return region
  }

  private func area(of members: [Int]) -> Int { members.reduce(0) { $0 + grid.area($1) } }

  private func region(of members: [Int], cause: BandingCause) -> BandingRegion? {
    let area = area(of: members)
    guard Double(area) >= thresholds.leastRegion else { return nil }
    let found = members.compactMap { banded[$0] }
    let count = Double(found.count)
    var region = BandingRegion(
      box: box(of: members), cause: cause, plane: plane(of: members),
      step: found.reduce(0) { $0 + $1.codes } / count / codesPerStep,
      score: found.reduce(0) { $0 + $1.score } / count,
      stepDeltaE: 100 * found.reduce(0) { $0 + $1.distance } / count,
      widthPixels: found.reduce(0) { $0 + min($1.width, 1e6) } / count)
    let coincidence = coincidence(of: members, found)
    let isCoarse = thresholds.isCoarse(
      distance: region.stepDeltaE / 100, codes: Int(region.step * codesPerStep))
    if isCoarse, isNeutral(members) || !stepsInTurn(found, coincidence: coincidence) { return nil }
    region.pixels = area
    region.shades = isCoarse ? coarseShades(of: members, region) : shades(of: members, found)
    region.calm = calm(around: members)
    region.isMosaic = isMosaic(members)
    region.coincidence = coincidence
    region.isSoft = !found.contains { $0.kind == 0 }
    region.explained = region.isSoft ? 1 : explained(of: members, found)
    region.evenness = evenness(found)
    region.outlined = outlined(members)
    return region
  }

  /// The steps between the region's extremes, in the channel with most of them, plus one.
  private func shades(of members: [Int], _ found: [BandedCell]) -> Double {
    var counts = [Int](repeating: 0, count: channelCount)
    for cell in found { counts[cell.channel] += 1 }
    guard let channel = counts.indices.max(by: { counts[$0] < counts[$1] }) else { return 0 }
    let codes = members.map { Int(color($0)[channel]) }
    let steps = found.filter { $0.channel == channel }.map(\.codes)
    let step = steps.reduce(0, +) / Double(max(1, steps.count))
    return Double((codes.max() ?? 0) - (codes.min() ?? 0)) / max(1, step) + 1
  }

  /// The number of shades over all colour channels, which change in turn.
  private func coarseShades(of members: [Int], _ region: BandingRegion) -> Double {
    (0..<3).reduce(1) { shades, channel in
      let codes = members.map { Int(color($0)[channel]) }
      return shades + Double((codes.max() ?? 0) - (codes.min() ?? 0)) / max(1, region.step * codesPerStep)
    }
  }

  /// The mean number of colour channels that change at one edge; 1 for grey, whose channels always change together.
  private func coincidence(of members: [Int], _ found: [BandedCell]) -> Double {
    guard !isNeutral(members), found.count(where: { $0.kind == 0 }) * 2 >= found.count else { return 1 }
    let changes = members.reduce(0) { $0 + cells[$1].changesRight + cells[$1].changesDown }
    return Double(edges(of: found).sum()) / Double(max(1, changes))
  }

  /// Steps of exact staircases as a share of all edges of the region, 0…1.
  private func explained(of members: [Int], _ found: [BandedCell]) -> Double {
    let changes = members.reduce(0) { $0 + cells[$1].changesRight + cells[$1].changesDown }
    return min(1, Double(edges(of: found).sum()) / Double(max(1, changes)))
  }

  private func edges(of found: [BandedCell]) -> SIMD3<Float> {
    found.reduce(SIMD3()) { $0 + $1.edges }
  }

  /// Whether several colour channels change, each at edges of its own.
  private func stepsInTurn(_ found: [BandedCell], coincidence: Double) -> Bool {
    let edges = edges(of: found)
    return coincidence < thresholds.leastChosenCoincidence
      && edges.sum() >= Float(thresholds.leastVariety) * edges.max()
  }

  /// Whether all cells are grey.
  private func isNeutral(_ members: [Int]) -> Bool {
    meter.isGray
      || members.allSatisfy {
        let color = color($0)
        return max(color.x, color.y, color.z) - min(color.x, color.y, color.z) <= Self.neutralSpread
      }
  }

  /// The largest difference between the channels of a grey cell: two 8-bit codes.
  private static let neutralSpread: UInt16 = 514

  /// Whether the steps are edges of upright tiles, as in maps of data: nearly all run through whole cells, and both
  /// vertical and horizontal ones are frequent. Where a gradient turns, its steps are oblique.
  private func isMosaic(_ members: [Int]) -> Bool {
    var (upright, level, edges, straight) = (0, 0, 0, 0)
    for member in members where grid.area(member) == grid.cell * grid.cell {
      let (right, down) = (cells[member].changesRight, cells[member].changesDown)
      guard right + down > 0 else { continue }
      edges += 1
      upright += right
      level += down
      if right % grid.cell == 0, down % grid.cell == 0 { straight += 1 }
    }
    return Double(straight) >= Self.mosaicShare * Double(edges)
      && Double(min(upright, level)) >= Self.mosaicBalance * Double(upright + level)
  }

  /// The share of cells within `calmReach` of `members` whose pixels change no more often than in bands.
  private func calm(around members: [Int]) -> Double {
    let rows = members.map { $0 / grid.columns }
    let top = max(0, (rows.min() ?? 0) - Self.calmReach)
    let end = min(grid.rows, (rows.max() ?? 0) + Self.calmReach + 1)
    var isNear = [Bool](repeating: false, count: (end - top) * grid.columns)
    for member in members {
      let (row, column) = member.quotientAndRemainder(dividingBy: grid.columns)
      for y in max(0, row - Self.calmReach)...min(grid.rows - 1, row + Self.calmReach) {
        for x in max(0, column - Self.calmReach)...min(grid.columns - 1, column + Self.calmReach) {
          isNear[(y - top) * grid.columns + x] = true
        }
      }
    }
    var (near, calm) = (0, 0)
    for index in isNear.indices where isNear[index] {
      let cell = top * grid.columns + index
      near += 1
      if BandingChanges(cells[cell], area: grid.area(cell)).width >= Self.calmWidth { calm += 1 }
    }
    return Double(calm) / Double(near)
  }

  /// The pixels' box around the cells `members`, limited to the image.
  private func box(of members: [Int]) -> ImageRegion {
    let columns = members.map { $0 % grid.columns }
    let rows = members.map { $0 / grid.columns }
    let x = (columns.min() ?? 0) * grid.cell
    let y = (rows.min() ?? 0) * grid.cell
    return ImageRegion(
      x: x, y: y, width: min(grid.width, ((columns.max() ?? 0) + 1) * grid.cell) - x,
      height: min(grid.height, ((rows.max() ?? 0) + 1) * grid.cell) - y)
  }

  /// Alpha if most cells show the bands in it; else lightness or chroma, whichever varies more over the region.
  private func plane(of members: [Int]) -> BandingPlane {
    let alphaChannel = meter.hasAlpha ? channelCount - 1 : -1
    if members.filter({ banded[$0]?.channel == alphaChannel }).count * 2 > members.count { return .alpha }
    let labs = members.map { meter.lab(color($0)) }
    let mean = labs.reduce(SIMD3<Double>()) { $0 + $1 } / Double(labs.count)
    let variance = labs.reduce(SIMD3<Double>()) { $0 + ($1 - mean) * ($1 - mean) }
    return variance.x >= variance.y + variance.z ? .lightness : .chroma
  }

  private func color(_ cell: Int) -> SIMD4<UInt16> { cells[cell].color }

  // MARK: Bands that one version of an image has and another lacks

  /// The regions of these findings that `original`, of the same size, lacks. Each is as in `regions`, so that a
  /// forecast agrees with a report on the output.
  func regions(addedTo original: BandingFindings, cause: BandingCause) -> [BandingRegion] {
    var added = self
    // A region that the original has, slightly smaller or larger, is not new. So whole components are compared: a band
    // at the rim of an old one belongs to the old one.
    for members in BandingComponents(grid: grid, isMember: banded.mask) {
      let old = members.count { original.banded[$0] != nil }
      if old * 2 > members.count { for member in members { added.banded.remove(member) } }
    }
    added.keepPlateaus { original.cells[$0].anyChanges > 0 }
    return added.regions(cause: cause)
  }

  /// Removes plateaus that the original had: a plateau is new if most of its cells varied before.
  mutating func keepPlateaus(where isVaried: (_ cell: Int) -> Bool) {
    plateaus.removeAll { $0.members.count(where: isVaried) * 2 <= $0.members.count }
  }
}

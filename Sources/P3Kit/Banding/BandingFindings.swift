import Pixels

/// The banded cells and clipped plateaus of one image, and what is needed to describe them as regions.
struct BandingFindings: Sendable {
  let grid: BandingGrid
  var banded: BandedCells
  let cells: [StaircaseCell]
  let meter: BandingStepMeter
  let channelCount: Int
  let codesPerStep: Double

  /// Regions of fewer pixels are too small to be called a ramp.
  private static let leastArea = 144

  /// What clipping flattened.
  var plateaus: [BandingPlateaus.Plateau]

  /// All regions, the largest first; staircases have `cause`, plateaus `clipping`.
  func regions(cause: BandingCause) -> [BandingRegion] {
    let components = BandingComponents(grid: grid, isMember: banded.mask)
    let regions = components.compactMap { region(of: $0, cause: cause) } + plateaus.map { region(of: $0) }
    return regions.sorted { ($0.box.area, $1.box.y, $1.box.x) > ($1.box.area, $0.box.y, $0.box.x) }
  }

  private func region(of plateau: BandingPlateaus.Plateau) -> BandingRegion {
    BandingRegion(
      box: box(of: plateau.members), cause: .clipping, plane: .chroma, step: 0,
      score: min(20, max(1, plateau.drop / BandingThresholds.leastVisibility)))
  }

  private func region(of members: [Int], cause: BandingCause) -> BandingRegion? {
    guard members.reduce(0, { $0 + grid.area($1) }) >= Self.leastArea else { return nil }
    let found = members.compactMap { banded[$0] }
    let count = Double(found.count)
    return BandingRegion(
      box: box(of: members), cause: cause, plane: plane(of: members),
      step: found.reduce(0) { $0 + $1.codes } / count / codesPerStep,
      score: found.reduce(0) { $0 + $1.score } / count,
      stepDeltaE: 100 * found.reduce(0) { $0 + $1.distance } / count,
      widthPixels: found.reduce(0) { $0 + min($1.width, 1e6) } / count)
  }

  /// The box of pixels around the cells `members`, inside the image.
  private func box(of members: [Int]) -> ImageRegion {
    let columns = members.map { $0 % grid.columns }
    let rows = members.map { $0 / grid.columns }
    let x = (columns.min() ?? 0) * grid.cell
    let y = (rows.min() ?? 0) * grid.cell
    return ImageRegion(
      x: x, y: y, width: min(grid.width, ((columns.max() ?? 0) + 1) * grid.cell) - x,
      height: min(grid.height, ((rows.max() ?? 0) + 1) * grid.cell) - y)
  }

  /// Alpha when most cells show it there; else lightness or chroma, whichever varies more over the region.
  private func plane(of members: [Int]) -> BandingPlane {
    let alphaChannel = meter.hasAlpha ? channelCount - 1 : -1
    if members.filter({ banded[$0]?.channel == alphaChannel }).count * 2 > members.count { return .alpha }
    let labs = members.map { meter.lab(color($0)) }
    let mean = labs.reduce(SIMD3<Double>()) { $0 + $1 } / Double(labs.count)
    let variance = labs.reduce(SIMD3<Double>()) { $0 + ($1 - mean) * ($1 - mean) }
    return variance.x >= variance.y + variance.z ? .lightness : .chroma
  }

  private func color(_ cell: Int) -> SIMD4<UInt16> { cells[cell].color }

  // MARK: What one version of an image shows and another does not

  /// These findings without what `original`, of the same size, has too.
  func added(to original: BandingFindings) -> BandingFindings {
    var added = self
    // Regions that the original already has (a little smaller or larger) are not news; compare whole
    // components, because a new band at the rim of an old one is the old one.
    for members in BandingComponents(grid: grid, isMember: banded.mask) {
      let old = members.filter { original.banded[$0] != nil }.count
      for member in members where old * 2 > members.count || original.banded[member] != nil {
        added.banded.remove(member)
      }
    }
    added.plateaus = BandingPlateaus(grid: grid, cells: cells, meter: meter).pinnedAreas()
      .filter { members in
        // With the original at hand no ramp need be guessed: it varied where the target is flat.
        members.filter { original.cells[$0].anyChanges > 0 }.count * 2 > members.count
      }
      .map { BandingPlateaus.Plateau(members: $0, drop: collapsedRange($0, of: original)) }
      .filter { $0.drop >= BandingThresholds.leastStep }
    return added
  }

  /// How far apart, in OKLab, the colours lay that the target makes one.
  private func collapsedRange(_ members: [Int], of original: BandingFindings) -> Double {
    let labs = members.map { original.meter.lab(original.color($0)) }
    let mean = labs.reduce(SIMD3<Double>()) { $0 + $1 } / Double(labs.count)
    let squares = labs.reduce(0) { sum, lab in sum + ((lab - mean) * (lab - mean)).sum() }
    return (squares / Double(labs.count)).squareRoot()
  }
}

import Pixels

// What one version of an image shows and another does not.
extension BandingFindings {
  /// These findings without what `original`, of the same size, has too.
  func added(to original: BandingFindings) -> BandingFindings {
    var added = self
    // Regions that the original already has (a little smaller or larger) are not news; compare whole
    // components, because a new band at the rim of an old one is the old one.
    for members in BandingComponents(grid: grid, isMember: verdicts.mask) {
      let old = members.filter { original.verdicts[$0] != nil }.count
      for member in members where old * 2 > members.count || original.verdicts[member] != nil {
        added.verdicts.remove(member)
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
    let labs = members.map { original.meter.lab(original.colour($0)) }
    let mean = labs.reduce(SIMD3<Double>()) { $0 + $1 } / Double(labs.count)
    let squares = labs.reduce(0) { sum, lab in sum + ((lab - mean) * (lab - mean)).sum() }
    return (squares / Double(labs.count)).squareRoot()
  }
}

/// Value noise of three sizes, −½ to ½: random numbers on lattices, linear between them.
struct NoiseField {
  private struct Octave {
    let cell: Int
    let weight: Float
  }

  private static let octaves = [
    Octave(cell: 512, weight: 0.6), Octave(cell: 96, weight: 0.3), Octave(cell: 17, weight: 0.1),
  ]
  private let width: Int
  private let seed: UInt64

  init(width: Int, seed: UInt64) {
    self.width = width
    self.seed = seed
  }

  /// Row `y`.
  func fill(_ row: inout [Float], y: Int) {
    for x in 0..<width { row[x] = 0 }
    for (number, octave) in Self.octaves.enumerated() {
      let knots = knots(octave, number, y)
      let scale = 1 / Float(octave.cell)
      for x in 0..<width {
        let (column, within) = x.quotientAndRemainder(dividingBy: octave.cell)
        row[x] += knots[column] + (knots[column + 1] - knots[column]) * Float(within) * scale
      }
    }
  }

  /// The lattice's columns at height `y`, weighted.
  private func knots(_ octave: Octave, _ number: Int, _ y: Int) -> [Float] {
    let (row, within) = y.quotientAndRemainder(dividingBy: octave.cell)
    let share = Float(within) / Float(octave.cell)
    return (0...width / octave.cell + 1).map { column in
      let above = value(column, row, number)
      return octave.weight * (above + (value(column, row + 1, number) - above) * share)
    }
  }

  private func value(_ column: Int, _ row: Int, _ number: Int) -> Float {
    let key = seed << 48 ^ UInt64(number) << 44 ^ UInt64(row) << 22 ^ UInt64(column)
    return Float(SplitMix64.mixed(key) >> 40) / Float(1 << 24) - 0.5
  }
}

/// Where an image shows bands, cell by cell.
public struct BandingCellMap: Sendable, Hashable, Codable {
  /// Side of a cell in pixels: a multiple of 4, from 4 to 64.
  public let cell: Int
  /// Number of cells in a row.
  public let columns: Int
  /// Number of rows of cells.
  public let rows: Int
  /// Score of each cell, row by row from the top left, 0 to 20: 0 without bands, 1 with just visible bands.
  public let scores: [Float]
}

extension BandingScanner {
  /// The bands of each cell, after the last row: those that become regions in `finish`, and those of cells too few for
  /// a region.
  package consuming func finishMap() -> BandingCellMap {
    let findings = findings()
    var scores = (0..<findings.grid.count).map { Float(findings.banded[$0]?.score ?? 0) }
    for plateau in findings.plateaus {
      let score = Float(max(1, plateau.drop / findings.thresholds.leastVisibility))
      for cell in plateau.members { scores[cell] = max(scores[cell], min(20, score)) }
    }
    return BandingCellMap(
      cell: findings.grid.cell, columns: findings.grid.columns, rows: findings.grid.rows, scores: scores)
  }
}

/// Where an image shows bands, cell by cell.
public struct BandingCellMap: Sendable, Hashable, Codable {
  /// Pixels of a cell's side: a multiple of 4, from 4 to 64.
  public let cell: Int
  /// Cells of a row of cells.
  public let columns: Int
  /// Rows of cells.
  public let rows: Int
  /// Scores of the cells, row by row from the top left, 0 to 20: 0 for a cell without bands, 1 for a cell whose bands are just
  /// visible.
  public let scores: [Float]
}

extension BandingScanner {
  /// The bands of each cell, after the last row: those that `finish` makes regions of, and single cells that are too few
  /// for a region.
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

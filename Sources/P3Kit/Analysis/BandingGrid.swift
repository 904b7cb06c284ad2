/// Cuts an image into square cells, the unit of the banding map.
struct BandingGrid: Sendable, Hashable {
  let width: Int
  let height: Int
  /// Side of a cell in pixels: a multiple of 4, from 4 to 64.
  let cell: Int
  /// Cells to a row and to a column.
  let columns: Int, rows: Int

  /// Cells of 4 px while there are at most 65,536 of them, larger ones for larger images.
  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    var cell = 4
    while cell < 64, ((width + cell - 1) / cell) * ((height + cell - 1) / cell) > 65536 { cell += 4 }
    self.cell = cell
    columns = (width + cell - 1) / cell
    rows = (height + cell - 1) / cell
  }

  var count: Int { columns * rows }

  /// Pixels of the cell at `index`: fewer at the right and bottom edge.
  func area(_ index: Int) -> Int {
    let (row, column) = index.quotientAndRemainder(dividingBy: columns)
    return min(cell, width - column * cell) * min(cell, height - row * cell)
  }
}

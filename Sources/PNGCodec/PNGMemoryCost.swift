/// The memory that work on an image takes, besides the few megabytes that every image needs. Most grows with the width,
/// as images are processed in strips, a little with the area.
package struct PNGMemoryCost: Sendable, Hashable {
  /// Bytes for each pixel of a row.
  package var perColumn: Int
  /// Bytes for each square of `cell` × `cell` pixels, or part of one.
  package var perCell: Int

  /// Pixels along a cell's side.
  package static let cell = 64

  /// The default is the reader's own: rows whose filters are undone, and one delivered row.
  package init(perColumn: Int = 24, perCell: Int = 0) {
    self.perColumn = perColumn
    self.perCell = perCell
  }

  /// Bytes for an image with `header`. No overflow: sides are below 2³¹ and figures below 2¹⁶.
  func bytes(for header: PNGHeader) -> Int {
    let columns = (header.width + Self.cell - 1) / Self.cell
    let rows = (header.height + Self.cell - 1) / Self.cell
    let (cells, overflows) = (columns * rows).multipliedReportingOverflow(by: perCell)
    return header.width * perColumn + (overflows ? Int.max / 2 : cells)
  }
}

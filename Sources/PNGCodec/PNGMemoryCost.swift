/// What work on an image takes of memory, beside buffers of a few megabytes that all images need: most of it by the width,
/// since images pass by in strips, and a little by the area.
package struct PNGMemoryCost: Sendable, Hashable {
  /// Bytes for each pixel of a row.
  package var perColumn: Int
  /// Bytes for each square of `cell` × `cell` pixels, or part of one.
  package var perCell: Int

  /// Pixels to a cell's side.
  package static let cell = 64

  /// By default what a reader takes itself: rows whose filters are undone, and one as it is delivered.
  package init(perColumn: Int = 24, perCell: Int = 0) {
    self.perColumn = perColumn
    self.perCell = perCell
  }

  /// Bytes for an image with `header`: fits, since sides are below 2³¹ and figures below 2¹⁶.
  func bytes(for header: PNGHeader) -> Int {
    let columns = (header.width + Self.cell - 1) / Self.cell
    let rows = (header.height + Self.cell - 1) / Self.cell
    let (cells, overflows) = (columns * rows).multipliedReportingOverflow(by: perCell)
    return header.width * perColumn + (overflows ? Int.max / 2 : cells)
  }
}

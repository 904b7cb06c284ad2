internal import CPixelKernels

/// What the scanner counts in one square of the image.
public struct StaircaseCell: Sendable, Hashable {
  /// Pixels that differ from their left neighbour by more than half an 8-bit code in some channel.
  public var changesRight: Int
  /// The same towards the pixel above.
  public var changesDown: Int
  /// Pixels that differ at all from their left or upper neighbour.
  public var anyChanges: Int
  /// The pixel in its middle.
  public var color: SIMD4<UInt16>
}

extension StaircaseCell {
  init(_ cell: p3_band_cell) {
    changesRight = Int(cell.changes_right)
    changesDown = Int(cell.changes_down)
    anyChanges = Int(cell.any_changes)
    color = SIMD4(cell.colour.0, cell.colour.1, cell.colour.2, cell.colour.3)
  }
}

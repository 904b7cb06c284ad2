internal import CPixelKernels

/// What the scanner counts in one square of the image, 64 pixels wide and high at most.
package struct StaircaseCell: Sendable, Hashable {
  private let right, down, any: UInt16
  /// The pixel in its middle.
  package let color: SIMD4<UInt16>

  /// Pixels that differ from their left neighbour by more than half an 8-bit code in some channel.
  package var changesRight: Int { Int(right) }
  /// The same towards the pixel above.
  package var changesDown: Int { Int(down) }
  /// Pixels that differ at all from their left or upper neighbour.
  package var anyChanges: Int { Int(any) }
}

extension StaircaseCell {
  init(_ cell: p3_band_cell) {
    right = cell.changes_right
    down = cell.changes_down
    any = cell.any_changes
    color = SIMD4(cell.color.0, cell.color.1, cell.color.2, cell.color.3)
  }
}

internal import CPixelKernels

/// The changes that the scanner counts in one square of the image, at most 64 × 64 pixels.
package struct StaircaseCell: Sendable, Hashable {
  private let right, down, any: UInt16
  /// The pixel in the middle.
  package let color: SIMD4<UInt16>

  /// Pixels that differ from their left neighbour by more than half an 8-bit code in some channel.
  package var changesRight: Int { Int(right) }
  /// Pixels that differ from the pixel above by more than half an 8-bit code in some channel.
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

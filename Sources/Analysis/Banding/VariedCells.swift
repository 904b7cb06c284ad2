package import Pixels
import Synchronization

/// Records which cells of the banding map had more than one colour before a conversion. A one-coloured area of the
/// output is a plateau of the conversion only where they had; artwork of one colour merely stays so.
///
/// Rows may be added in any order, from any thread.
package final class VariedCells: Sendable {
  private enum Content: UInt8 {
    case unseen, oneColor, varied
  }

  private struct State {
    /// Per cell; empty until rows are added.
    var contents: [Content] = []
    /// The first colour of each cell.
    var colors: [SIMD4<UInt16>] = []
  }

  private let grid: BandingGrid
  private let channels: Int
  private let state = Mutex(State())

  /// For an image of `width` × `height` pixels, without rows yet.
  package init(width: Int, height: Int, format: PixelFormat) {
    grid = BandingGrid(width: width, height: height)
    channels = format.channelCount
  }

  /// Adds whole rows.
  ///
  /// - Parameter firstRow: the number of the first row.
  package func add(_ samples: Span<UInt16>, firstRow: Int) {
    state.withLock { state in
      if state.contents.isEmpty {
        state.contents = [Content](repeating: .unseen, count: grid.count)
        state.colors = [SIMD4<UInt16>](repeating: SIMD4(), count: grid.count)
      }
      let length = grid.width * channels
      for row in 0..<samples.count / length {
        addRow(samples.extracting(row * length..<(row + 1) * length), (firstRow + row) / grid.cell, &state)
      }
    }
  }

  private func addRow(_ row: Span<UInt16>, _ cellRow: Int, _ state: inout State) {
    for column in 0..<grid.columns {
      let cell = cellRow * grid.columns + column
      if state.contents[cell] == .varied { continue }
      let first = column * grid.cell
      let last = min(first + grid.cell, grid.width) - 1
      if state.contents[cell] == .unseen { state.colors[cell] = color(of: first, in: row) }
      // All pixels equal the first if each equals its neighbour.
      let isVaried =
        color(of: first, in: row) != state.colors[cell]
        || !PixelDifferences.areEqual(
          row.extracting(first * channels..<last * channels),
          row.extracting((first + 1) * channels..<(last + 1) * channels))
      state.contents[cell] = isVaried ? .varied : .oneColor
    }
  }

  private func color(of pixel: Int, in row: Span<UInt16>) -> SIMD4<UInt16> {
    var color = SIMD4<UInt16>()
    for channel in 0..<channels { color[channel] = row[pixel * channels + channel] }
    return color
  }

  /// Per cell: had more than one colour. Empty without rows.
  var marks: [Bool] { state.withLock { $0.contents.map { $0 == .varied } } }
}

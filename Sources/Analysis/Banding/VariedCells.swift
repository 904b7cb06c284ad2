package import Pixels
import Synchronization

/// Which cells of the banding map held more than one colour before a conversion. An area of the output that has one colour is
/// a plateau of the conversion only where they did: artwork of one colour stays what it was.
///
/// Rows may come in any order, from any thread.
package final class VariedCells: Sendable {
  private enum Content: UInt8 {
    case unseen, oneColor, varied
  }

  private struct State {
    /// By cell; empty while no rows have come.
    var contents: [Content] = []
    /// The first colour that was seen of each cell.
    var colors: [SIMD4<UInt16>] = []
  }

  private let grid: BandingGrid
  private let channels: Int
  private let state = Mutex(State())

  /// No rows yet of an image of this size, in pixels.
  package init(width: Int, height: Int, format: PixelFormat) {
    grid = BandingGrid(width: width, height: height)
    channels = format.channelCount
  }

  /// Takes whole rows.
  ///
  /// - Parameter firstRow: the number of the first one.
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
      // All pixels are like the first where each is like the one beside it.
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

  /// Whether each cell held more than one colour; empty where no rows came.
  var marks: [Bool] { state.withLock { $0.contents.map { $0 == .varied } } }
}

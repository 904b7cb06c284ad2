import PNGCodec
import Pixels

/// The division of an image into squares that become the pixels of a preview. Those at the right and bottom border may
/// be smaller.
struct PreviewGrid: Sendable {
  /// Side of a cell in image pixels.
  let factor: Int
  /// Number of cells in a row.
  let width: Int
  /// Image pixels per row.
  let columns: Int

  /// The cells of an image with `header`.
  ///
  /// - Parameter side: the most pixels of the preview's longer side, at least 1.
  init(of header: PNGHeader, side: Int) {
    columns = header.width
    factor = max(1, (max(header.width, header.height) - 1) / max(side, 1) + 1)
    width = (columns + factor - 1) / factor
  }

  /// The image columns of a column of cells.
  func columns(of cell: Int) -> Range<Int> { cell * factor..<min((cell + 1) * factor, columns) }
}

/// The colour in each cell that a clip changes most, as found by the gamut scan so far.
struct ClippedCells: Sendable {
  /// A colour that is clipped.
  struct Clipped: Sendable, Hashable {
    /// CIEDE2000 between the colour and its clip, in float; negative if no pixel of the cell is out of gamut.
    var difference: Float = -1
    /// Samples of the colour.
    var color = SIMD3<UInt16>()
    /// Whether the pixel with that colour is opaque.
    var isOpaque = true
  }

  private let grid: PreviewGrid
  private let channels: Int
  /// The cells row by row, down to the last one with a pixel out of gamut.
  private var cells: [Clipped] = []

  /// For images with pixels of `format`, which must not be grey.
  init(_ grid: PreviewGrid, format: PixelFormat) {
    precondition(!format.isGray, "grey has no gamut to leave")
    self.grid = grid
    channels = format.channelCount
  }

  /// Whether anything is clipped.
  var isAnyClipped: Bool { cells.contains { $0.difference >= 0 } }

  /// Cell number `cell`, counted row by row.
  subscript(cell: Int) -> Clipped { cells.indices.contains(cell) ? cells[cell] : Clipped() }

  /// Adds a row of the image.
  ///
  /// - Parameters:
  ///   - y: the row's number.
  ///   - samples: the row's samples.
  ///   - colors: the row's colours out of gamut.
  mutating func addRow(_ y: Int, _ samples: Span<UInt16>, _ colors: OutOfGamutColors) {
    guard colors.count > 0 else { return }
    let start = y / grid.factor * grid.width
    let missing = start + grid.width - cells.count
    if missing > 0 { cells += repeatElement(Clipped(), count: missing) }
    add(samples, colors, to: start)
  }

  /// Merges runs of equal pixels with the cells.
  private mutating func add(_ samples: Span<UInt16>, _ colors: OutOfGamutColors, to start: Int) {
    let (firsts, lengths) = (colors.first.span, colors.length.span)
    let differences = colors.differences.span
    let (grid, channels) = (grid, channels)
    var cells = cells.mutableSpan
    var cell = start
    var end = grid.factor
    for entry in 0..<colors.count {
      let pixel = Int(firsts[entry])
      let (last, difference) = (pixel + Int(lengths[entry]) - 1, differences[entry])
      while pixel >= end { (cell, end) = (cell + 1, end + grid.factor) }
      while true {
        if difference > cells[cell].difference {
          let at = pixel * channels
          cells[cell] = Clipped(
            difference: difference, color: SIMD3(samples[at], samples[at + 1], samples[at + 2]),
            isOpaque: channels == 3 || samples[at + 3] == .max)
        }
        guard last >= end else { break }
        (cell, end) = (cell + 1, end + grid.factor)
      }
    }
  }
}

import PNGCodec
import Pixels

/// How an image is cut into the squares that become the pixels of a preview. Those at the right and at the lower border may
/// be smaller.
struct PreviewGrid: Sendable {
  /// Image pixels per cell, in each direction.
  let factor: Int
  /// Cells per row.
  let width: Int
  /// Image pixels per row.
  let columns: Int

  /// The cells of an image with `header`.
  ///
  /// - Parameter side: the longer side of the preview, at most; 1 or more.
  init(of header: PNGHeader, side: Int) {
    columns = header.width
    factor = max(1, (max(header.width, header.height) - 1) / max(side, 1) + 1)
    width = (columns + factor - 1) / factor
  }

  /// The columns of the image that a column of cells holds.
  func columns(of cell: Int) -> Range<Int> { cell * factor..<min((cell + 1) * factor, columns) }
}

/// The colour in each cell that a clip changes most, as far as the scan of the gamut has seen it.
struct ClippedCells: Sendable {
  /// A colour that is clipped.
  struct Clipped: Sendable, Hashable {
    /// CIEDE2000 between the colour and its clip, in float; negative where no pixel of the cell is out of gamut.
    var difference: Float = -1
    /// Samples of the colour.
    var color = SIMD3<UInt16>()
    /// Whether the pixel with that colour is opaque.
    var isOpaque = true
  }

  private let grid: PreviewGrid
  private let channels: Int
  /// Row after row, down to the last one with a pixel out of gamut.
  private var cells: [Clipped] = []

  /// For images whose pixels have `format`, which is not grey.
  init(_ grid: PreviewGrid, format: PixelFormat) {
    precondition(!format.isGray, "grey has no gamut to leave")
    self.grid = grid
    channels = format.channelCount
  }

  /// Whether anything is clipped.
  var isAnyClipped: Bool { cells.contains { $0.difference >= 0 } }

  /// The cell with this number, counted row after row.
  subscript(cell: Int) -> Clipped { cells.indices.contains(cell) ? cells[cell] : Clipped() }

  /// Takes a row of the image.
  ///
  /// - Parameters:
  ///   - y: which one.
  ///   - samples: of its pixels.
  ///   - colors: those out of gamut.
  mutating func addRow(_ y: Int, _ samples: Span<UInt16>, _ colors: OutOfGamutColors) {
    guard colors.count > 0 else { return }
    let start = y / grid.factor * grid.width
    let missing = start + grid.width - cells.count
    if missing > 0 { cells += repeatElement(Clipped(), count: missing) }
    add(samples, colors, to: start)
  }

  /// Goes through the runs of equal pixels and the cells side by side.
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

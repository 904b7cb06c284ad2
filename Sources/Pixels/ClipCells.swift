internal import CPixelKernels

/// Halves the rows of an image and finds the structure that clipping destroys, in cells of 8 × 8 pixels: the
/// C functions of p3_clip_cells.h.
package struct ClipCells: Sendable {
  /// The side of a cell, in pixels of the full image.
  package static let side = 2 * Int(P3_CELL_SIDE)
  /// The factor of OKLab colours in a cell, which brings their distances near those of CIEDE2000.
  package static let scale = 100.0

  /// The result for one cell.
  package struct Cell: Sendable {
    /// Pairs of pixels, at most 2 × `pixels`, that were apart before the clip and have one colour after it;
    /// and pairs that are still apart after it.
    package let gone: Int, kept: Int
    /// Whether the cell was computed: it or a cell beside it has pixels out of gamut, and a pixel is at least
    /// half opaque.
    package let isFound: Bool
    /// Whether all pixels are at least half opaque.
    package let isOpaque: Bool
    /// Half-size pixels out of gamut, at most `pixels`.
    package let outside: Int
    /// The mean OKLab colours before and after the clip, if the cell is opaque.
    package let before: SIMD3<Float>, after: SIMD3<Float>
    /// The OKLab colours, before the clip, of the pair that loses most; equal if no pair is gone.
    package let pair: (SIMD3<Float>, SIMD3<Float>)

    /// A cell far from any pixel out of gamut.
    package static let empty = Cell(p3_clip_cell())
  }

  /// Half-size pixels in a cell.
  package static let pixels = Int(P3_CELL_SIDE * P3_CELL_SIDE)
  private static let rowCount = Int(P3_CELL_ROWS)
  private static let reach = Int(P3_PAIR_REACH)

  /// Cells in a row.
  package let count: Int
  private let format: PixelFormat
  private let target: KernelTarget
  private let limits: p3_clip_limits
  /// Half-size pixels in a row, and blocks of them.
  private let width: Int, blocks: Int
  /// The upper row of two that are averaged, and whether it waits for the lower one.
  private var upper: [UInt16]
  private var isUpper = false
  /// Half-size rows for a row of cells and its pairs; their number; which blocks leave the gamut.
  private var half: [UInt16], row: Int
  private var active: [UInt8]
  private var planes: [Float]
  private var cells: [p3_clip_cell]

  /// No rows yet.
  ///
  /// - Parameters:
  ///   - width: pixels per row.
  ///   - format: layout of the rows, not grey.
  ///   - cones: matrix from linear colours of the destination to OKLab's cone responses.
  ///   - apart: the least OKLab distance, times 100, of colours that are apart.
  ///   - alike: the OKLab distance, times 100, below which colours are one.
  package init(
    width: Int, format: PixelFormat, cones: ColumnMatrix3x3, apart: Float, alike: Float, target: KernelTarget
  ) {
    precondition(width > 0 && !format.isGray, "rows of pixels in colour")
    self.format = format
    self.target = target
    let rows = (0..<3).flatMap { [cones.x[$0], cones.y[$0], cones.z[$0]].map(Float.init) }
    limits = p3_clip_limits(
      cones: (rows[0], rows[1], rows[2], rows[3], rows[4], rows[5], rows[6], rows[7], rows[8]), apart: apart,
      alike: alike)
    self.width = width / 2
    let block = Int(P3_CLIP_BLOCK)
    blocks = (self.width + block - 1) / block
    count = (self.width + Int(P3_CELL_SIDE) - 1) / Int(P3_CELL_SIDE)
    upper = [UInt16](repeating: 0, count: width * format.channelCount)
    half = [UInt16](repeating: 0, count: Self.rowCount * 4 * self.width)
    row = Self.reach
    active = [UInt8](repeating: 0, count: Self.rowCount * blocks)
    planes = [Float](repeating: 0, count: Self.rowCount * Int(P3_CLIP_PLANES) * (blocks + 1) * block)
    cells = [p3_clip_cell](repeating: p3_clip_cell(), count: count)
  }

  /// The cell in column `x` of the last row found.
  package subscript(x: Int) -> Cell { Cell(cells[x]) }

  /// Adds the next row of pixels. Pixel i is out of gamut if bit `firstBit` + i of `outside` is set, as
  /// `PixelConverter.tally` sets it. Returns whether a row of cells is complete.
  package mutating func add(_ samples: Span<UInt16>, outside: [UInt8], firstBit: Int) -> Bool {
    precondition(
      samples.count == upper.count && 8 * outside.count >= firstBit + samples.count / format.channelCount)
    guard width > 0 else { return false }
    unsafe active.withUnsafeMutableBufferPointer { [row, blocks, width] in
      unsafe p3_mark_blocks(outside, firstBit, width, $0.baseAddress.map { unsafe $0 + row * blocks })
    }
    isUpper.toggle()
    if isUpper {
      for index in samples.indices { upper[index] = samples[index] }
      return false
    }
    unsafe half.withUnsafeMutableBufferPointer { [upper, row, width, format] half in
      unsafe samples.withUnsafeBufferPointer { lower in
        unsafe p3_halve_rows(
          upper, lower.baseAddress, width, UInt32(format.channelCount),
          half.baseAddress.map { unsafe $0 + row * 4 * width })
      }
    }
    row += 1
    return row == Self.rowCount
  }

  /// Completes the last row of cells with transparent rows. Returns whether there was one to complete.
  package mutating func addRest() -> Bool {
    guard row > Self.reach else { return false }
    for index in row * 4 * width..<half.count { half[index] = 0 }
    for index in row * blocks..<active.count { active[index] = 0 }
    row = Self.rowCount
    return true
  }

  /// Finds the cells of the complete row, and begins the next row. Returns false, and finds no cells, if no
  /// cell has pixels out of gamut in it or beside it.
  package mutating func find(_ converter: PixelConverter) -> Bool {
    guard let plan = unsafe converter.tables.plan else { preconditionFailure("grey has no gamut to leave") }
    precondition(row == Self.rowCount, "the row of cells is not complete")
    let isActive = active.contains { $0 != 0 }
    if isActive {
      unsafe planes.withUnsafeMutableBufferPointer { [limits, half, active, width, target] planes in
        unsafe cells.withUnsafeMutableBufferPointer { cells in
          unsafe withUnsafePointer(to: limits) {
            unsafe p3_find_clip_cells(
              target.cTarget, plan, $0, half, active, width, planes.baseAddress, cells.baseAddress)
          }
        }
      }
    }
    beginRow()
    return isActive
  }

  /// Keeps the rows that the pairs of the next row of cells reach.
  private mutating func beginRow() {
    let kept = Self.rowCount - Self.reach
    for index in 0..<Self.reach * 4 * width { half[index] = half[kept * 4 * width + index] }
    for index in active.indices {
      active[index] = index < Self.reach * blocks ? active[kept * blocks + index] : 0
    }
    row = Self.reach
  }
}

extension ClipCells.Cell {
  init(_ cell: p3_clip_cell) {
    func color(_ values: (Float, Float, Float)) -> SIMD3<Float> { SIMD3(values.0, values.1, values.2) }
    gone = Int(cell.gone)
    kept = Int(cell.kept)
    isFound = cell.opaque > 0
    isOpaque = cell.opaque == ClipCells.pixels
    outside = Int(cell.outside)
    before = color(cell.before)
    after = color(cell.after)
    pair = (color(cell.first), color(cell.second))
  }
}

internal import CPixelKernels

/// Rows of an image in half its size, and what clipping takes away from them in cells of 8 × 8 pixels: the C functions of
/// p3_clip_cells.h.
package struct ClipCells: Sendable {
  /// Pixels across and down of a cell.
  package static let side = 2 * Int(P3_CELL_SIDE)
  /// OKLab colours in a cell have this factor, so that distances are near those of CIEDE2000.
  package static let scale = 100.0

  /// What there is in a cell.
  package struct Cell: Sendable {
    /// Pairs of pixels, 2 × `pixels` at most, that were apart before the clip: those that are one colour after it, and those
    /// that stay apart.
    package let gone: Int, kept: Int
    /// Whether it was looked at: it, or a cell beside it, has pixels out of gamut and one that is half opaque.
    package let isFound: Bool
    /// Whether all its pixels are at least half opaque.
    package let isOpaque: Bool
    /// Pixels out of gamut, up to `pixels`.
    package let outside: Int
    /// The mean OKLab colour before and after the clip; of opaque cells.
    package let before: SIMD3<Float>, after: SIMD3<Float>
    /// The OKLab colours before the clip of the pair that loses most; equal where no pair is gone.
    package let pair: (SIMD3<Float>, SIMD3<Float>)

    /// A cell far from what is out of gamut.
    package static let empty = Cell(p3_clip_cell())
  }

  /// Pixels of half size in a cell.
  package static let pixels = Int(P3_CELL_SIDE * P3_CELL_SIDE)
  private static let rowCount = Int(P3_CELL_ROWS)
  private static let reach = Int(P3_PAIR_REACH)

  /// Cells in a row.
  package let count: Int
  private let format: PixelFormat
  private let target: KernelTarget
  private let limits: p3_clip_limits
  /// Pixels of half size in a row, and blocks of them.
  private let width: Int, blocks: Int
  /// The first of two rows that make one, and whether it waits for the second.
  private var upper: [UInt16]
  private var isUpper = false
  /// Rows in half size for a row of cells, with those above that its pairs reach; how many there are; which blocks leave
  /// the gamut.
  private var half: [UInt16], row: Int
  private var active: [UInt8]
  private var planes: [Float]
  private var cells: [p3_clip_cell]

  /// No rows yet.
  ///
  /// - Parameters:
  ///   - width: pixels per row.
  ///   - format: of the rows, not grey.
  ///   - cones: linear colours of the destination to cone responses of OKLab.
  ///   - apart: the OKLab distance, times 100, from which on a pair is apart.
  ///   - alike: the one under which it is one colour.
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

  /// The cell in column `x` of the row that was found last.
  package subscript(x: Int) -> Cell { Cell(cells[x]) }

  /// Takes the next row of pixels; pixel i is out of gamut where bit `firstBit` + i of `outside` is set, as
  /// `PixelConverter.tally` gives them. Returns whether a row of cells is complete.
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

  /// Completes the last row of cells with transparent rows. Returns whether there is one.
  package mutating func addRest() -> Bool {
    guard row > Self.reach else { return false }
    for index in row * 4 * width..<half.count { half[index] = 0 }
    for index in row * blocks..<active.count { active[index] = 0 }
    row = Self.rowCount
    return true
  }

  /// Finds the cells of the row that is complete, and begins the next one. Returns whether any cell has pixels out of gamut
  /// in it or beside it; the cells are not found where none has.
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

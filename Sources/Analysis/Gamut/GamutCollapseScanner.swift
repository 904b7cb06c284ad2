import Basics
import ColorManagement
package import Pixels

/// Finds structure that the clip to a gamut destroys; takes strips from top to bottom and makes one report.
///
/// `ClipCells` counts, in cells of 8 × 8 pixels, the pairs of pixels that were apart and become one colour. Connected
/// cells that lose as many pairs as they keep are a place where colours collapse. Cells without such pairs may be parts
/// of gradients: along their rows and columns a gradient is clipped where mean colours change before the clip and not
/// after it (`ClippedGradients`).
package struct GamutCollapseScanner: Sendable {
  private let gamut: TargetGamut
  private let limits: CollapseLimits
  /// Nil for grey, which has no gamut to leave.
  private var cells: ClipCells?
  private var collapsed = GamutRegionBuilder()
  /// The last two rows of cells, empty where nothing is out of gamut; initially the first is above the image.
  private var rows: [[ClipCells.Cell]] = [[], []]
  private var isBegun = false
  private var gradients: ClippedGradients
  private let size: (width: Int, height: Int)

  /// For images of `width` × `height` pixels of `format`, tagged with the source of the plan of `gamut`.
  package init(_ gamut: TargetGamut, width: Int, height: Int, format: PixelFormat) {
    self.gamut = gamut
    limits = CollapseLimits()
    size = (width, height)
    let space = gamut.perception
    if !format.isGray {
      cells = ClipCells(
        width: width, format: format, cones: space.conesFromRGB, apart: limits.apart, alike: limits.alike,
        target: gamut.differences.target)
    }
    gradients = ClippedGradients(columns: cells?.count ?? 0, limits)
  }

  /// Adds the next rows. Grey cannot leave a gamut, so nothing is found.
  package mutating func add(_ strip: borrowing PixelBuffer) {
    if strip.format.isGray { return }
    var outside: [UInt8] = []
    for part in TargetGamut.parts(of: strip) {
      let samples = strip.samples.span.extracting(strip.sampleRange(part.rows))
      _ = gamut.converter.tally(samples, format: strip.format, outside: &outside)
      for _ in 0..<part.times { add(samples, rows: part.rows.count, outside: outside) }
    }
  }

  /// Adds the next `count` colour rows; `outside` has a bit per pixel, row after row, set if it is out of gamut.
  package mutating func add(_ samples: Span<UInt16>, rows count: Int, outside: [UInt8]) {
    guard var cells = cells.take() else { return }
    let stride = samples.count / count
    for row in 0..<count {
      let isComplete = cells.add(
        samples.extracting(row * stride..<(row + 1) * stride), outside: outside, firstBit: row * size.width)
      if isComplete { addRow(&cells) }
    }
    self.cells = cells
  }

  /// The report on everything that came in.
  package mutating func finish() -> GamutCollapseReport {
    if var cells = cells.take() {
      if cells.addRest() { addRow(&cells) }
      addCollapsed([])
    }
    return GamutCollapseReport(
      collapsedColors: regions(collapsed.finish()),
      clippedGradients: regions(
        gradients.finish(difference: { [gamut] in Self.seenDifference($0, $1, gamut) })))
  }

  private mutating func addRow(_ cells: inout ClipCells) {
    let isActive = cells.find(gamut.converter)
    if isActive { gradients.addRow(cells) } else { gradients.addEmptyRow() }
    addCollapsed(isActive ? (0..<cells.count).map { cells[$0] } : [])
  }

  /// Examines the row of cells above the newest one, whose neighbours are now known.
  private mutating func addCollapsed(_ newest: [ClipCells.Cell]) {
    let above = rows[0]
    let row = rows[1]
    rows = [row, newest]
    guard isBegun else {
      isBegun = true
      return
    }
    var runs: [GamutRun] = []
    for x in row.indices where limits.mayCollapse(row[x]) {
      let (gone, kept) = [above, row, newest].reduce(into: (0, 0)) { sum, cells in
        guard !cells.isEmpty else { return }
        for cell in cells[max(x - 1, 0)...min(x + 1, cells.count - 1)] {
          sum.0 += cell.gone
          sum.1 += cell.kept
        }
      }
      guard Double(gone) >= limits.leastShare * Double(gone + kept) else { continue }
      let lost = LostCells(cells: 1, gone: row[x].gone)
      runs.join(GamutRun(columns: x...x, maxDeltaE: difference(row[x].pair), lost: lost))
    }
    collapsed.addRow(runs)
  }

  /// The CIEDE2000 of a pair.
  private func difference(_ pair: (SIMD3<Float>, SIMD3<Float>)) -> Double {
    CIEDE2000.difference(gamut.lab(okLab: pair.0), gamut.lab(okLab: pair.1))
  }

  /// Regions of cells in pixels.
  private func regions(_ regions: [GamutRegion]) -> [GamutRegion] {
    let side = ClipCells.side
    return regions.map { region in
      let box = region.box
      return GamutRegion(
        box: ImageRegion(
          x: side * box.x, y: side * box.y, width: min(side * box.width, size.width - side * box.x),
          height: min(side * box.height, size.height - side * box.y)),
        pixels: side * side * region.pixels, maxDeltaE: region.maxDeltaE, lost: region.lost)
    }
  }

  /// The visible CIEDE2000 between the ends of a ramp: at most 1.25 times the value with chroma at a third (kC = 3). In
  /// yellow and pale shading ΔE 4 to 6 of chroma alone go unnoticed; they become 1.7 to 2.5. Differences with a part in
  /// lightness or hue, as of saturated reds and greens, count in full.
  private static func seenDifference(
    _ first: SIMD3<Float>, _ second: SIMD3<Float>, _ gamut: TargetGamut
  ) -> Double {
    let (first, second) = (gamut.lab(okLab: first), gamut.lab(okLab: second))
    let difference = CIEDE2000.difference(first, second)
    return min(difference, 1.25 * CIEDE2000.difference(first, second, chromaFactor: 3))
  }
}

/// Limits of what counts as collapsed.
struct CollapseLimits: Sendable {
  /// OKLab distance, times 100, of pixels 4 pixels apart: visible at a glance, and invisible.
  let apart: Float = 2.5, alike: Float = 1
  /// The least pairs, of 32, that a cell must lose, and the least share of lost pairs among those lost and kept by it
  /// and the cells around it: textures keep more edges, and a fringe of anti-aliasing keeps twice as many.
  let leastGone = 3, leastShare = 0.4
  /// The least OKLab lightness of a pair's lighter colour, 0 to 100. Pairs of darker colours are not counted.
  let leastLightness: Float = 25
  /// The least half-size pixels out of gamut, of 16, in a cell of a gradient.
  let leastOutside = 8
  /// The least length of a plateau in cells, and the least CIEDE2000 that it loses, with chroma alone at 0.4.
  let leastPlateau = 3, leastRamp: Float = 2

  func mayCollapse(_ cell: ClipCells.Cell) -> Bool {
    cell.gone >= leastGone && max(cell.pair.0.x, cell.pair.1.x) >= leastLightness
  }

  func isOfGradient(_ cell: ClipCells.Cell) -> Bool {
    cell.gone == 0 && cell.kept == 0 && cell.isOpaque && cell.outside >= leastOutside
  }
}

/// What collapses in the target gamut: distinguishable colours, and gradients.
package struct GamutCollapseReport: Sendable, Hashable, Codable {
  /// Places where colours 4 pixels apart, with an OKLab distance of 0.025 or more, come closer than 0.01 in the target.
  /// Largest first; `maxDeltaE` is the largest CIEDE2000 that is lost.
  package let collapsedColors: [GamutRegion]
  /// Places where a ramp becomes a flat plateau in the target. Largest first; `maxDeltaE` is the lost ramp's CIEDE2000,
  /// with chroma alone at 0.4.
  package let clippedGradients: [GamutRegion]
  /// The least lost CIEDE2000 (with chroma alone at 0.4) that is seen without comparing.
  package static let plainRampDifference = 3.0
}

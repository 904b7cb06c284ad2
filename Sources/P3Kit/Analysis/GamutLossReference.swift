import ColorManagement
import Pixels

/// The scalar oracle of `GamutLossScanner`: looks at every pixel, with exact arithmetic alone.
///
/// Three searches run side by side:
/// - *neighbours*: two pixels side by side or one above the other;
/// - *edges*: two flat colours with up to three pixels of anti-aliasing between them;
/// - *ramps*: rows and columns of pixels out of gamut that change smoothly while the target shows one colour.
struct GamutLossReference: Sendable {
  private let width: Int
  private var palette: GamutLossPalette
  /// The last rows, oldest first: what an edge spans.
  private var rows: [GamutLossReferenceRow] = []
  private var collapsed: GamutLossMarks
  private var gradients: GamutLossMarks
  private var columnRamps: [GamutReferenceRamp?]

  /// Pixels from one flat colour to the other across an anti-aliased edge.
  private static let edgeSpan = 4
  /// Rows that an edge needs: its span, and a second row of each flat colour.
  private static let rowCount = edgeSpan + 3
  /// A plateau in a column is marked from its first row on, as long as that is no farther back.
  private static let rampWindow = 64

  /// A reference for images of `width` pixels tagged with the plan's source, for the gamut of its destination.
  ///
  /// Throws `ColorError.gamutNeedsMatrixProfile`.
  init(_ plan: ConversionPlan, width: Int) throws(ColorError) {
    self.width = width
    palette = GamutLossPalette(try GamutScanCache.scan(plan))
    collapsed = GamutLossMarks(width: width, window: Self.rowCount)
    gradients = GamutLossMarks(width: width, window: Self.rampWindow)
    columnRamps = Array(repeating: nil, count: width)
  }

  /// Takes the next rows. Grey has no gamut to leave: nothing is found.
  mutating func add(_ strip: borrowing PixelBuffer) {
    precondition(strip.width == width, "a strip of another image")
    if strip.format.isGray { return }
    for y in 0..<strip.height {
      rows.append(row(strip, y))
      if rows.count > Self.rowCount { rows.removeFirst() }
      collapsed.openRow()
      gradients.openRow()
      guard rows.contains(where: \.hasOut) else { continue }
      findNeighbours()
      findEdges()
      findRowRamps()
      findColumnRamps()
    }
  }

  /// The report on everything that came in.
  mutating func finish() -> GamutLossReport {
    GamutLossReport(collapsedColors: collapsed.finish(), clippedGradients: gradients.finish())
  }

  // MARK: Rows

  private func row(_ strip: borrowing PixelBuffer, _ y: Int) -> GamutLossReferenceRow {
    let channels = strip.format.channelCount
    var row = GamutLossReferenceRow(
      keys: [UInt64](repeating: GamutLossReferenceRow.invisible, count: width),
      isOut: [Bool](repeating: false, count: width), hasOut: false)
    var first = strip.rowRange(y).lowerBound
    var last: (key: UInt64, isOut: Bool) = (GamutLossReferenceRow.invisible, false)
    for x in 0..<width {
      defer { first += channels }
      if channels == 4, strip.samples[first + 3] == 0 { continue }
      let key = GamutColorSet.key(strip.samples[first], strip.samples[first + 1], strip.samples[first + 2])
      if key != last.key { last = (key, GamutScan.isOut(palette.scan.linear(GamutScan.color(key)))) }
      row.keys[x] = key
      row.isOut[x] = last.isOut
      if last.isOut { row.hasOut = true }
    }
    return row
  }

  /// The row `back` rows above the newest.
  private func row(back: Int) -> GamutLossReferenceRow { rows[rows.count - 1 - back] }

  // MARK: Collapsed colours

  private mutating func findNeighbours() {
    let current = row(back: 0)
    let above = rows.count > 1 ? row(back: 1) : nil
    for x in 0..<width {
      if x + 1 < width, GamutLossReferenceRow.mayCollapse(current, x, current, x + 1),
        let lost = palette.lostDifference(current.keys[x], current.keys[x + 1])
      {
        collapsed.mark(x: x, deltaE: lost)
        collapsed.mark(x: x + 1, deltaE: lost)
      }
      if let above, GamutLossReferenceRow.mayCollapse(above, x, current, x),
        let lost = palette.lostDifference(above.keys[x], current.keys[x])
      {
        collapsed.mark(x: x, back: 1, deltaE: lost)
        collapsed.mark(x: x, deltaE: lost)
      }
    }
  }

  private mutating func findEdges() {
    let current = row(back: 0)
    for x in 0..<width {
      for span in 2...Self.edgeSpan {
        // Along the row, x being the last pixel of the second flat colour.
        let start = x - span - 1
        if start >= 1, Self.isEdge(span: span, { current.keys[start + $0] }),
          GamutLossReferenceRow.mayCollapse(current, start, current, start + span),
          let lost = palette.lostDifference(current.keys[start], current.keys[start + span])
        {
          for marked in start...start + span { collapsed.mark(x: marked, deltaE: lost) }
        }
        // Along the column, ending in the newest row.
        let newest = rows.count - 1
        let top = newest - span - 1
        if top >= 1, Self.isEdge(span: span, { rows[top + $0].keys[x] }),
          GamutLossReferenceRow.mayCollapse(rows[top], x, rows[top + span], x),
          let lost = palette.lostDifference(rows[top].keys[x], rows[top + span].keys[x])
        {
          for marked in top...top + span { collapsed.mark(x: x, back: newest - marked, deltaE: lost) }
        }
      }
    }
  }

  /// Whether a flat colour ends at 0, another begins at `span`, and the colours between change at each pixel.
  private static func isEdge(span: Int, _ key: (Int) -> UInt64) -> Bool {
    key(-1) == key(0) && key(span) == key(span + 1)
      && (0..<span).allSatisfy { key($0) != key($0 + 1) && key($0) != GamutLossReferenceRow.invisible }
  }

  // MARK: Clipped gradients

  private mutating func findRowRamps() {
    let current = row(back: 0)
    guard current.hasOut else { return }
    var ramp: GamutReferenceRamp?
    for x in 0...width {
      let isOut = x < width && current.isOut[x]
      if isOut, ramp != nil, Self.extend(&ramp, current.keys[x], after: current.keys[x - 1], &palette) {
        continue
      }
      if let ended = ramp, ended.isPlateau {
        for marked in x - ended.length..<x { gradients.mark(x: marked, deltaE: ended.lostDifference) }
      }
      ramp = isOut ? GamutReferenceRamp(palette.color(current.keys[x])) : nil
    }
  }

  private mutating func findColumnRamps() {
    let current = row(back: 0)
    let above = rows.count > 1 ? row(back: 1) : current
    for x in 0..<width {
      guard current.isOut[x] else {
        columnRamps[x] = nil
        continue
      }
      let wasPlateau = columnRamps[x]?.isPlateau ?? false
      guard columnRamps[x] != nil,
        Self.extend(&columnRamps[x], current.keys[x], after: above.keys[x], &palette),
        let ramp = columnRamps[x]
      else {
        columnRamps[x] = GamutReferenceRamp(palette.color(current.keys[x]))
        continue
      }
      guard ramp.isPlateau else { continue }
      let first = wasPlateau ? 0 : min(ramp.length, Self.rampWindow) - 1
      for back in 0...first { gradients.mark(x: x, back: back, deltaE: ramp.lostDifference) }
    }
  }

  /// Carries `ramp` on to the colour `key`, which follows the colour `last`.
  private static func extend(
    _ ramp: inout GamutReferenceRamp?, _ key: UInt64, after last: UInt64, _ palette: inout GamutLossPalette
  ) -> Bool {
    if key == last {
      ramp?.extend()
      return true
    }
    return ramp?.extend(to: palette.color(key)) ?? false
  }
}

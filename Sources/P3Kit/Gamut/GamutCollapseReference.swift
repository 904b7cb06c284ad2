import ColorManagement
import Pixels

/// The scalar oracle of `GamutCollapseScanner`: looks at every pixel, with exact arithmetic alone.
///
/// Three searches run side by side:
/// - *neighbours*: two pixels side by side or one above the other;
/// - *edges*: two flat colours with up to three pixels of anti-aliasing between them;
/// - *ramps*: rows and columns of pixels out of gamut that change smoothly while the target shows one colour.
struct GamutCollapseReference: Sendable {
  private let width: Int
  private var palette: GamutCollapsePalette
  /// The last rows, oldest first: what an edge spans.
  private var rows: [GamutCollapseReferenceRow] = []
  private var collapsed: GamutCollapseMarks
  private var gradients: GamutCollapseMarks
  private var columnRamps: [GamutCollapseReferenceRamp?]

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
    palette = GamutCollapsePalette(try GamutScan(plan))
    collapsed = GamutCollapseMarks(width: width, window: Self.rowCount)
    gradients = GamutCollapseMarks(width: width, window: Self.rampWindow)
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
  mutating func finish() -> GamutCollapseReport {
    GamutCollapseReport(collapsedColors: collapsed.finish(), clippedGradients: gradients.finish())
  }

  // MARK: Rows

  private func row(_ strip: borrowing PixelBuffer, _ y: Int) -> GamutCollapseReferenceRow {
    let channels = strip.format.channelCount
    var row = GamutCollapseReferenceRow(
      keys: [UInt64](repeating: GamutCollapseReferenceRow.invisible, count: width),
      isOut: [Bool](repeating: false, count: width), hasOut: false)
    var first = strip.rowRange(y).lowerBound
    var last: (key: UInt64, isOut: Bool) = (GamutCollapseReferenceRow.invisible, false)
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
  private func row(back: Int) -> GamutCollapseReferenceRow { rows[rows.count - 1 - back] }

  // MARK: Collapsed colours

  private mutating func findNeighbours() {
    let current = row(back: 0)
    let above = rows.count > 1 ? row(back: 1) : nil
    for x in 0..<width {
      if x + 1 < width, GamutCollapseReferenceRow.mayCollapse(current, x, current, x + 1),
        let lost = palette.lostDifference(current.keys[x], current.keys[x + 1])
      {
        collapsed.mark(x: x, deltaE: lost)
        collapsed.mark(x: x + 1, deltaE: lost)
      }
      if let above, GamutCollapseReferenceRow.mayCollapse(above, x, current, x),
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
          GamutCollapseReferenceRow.mayCollapse(current, start, current, start + span),
          let lost = palette.lostDifference(current.keys[start], current.keys[start + span])
        {
          for marked in start...start + span { collapsed.mark(x: marked, deltaE: lost) }
        }
        // Along the column, ending in the newest row.
        let newest = rows.count - 1
        let top = newest - span - 1
        if top >= 1, Self.isEdge(span: span, { rows[top + $0].keys[x] }),
          GamutCollapseReferenceRow.mayCollapse(rows[top], x, rows[top + span], x),
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
      && (0..<span).allSatisfy { key($0) != key($0 + 1) && key($0) != GamutCollapseReferenceRow.invisible }
  }

  // MARK: Clipped gradients

  private mutating func findRowRamps() {
    let current = row(back: 0)
    guard current.hasOut else { return }
    var ramp: GamutCollapseReferenceRamp?
    for x in 0...width {
      let isOut = x < width && current.isOut[x]
      if isOut, ramp != nil, Self.extend(&ramp, current.keys[x], after: current.keys[x - 1], &palette) {
        continue
      }
      if let ended = ramp, ended.isPlateau {
        for marked in x - ended.length..<x { gradients.mark(x: marked, deltaE: ended.lostDifference) }
      }
      ramp = isOut ? GamutCollapseReferenceRamp(palette.color(current.keys[x])) : nil
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
        columnRamps[x] = GamutCollapseReferenceRamp(palette.color(current.keys[x]))
        continue
      }
      guard ramp.isPlateau else { continue }
      let first = wasPlateau ? 0 : min(ramp.length, Self.rampWindow) - 1
      for back in 0...first { gradients.mark(x: x, back: back, deltaE: ramp.lostDifference) }
    }
  }

  /// Carries `ramp` on to the colour `key`, which follows the colour `last`.
  private static func extend(
    _ ramp: inout GamutCollapseReferenceRamp?, _ key: UInt64, after last: UInt64,
    _ palette: inout GamutCollapsePalette
  ) -> Bool {
    if key == last {
      ramp?.extend()
      return true
    }
    return ramp?.extend(to: palette.color(key)) ?? false
  }
}

/// One row of pixels as the search sees it.
struct GamutCollapseReferenceRow: Sendable {
  /// 48-bit colour numbers; `invisible` where alpha is 0.
  var keys: [UInt64]
  /// Which pixels are out of gamut.
  var isOut: [Bool]
  /// Whether any is.
  var hasOut: Bool

  /// No colour has this number.
  static let invisible = UInt64.max

  /// Whether both pixels are visible and differ, and one of them is out of gamut.
  static func mayCollapse(_ a: GamutCollapseReferenceRow, _ x: Int, _ b: GamutCollapseReferenceRow, _ y: Int)
    -> Bool
  {
    a.keys[x] != b.keys[y] && (a.isOut[x] || b.isOut[y]) && a.keys[x] != invisible && b.keys[y] != invisible
  }
}

/// A walk along a row or a column over pixels out of gamut whose colours change smoothly, as long as the target
/// shows nearly one colour: the candidate for a plateau.
struct GamutCollapseReferenceRamp: Sendable {
  private var start: GamutCollapseColor
  private var last: GamutCollapseColor
  /// Pixels so far.
  private(set) var length = 1
  /// The largest CIEDE2000 from the start, once it is worth computing; 0 before.
  private(set) var lostDifference = 0.0
  /// The rough difference from the start up to which `lostDifference` is known.
  private var measuredAt = 0.0

  init(_ color: GamutCollapseColor) {
    start = color
    last = color
  }

  /// Whether the walk has become a plateau that was a ramp.
  var isPlateau: Bool {
    length >= GamutCollapseReport.plateauLength && lostDifference >= GamutCollapseReport.rampDifference
  }

  /// Goes on to an equal colour.
  mutating func extend() { length += 1 }

  /// Goes on to `color` if it carries the ramp on; otherwise leaves the walk as it is and returns false.
  mutating func extend(to color: GamutCollapseColor) -> Bool {
    let visible = GamutCollapseReport.visibleDifference
    guard GamutCollapseColor.roughDifference(last.source, color.source) < visible,
      GamutCollapseColor.roughDifference(start.target, color.target) < visible
    else { return false }
    length += 1
    last = color
    let rough = GamutCollapseColor.roughDifference(start.source, color.source)
    // CIEDE2000 only where the stand-in says that it pays, and has grown noticeably since.
    if rough >= 0.75 * GamutCollapseReport.rampDifference, rough >= measuredAt + 0.1 {
      measuredAt = rough
      lostDifference = max(lostDifference, CIEDE2000.difference(start.source, color.source))
    }
    return true
  }
}

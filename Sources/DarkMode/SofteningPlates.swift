import Pixels

/// The first pass of `knockout`: finds the connected areas of exactly one colour. Those that are plates stay opaque, and what lies on
/// them.
///
/// Nearly all of a plate's rim is a step, where a fade passes from code to code. Lines that cross a pale plate do not part it. What
/// meets all four edges of the image is no plate on a page.
struct SofteningPlates: Sendable {
  /// What a plate differs by from what is around it: eight codes of 8 bits, more than a fade has over `rim` pixels.
  private static let step = 2056
  /// Pixels from a plate within which there is a step: of them two may be mixtures.
  private static let rim = 3
  /// The most pixels of a line across a pale plate.
  private static let line = 4
  /// The most pixels in a row of the mixtures between two pale plates.
  private static let edge = 16
  /// The least pixels of a plate, and its least mean width and height.
  private static let least = 16, thickness = 3
  /// Of the ends of a plate's columns and runs, one in so many may fade; in a rectangle, of those of its columns, and of its runs.
  private static let fading = (any: 12, rectangle: 3)
  /// The least channel of a pale plate; what has a darker one is ink. Nine sixteenths of the darkest paper.
  private static let pale: UInt16 = 23_000
  /// The least pixels in a row of ink, and of pixels without a step at their sides: letters and noise have less.
  private static let run = 6
  /// The least pixels of the box of a plate that holds what lies on it.
  private static let holder = 256
  /// The least share of its box that such a plate fills, if it is pale, and if it is ink: letters fill less.
  private static let share = (pale: 1.0 / 3, ink: 0.8)

  /// What is counted of an area.
  private struct Area: SofteningArea {
    let color: SIMD3<UInt16>
    var box: SofteningBox
    var pixels: Int
    /// Its stretches of pixels in rows and in columns.
    var runs = 1, columns: Int
    /// Ends of runs, and of columns, where it fades.
    var fadingRuns = 0, fadingColumns = 0

    static func += (sum: inout Area, other: Area) {
      sum.box.formUnion(other.box)
      sum.pixels += other.pixels
      sum.runs += other.runs
      sum.columns += other.columns
      sum.fadingRuns += other.fadingRuns
      sum.fadingColumns += other.fadingColumns
    }

    var isPale: Bool { color.min() >= SofteningPlates.pale }

    private var isThick: Bool {
      pixels >= SofteningPlates.least && pixels >= SofteningPlates.thickness * max(runs, columns)
    }
    private var fadesLittle: Bool {
      fadingRuns * SofteningPlates.fading.rectangle <= 2 * runs
        && fadingColumns * SofteningPlates.fading.rectangle <= 2 * columns
    }
    private var share: Double { Double(pixels) / Double(box.size) }

    /// Whether it is pale, and a plate whatever its shape.
    var isPlate: Bool {
      isPale && isThick
        && (share == 1
          ? fadesLittle : (fadingRuns + fadingColumns) * SofteningPlates.fading.any <= 2 * (runs + columns))
    }
    /// Whether it has gaps, and is a plate that holds what lies in them if its hull fills its box.
    var mayHold: Bool {
      let least = isPale ? SofteningPlates.share.pale : SofteningPlates.share.ink
      return isThick && fadesLittle && (least..<1).contains(share) && box.size >= SofteningPlates.holder
    }
  }

  private let format: PixelFormat
  private let width: Int
  /// The colours and runs of the rows above, the last one last.
  private var above: [(colors: [SIMD3<UInt16>], runs: [SofteningAreaRun])] = []
  private var areas = SofteningAreas<Area>()

  init(format: PixelFormat, width: Int) {
    self.format = format
    self.width = width
  }

  /// Bytes held.
  var byteCount: Int { areas.byteCount }

  mutating func add(_ row: Span<UInt16>) {
    let channels = format.channelCount
    var colors: [SIMD3<UInt16>] = []
    colors.reserveCapacity(row.count / channels)
    for first in stride(from: 0, to: row.count, by: channels) {
      colors.append(
        format.isGray ? SIMD3(repeating: row[first]) : SIMD3(row[first], row[first + 1], row[first + 2]))
    }
    var runs: [SofteningAreaRun] = []
    var (x, next) = (0, [Int](repeating: 0, count: above.count))
    while x < colors.count {
      let start = x
      repeat { x += 1 } while x < colors.count && colors[x] == colors[start]
      let least = colors[start].min()
      guard x - start > 1, least < 65535, least >= Self.pale || x - start >= Self.run else { continue }
      let fading = fadingSides(start..<x, of: colors)
      guard fading < 2 || x - start >= Self.run else { continue }
      let label = join(start..<x, of: colors, fadingSides: fading, after: runs, &next)
      runs.append(SofteningAreaRun(columns: start..<x, label: label))
    }
    areas.endRow(runs)
    above.append((colors, runs))
    guard above.count > Self.line + 1 else { return }
    let ended = above.removeFirst()
    for run in ended.runs {
      let fading = fadingColumns(
        run.columns, of: ended.colors[run.columns.lowerBound], at: above.prefix(Self.rim))
      areas.change(run.label) { $0.fadingColumns += fading }
    }
  }

  /// At how many of its two ends a run fades.
  private func fadingSides(_ run: Range<Int>, of colors: [SIMD3<UInt16>]) -> Int {
    let sides = [run.lowerBound - Self.rim..<run.lowerBound, run.upperBound..<run.upperBound + Self.rim]
    return sides.count { side in
      side.allSatisfy { colors.indices.contains($0) && !Self.isEnd(colors[$0], of: colors[run.lowerBound]) }
    }
  }

  /// In how many columns of a run an area of `color` fades towards `rows` above or below.
  private func fadingColumns(
    _ run: Range<Int>, of color: SIMD3<UInt16>,
    at rows: ArraySlice<(colors: [SIMD3<UInt16>], runs: [SofteningAreaRun])>
  ) -> Int {
    run.count { x in !rows.contains { Self.isEnd($0.colors[x], of: color) } }
  }

  /// Whether a colour within `rim` of an area shows that the area does not fade there: it is a step away, or the area's own.
  private static func isEnd(_ color: SIMD3<UInt16>, of area: SIMD3<UInt16>) -> Bool {
    color == area || isStep(color, area)
  }

  /// Whether two colours differ as a plate does from what is around it.
  private static func isStep(_ one: SIMD3<UInt16>, _ other: SIMD3<UInt16>) -> Bool {
    (0..<3).contains { abs(Int(one[$0]) - Int(other[$0])) >= step }
  }

  /// Adds a run to the areas of its colour that meet it, or to a new one, and returns its label.
  ///
  /// - Parameters:
  ///   - runs: those before it in its row.
  ///   - next: for each row of `above`, its first run that may meet this one or a later one.
  private mutating func join(
    _ run: Range<Int>, of colors: [SIMD3<UInt16>], fadingSides: Int, after runs: [SofteningAreaRun],
    _ next: inout [Int]
  ) -> Int {
    let color = colors[run.lowerBound]
    let box = SofteningBox(columns: run, rows: areas.rowCount..<areas.rowCount + 1)
    var area = Area(color: color, box: box, pixels: run.count, columns: run.count)
    area.fadingRuns = fadingSides
    if above.count >= Self.rim {
      area.fadingColumns = fadingColumns(run, of: color, at: above.suffix(Self.rim))
    }
    var meeting = meeting(run, of: color, inRow: above.count - 1, &next)
    area.columns -= meeting.reduce(0) { $0 + $1.columns.clamped(to: run).count }
    if area.isPale {
      if meeting.isEmpty {
        for index in above.indices { meeting += self.meeting(run, of: color, inRow: index, &next) }
      }
      meeting += runs.suffix(Self.line).filter {
        $0.columns.upperBound + Self.line >= run.lowerBound && colors[$0.columns.lowerBound] == color
      }
    }
    return areas.add(area, joining: meeting)
  }

  /// The runs of a colour that meet `run` in the row above with an index.
  private func meeting(
    _ run: Range<Int>, of color: SIMD3<UInt16>, inRow index: Int, _ next: inout [Int]
  ) -> [SofteningAreaRun] {
    guard above.indices.contains(index) else { return [] }
    let row = above[index]
    while next[index] < row.runs.count, row.runs[next[index]].columns.upperBound <= run.lowerBound {
      next[index] += 1
    }
    return row.runs[next[index]...].prefix { $0.columns.lowerBound < run.upperBound }
      .filter { row.colors[$0.columns.lowerBound] == color }
  }

  /// What stays opaque on paper of a colour. The last row has been added.
  consuming func map(on paper: SIMD3<UInt16>) -> SofteningPlateMap {
    areas.finish()
    let image = SofteningBox(columns: 0..<width, rows: 0..<areas.rowCount)
    var hulls: [SofteningPlateHull] = []
    /// By label.
    var indices: [Int: Int] = [:]
    for label in areas.labels {
      let area = areas[label]
      guard area.isPlate || area.mayHold, area.box != image, Self.isStep(area.color, paper) else { continue }
      indices[label] = hulls.count
      hulls.append(
        SofteningPlateHull(area.box, isPale: area.isPale, isPlate: area.isPlate, mayHold: area.mayHold))
    }
    forEachRow(of: hulls.map(\.box.rows), at: indices) { index, y, runs in hulls[index].add(runs, inRow: y) }
    for index in hulls.indices { hulls[index].close() }
    forEachRow(of: hulls.map(\.box.rows), at: indices) { index, y, runs in
      hulls[index].measure(runs, inRow: y)
    }
    var map = SofteningPlateMap()
    var parts: [SofteningPlateMap.Part] = []
    var pale: [Range<Int>] = []
    var last = 0
    forEachRow(of: hulls.map(\.box.rows), at: indices) { index, y, runs in
      while last < y {
        map.append(parts + Self.edges(between: pale))
        (parts, pale, last) = ([], [], last + 1)
      }
      let own = hulls[index].parts(runs, inRow: y)
      parts += own
      if hulls[index].isPale { pale += own.filter { $0.condition == .always }.map(\.columns) }
    }
    map.append(parts + Self.edges(between: pale))
    return map
  }

  /// The edges between pale plates in a row.
  private static func edges(between plates: [Range<Int>]) -> [SofteningPlateMap.Part] {
    var edges: [SofteningPlateMap.Part] = []
    var end: Int?
    for columns in plates.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let end, (1...edge).contains(columns.lowerBound - end) {
        edges.append(SofteningPlateMap.Part(columns: end..<columns.lowerBound, condition: .nonePaler))
      }
      end = max(end ?? 0, columns.upperBound)
    }
    return edges
  }

  /// Calls `body` for each row of areas, from top to bottom, with the area's index, the row and the area's runs in it.
  ///
  /// - Parameters:
  ///   - rows: of the areas, which are in the order of their first rows.
  ///   - indices: of the areas, by label.
  private func forEachRow(
    of rows: [Range<Int>], at indices: [Int: Int], _ body: (Int, Int, [Range<Int>]) -> Void
  ) {
    var active: [Int] = []
    var next = 0
    for y in 0..<areas.rowCount {
      active.removeAll { rows[$0].upperBound == y }
      while next < rows.count, rows[next].lowerBound == y {
        active.append(next)
        next += 1
      }
      if active.isEmpty { continue }
      var runs: [Int: [Range<Int>]] = [:]
      for run in areas.runs(inRow: y) {
        if let index = indices[run.label] { runs[index, default: []].append(run.columns) }
      }
      for index in active { body(index, y, runs[index] ?? []) }
    }
  }
}

/// Columns and rows of an image.
struct SofteningBox: Equatable, Sendable {
  var columns: Range<Int>, rows: Range<Int>

  /// Its pixels.
  var size: Int { columns.count * rows.count }

  mutating func formUnion(_ other: Self) {
    columns = Self.union(columns, other.columns)
    rows = Self.union(rows, other.rows)
  }

  private static func union(_ one: Range<Int>, _ other: Range<Int>) -> Range<Int> {
    min(one.lowerBound, other.lowerBound)..<max(one.upperBound, other.upperBound)
  }
}

/// What lies on a plate: the pixels with pixels of the plate to their left and right, above and below.
///
/// A plate that fills its box, with no large gap, holds all that lies on it: words on a badge, the grid of a chart. On another one,
/// what has no paper beside it is opaque: a button in a window, but not what is written in a white list.
private struct SofteningPlateHull {
  /// The least share of its box that the hull of a plate fills: a circle's has more.
  private static let fullness = 0.75
  /// The share of the box that the largest square gap takes at most: the hole of a ring takes more.
  private static let gap = 1.0 / 12

  let box: SofteningBox
  let isPale: Bool
  private let isPlate: Bool, mayHold: Bool
  /// By row and by column of the box, from the plate's first pixel in it to its last: for a plate that may hold what lies on it.
  private var rows: [Range<Int>] = [], columns: [Range<Int>] = []
  private var pixels = 0
  /// The side of the largest square gap, and of those that end in the last row, by column.
  private var side = 0, sides: [Int] = []

  init(_ box: SofteningBox, isPale: Bool, isPlate: Bool, mayHold: Bool) {
    self.box = box
    self.isPale = isPale
    self.isPlate = isPlate
    self.mayHold = mayHold
    guard mayHold else { return }
    rows = Array(repeating: 0..<0, count: box.rows.count)
    columns = Array(repeating: 0..<0, count: box.columns.count)
    sides = Array(repeating: 0, count: box.columns.count + 1)
  }

  /// Adds the plate's runs in row `y`.
  mutating func add(_ runs: [Range<Int>], inRow y: Int) {
    guard mayHold, let first = runs.first, let last = runs.last else { return }
    rows[y - box.rows.lowerBound] = first.lowerBound..<last.upperBound
    for x in runs.joined() {
      let column = x - box.columns.lowerBound
      columns[column] = (columns[column].isEmpty ? y : columns[column].lowerBound)..<y + 1
    }
  }

  /// Gives rows and columns without pixels, which lines cross, the ends of those beside them.
  mutating func close() {
    for y in rows.indices.dropFirst() where rows[y].isEmpty { rows[y] = rows[y - 1] }
    for x in columns.indices.dropFirst() where columns[x].isEmpty { columns[x] = columns[x - 1] }
  }

  /// The columns of row `y` that have pixels of the plate above and below.
  private func hull(inRow y: Int) -> [Range<Int>] {
    rows[y - box.rows.lowerBound].runs { columns[$0 - box.columns.lowerBound].contains(y) }
  }

  /// Counts the pixels of the hull in row `y`, and looks for gaps in it.
  mutating func measure(_ runs: [Range<Int>], inRow y: Int) {
    guard mayHold else { return }
    var next = [Int](repeating: 0, count: sides.count)
    var isGap = [Bool](repeating: true, count: box.columns.count)
    for x in runs.joined() { isGap[x - box.columns.lowerBound] = false }
    for x in hull(inRow: y).joined() {
      pixels += 1
      let column = x - box.columns.lowerBound
      guard isGap[column] else { continue }
      next[column + 1] = 1 + min(next[column], sides[column], sides[column + 1])
      side = max(side, next[column + 1])
    }
    sides = next
  }

  /// What of row `y` is opaque.
  func parts(_ runs: [Range<Int>], inRow y: Int) -> [SofteningPlateMap.Part] {
    let isFull = mayHold && Double(pixels) >= Self.fullness * Double(box.size)
    if isFull, Double(side * side) <= Self.gap * Double(box.size) {
      return hull(inRow: y).map { SofteningPlateMap.Part(columns: $0, condition: .always) }
    }
    guard isPlate || isPale && isFull else { return [] }
    return runs.map { SofteningPlateMap.Part(columns: $0, condition: .always) }
      + zip(runs, runs.dropFirst()).map {
        SofteningPlateMap.Part(columns: $0.upperBound..<$1.lowerBound, condition: .noPaper)
      }
  }
}

/// What stays opaque where paper becomes transparent: plates, and what lies on them.
struct SofteningPlateMap: Sendable {
  /// Pixels in a row.
  struct Part {
    /// Whether they are opaque: always, if there is no paper among them, or if none is paler than what is beside them.
    enum Condition: UInt8 {
      case always, noPaper, nonePaler
    }

    let columns: Range<Int>
    let condition: Condition
  }

  /// By row: the columns of each part, four bytes each, and its condition, in one.
  private var map = SofteningMap()

  mutating func append(_ parts: [Part]) {
    map.appendRow { bytes in
      for part in parts {
        SofteningMap.append(part.columns.lowerBound, to: &bytes)
        SofteningMap.append(part.columns.upperBound, to: &bytes)
        bytes.append(part.condition.rawValue)
      }
    }
  }

  func parts(inRow y: Int) -> [Part] {
    guard y < map.rowCount else { return [] }
    var parts: [Part] = []
    map.withBytes(ofRow: y) { bytes in
      for entry in stride(from: 0, to: bytes.count, by: 9) {
        let columns = SofteningMap.number(bytes, at: entry)..<SofteningMap.number(bytes, at: entry + 4)
        parts.append(Part(columns: columns, condition: Part.Condition(rawValue: bytes[entry + 8]) ?? .always))
      }
    }
    return parts
  }
}

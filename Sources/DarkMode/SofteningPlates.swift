import Pixels

/// The first pass of `knockout`: finds the connected areas of exactly one colour. Those that are plates stay opaque, and what lies on
/// them.
///
/// Nearly all of a plate's rim is a step, where a fade passes from code to code. Lines that cross a pale plate do not part it: beyond a
/// line, three pixels beside each other have its colour again, where in noise they lie by themselves. What meets all four edges of the
/// image is no plate on a page.
struct SofteningPlates: Sendable {
  /// What a plate differs by from what is around it: eight codes of 8 bits, more than a fade has over `rim` pixels.
  private static let step = 2056
  /// Pixels from a plate within which there is a step: of them two may be mixtures.
  private static let rim = 3
  /// The most pixels of a line across a pale plate.
  private static let line = 4
  /// The least mean width and height of a plate.
  private static let thickness = 3
  /// Of the ends of a plate's columns and runs, one in so many may fade; of those of a plate that holds what lies on it, one of its
  /// columns, and one of its runs.
  private static let fading = (plate: 12, holder: 5)
  /// The least channel of a pale plate; what has a darker one is ink. Nine sixteenths of the darkest paper.
  private static let pale: UInt16 = 23_000
  /// The least pixels in a row of ink, and of pixels without a step at their sides: letters and noise have less.
  private static let run = 6
  /// The least pixels of the box of a plate that holds what lies on it.
  private static let holder = 256
  /// The least share of its box that such a plate fills, if it is pale, and if it is ink: letters fill less.
  private static let share = (pale: 0.125, ink: 0.8)

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

    var isPale: Bool { SofteningPlates.isPale(color) }

    private var isThick: Bool { pixels >= SofteningPlates.thickness * max(runs, columns) }
    private var fadesLittle: Bool {
      fadingRuns * SofteningPlates.fading.holder <= 2 * runs
        && fadingColumns * SofteningPlates.fading.holder <= 2 * columns
    }
    private var share: Double { Double(pixels) / Double(box.size) }

    /// Whether it is pale, and a plate whatever its shape.
    var isPlate: Bool {
      isPale && isThick
        && (fadingRuns + fadingColumns) * SofteningPlates.fading.plate <= 2 * (runs + columns)
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
  /// The thin lines, which are found in the same runs.
  private(set) var lines = SofteningLines()

  init(format: PixelFormat, width: Int) {
    self.format = format
    self.width = width
  }

  /// Bytes held.
  var byteCount: Int { areas.byteCount + lines.byteCount }

  mutating func add(_ row: Span<UInt16>) {
    let channels = format.channelCount
    var colors: [SIMD3<UInt16>] = []
    colors.reserveCapacity(row.count / channels)
    for first in stride(from: 0, to: row.count, by: channels) {
      colors.append(
        format.isGray ? SIMD3(repeating: row[first]) : SIMD3(row[first], row[first + 1], row[first + 2]))
    }
    var runs: [SofteningAreaRun] = []
    var colored: [Range<Int>] = []
    var (x, next) = (0, [Int](repeating: 0, count: above.count))
    while x < colors.count {
      let start = x
      repeat { x += 1 } while x < colors.count && colors[x] == colors[start]
      if SofteningLines.isColored(colors[start]) { colored.append(start..<x) }
      guard x - start > 1, Self.isPale(colors[start]) || x - start >= Self.run else { continue }
      let fading = fadingSides(start..<x, of: colors)
      guard fading < 2 || x - start >= Self.run else { continue }
      let label = join(start..<x, of: colors, fadingSides: fading, after: runs, &next)
      runs.append(SofteningAreaRun(columns: start..<x, label: label))
    }
    lines.add(colors, colored: colored)
    areas.endRow(runs)
    above.append((colors, runs))
    guard above.count > Self.line + 1 else { return }
    let ended = above.removeFirst()
    for run in ended.runs {
      let fading = fadingColumns(
        run.columns, of: ended.colors[run.columns.lowerBound], at: above.prefix(Self.rim), above[0])
      areas.change(run.label) { $0.fadingColumns += fading }
    }
  }

  /// At how many of its two ends a run fades.
  private func fadingSides(_ run: Range<Int>, of colors: [SIMD3<UInt16>]) -> Int {
    (fades(from: run.lowerBound, -1, in: colors) ? 1 : 0)
      + (fades(from: run.upperBound - 1, 1, in: colors) ? 1 : 0)
  }

  /// Whether an area fades from its pixel at `end` on, to the left or right.
  private func fades(from end: Int, _ direction: Int, in colors: [SIMD3<UInt16>]) -> Bool {
    let color = colors[end]
    guard colors.indices.contains(end + direction * Self.rim) else { return false }
    for distance in 1...Self.rim where Self.isStep(colors[end + direction * distance], color) { return false }
    let last = colors.indices.contains(end + direction * (Self.rim + 2)) ? Self.rim + 2 : Self.rim
    return (last - 2...last).contains { colors[end + direction * $0] != color }
  }

  /// In how many columns of a run an area of `color` fades towards `rows` above or below, of which one is the nearest.
  private func fadingColumns(
    _ run: Range<Int>, of color: SIMD3<UInt16>,
    at rows: ArraySlice<(colors: [SIMD3<UInt16>], runs: [SofteningAreaRun])>,
    _ nearest: (colors: [SIMD3<UInt16>], runs: [SofteningAreaRun])
  ) -> Int {
    run.count { x in
      let near = max(0, x - 1)...min(width - 1, x + 1)
      return nearest.colors[x] != color
        && !rows.contains { row in
          Self.isStep(row.colors[x], color) || near.allSatisfy { row.colors[$0] == color }
        }
    }
  }

  static func isPale(_ color: SIMD3<UInt16>) -> Bool { color.min() >= pale }

  /// Whether two colours differ as a plate does from what is around it.
  static func isStep(_ one: SIMD3<UInt16>, _ other: SIMD3<UInt16>) -> Bool {
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
      area.fadingColumns = fadingColumns(run, of: color, at: above.suffix(Self.rim), above[above.count - 1])
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
  ///
  /// - Parameters:
  ///   - ground: the colour of the page. It is darker than the paper in a grey window with white fields.
  ///   - holdsLists: whether near-neutral plates hold large lists, too. They do not where they become dark with the paper.
  consuming func map(
    on paper: SIMD3<UInt16>, ground: SIMD3<UInt16>, holdsLists: Bool
  ) -> SofteningPlateMap {
    areas.finish()
    func isPage(_ color: SIMD3<UInt16>) -> Bool { !Self.isStep(color, paper) || !Self.isStep(color, ground) }
    let image = SofteningBox(columns: 0..<width, rows: 0..<areas.rowCount)
    var hulls: [SofteningPlateHull] = []
    /// By label.
    var indices: [Int: Int] = [:]
    for label in areas.labels {
      let area = areas[label]
      guard area.isPlate || area.mayHold, area.box != image, !isPage(area.color) else { continue }
      indices[label] = hulls.count
      hulls.append(
        SofteningPlateHull(
          area.box, area.color, isPlate: area.isPlate, mayHold: area.mayHold,
          holdsLists: holdsLists || !SofteningInkAreas.isNeutral(area.color)))
    }
    var map = SofteningPlateMap(width: width)
    if hulls.isEmpty { return map }
    let rows = hulls.map(\.box.rows)
    forEachRow(of: rows, at: indices) { y, plates in
      for (index, runs) in plates { hulls[index].add(runs, inRow: y) }
    }
    for index in hulls.indices { hulls[index].close() }
    forEachRow(of: rows, at: indices) { y, plates in
      for (index, runs) in plates { hulls[index].measure(runs, inRow: y) }
    }
    forEachRow(of: rows, at: indices) { y, plates in
      let parts = plates.flatMap { hulls[$0].parts($1, inRow: y) }
      map.append(parts)
    }
    return map
  }

  /// Calls `body` for each row of the image, from top to bottom, with the areas that have it in their boxes: an area's index, and the
  /// area's runs in the row.
  ///
  /// - Parameters:
  ///   - rows: of the areas, which are in the order of their first rows.
  ///   - indices: of the areas, by label.
  private func forEachRow(
    of rows: [Range<Int>], at indices: [Int: Int], _ body: (Int, [(Int, [Range<Int>])]) -> Void
  ) {
    var active: [Int] = []
    var next = 0
    for y in 0..<areas.rowCount {
      active.removeAll { rows[$0].upperBound == y }
      while next < rows.count, rows[next].lowerBound == y {
        active.append(next)
        next += 1
      }
      var runs: [Int: [Range<Int>]] = [:]
      for run in active.isEmpty ? [] : areas.runs(inRow: y) {
        if let index = indices[run.label] { runs[index, default: []].append(run.columns) }
      }
      body(y, active.map { ($0, runs[$0] ?? []) })
    }
  }
}

/// Columns and rows of an image.
struct SofteningBox: Equatable, Sendable {
  var columns: Range<Int>, rows: Range<Int>

  /// Its pixels.
  var size: Int { columns.count * rows.count }

  mutating func formUnion(_ other: Self) {
    columns = columns.union(other.columns)
    rows = rows.union(other.rows)
  }
}

/// What lies on a plate: the pixels with pixels of the plate to their left and right, above and below.
///
/// A plate that fills its box, as a rectangle or a disc does, holds all that lies on it: the white lists of a window, words on a badge,
/// the grid of a chart. On another one, what has no paper beside it is opaque.
private struct SofteningPlateHull {
  /// The least share of its box that the hull of a rectangle fills, and that of a disc.
  private static let rectangle = 0.9, disc = 0.75
  /// The share of its box that the largest square gap in a disc takes at most: the hole of a ring takes more.
  private static let gap = 1.0 / 12

  let box: SofteningBox
  private let color: SIMD3<UInt16>
  private let isPlate: Bool, mayHold: Bool, holdsLists: Bool
  /// By row and by column of the box, from the plate's first pixel in it to its last: for a plate that may hold what lies on it.
  private var rows: [Range<Int>] = [], columns: [Range<Int>] = []
  private var pixels = 0
  /// The side of the largest square gap, and of those that end in the last row, by column.
  private var side = 0, sides: [Int] = []

  init(_ box: SofteningBox, _ color: SIMD3<UInt16>, isPlate: Bool, mayHold: Bool, holdsLists: Bool) {
    self.box = box
    self.color = color
    self.isPlate = isPlate
    self.mayHold = mayHold
    self.holdsLists = holdsLists
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
    let fullness = mayHold ? Double(pixels) / Double(box.size) : 0
    let hasLargeGap = Double(side * side) > Self.gap * Double(box.size)
    if hasLargeGap ? holdsLists && fullness >= Self.rectangle : fullness >= Self.disc {
      return hull(inRow: y).map { SofteningPlateMap.Part(columns: $0, condition: .always, plate: color) }
    }
    guard isPlate else { return [] }
    return runs.map { SofteningPlateMap.Part(columns: $0, condition: .always, plate: color) }
      + zip(runs, runs.dropFirst()).map {
        SofteningPlateMap.Part(columns: $0.upperBound..<$1.lowerBound, condition: .noPaper, plate: color)
      }
  }
}

/// What stays opaque where paper becomes transparent: plates, and what lies on them.
struct SofteningPlateMap: Sendable {
  /// Pixels in a row that are on a plate, or between two.
  struct Part {
    /// When they are opaque: always; if there is no paper among them; if none is paler than what is beside them.
    enum Condition: UInt8 {
      case always, noPaper, nonePaler
    }

    let columns: Range<Int>
    let condition: Condition
    /// The plate's colour.
    let plate: SIMD3<UInt16>

    /// Whether it is a pale plate itself.
    fileprivate var isPalePlate: Bool { condition == .always && SofteningPlates.isPale(plate) }
  }

  /// Pixels in a row that meet a pale plate, in it or in the row above or below.
  struct Rim {
    let columns: Range<Int>
    let plate: SIMD3<UInt16>
  }

  /// The most pixels in a row of the mixtures between two pale plates.
  private static let edge = 16
  /// Bytes of a part: four of each end, one of its condition, six of the plate's colour.
  private static let partBytes = 15

  private let width: Int
  /// By row, the parts on plates.
  private var map = SofteningMap()
  /// Pixels on near-neutral plates that are lighter than a middle grey.
  private var grays = 0

  init(width: Int) { self.width = width }

  /// Appends a row.
  mutating func append(_ parts: [Part]) {
    grays += isOpaque(parts.filter { SofteningInkAreas.isNeutral($0.plate) && $0.plate.min() >= 32768 }).count
    { $0 }
    map.appendRow { bytes in
      for part in parts {
        SofteningMap.append(part.columns.lowerBound, to: &bytes)
        SofteningMap.append(part.columns.upperBound, to: &bytes)
        bytes.append(part.condition.rawValue)
        SofteningMap.append(part.plate, to: &bytes)
      }
    }
  }

  /// Whether more than an eighth of the image is on light grey plates, as the lists and buttons of a window are.
  var areControls: Bool { grays * 8 > width * map.rowCount }

  /// What is on and beside plates in row `y`.
  func row(_ y: Int) -> (parts: [Part], rims: [Rim]) {
    let parts = parts(inRow: y)
    let near = (parts + self.parts(inRow: y - 1) + self.parts(inRow: y + 1)).filter(\.isPalePlate)
    return (parts + edges(of: parts.filter(\.isPalePlate)), rims(of: near, outside: parts))
  }

  private func parts(inRow y: Int) -> [Part] {
    guard y >= 0, y < map.rowCount else { return [] }
    var parts: [Part] = []
    map.withBytes(ofRow: y) { bytes in
      for entry in stride(from: 0, to: bytes.count, by: Self.partBytes) {
        let columns = SofteningMap.number(bytes, at: entry)..<SofteningMap.number(bytes, at: entry + 4)
        parts.append(
          Part(
            columns: columns, condition: Part.Condition(rawValue: bytes[entry + 8]) ?? .always,
            plate: SofteningMap.color(bytes, at: entry + 9)))
      }
    }
    return parts
  }

  /// By column, whether one of `parts` is always opaque there.
  private func isOpaque(_ parts: [Part]) -> [Bool] {
    var isOpaque = [Bool](repeating: false, count: width)
    for x in parts.lazy.filter({ $0.condition == .always }).map(\.columns).joined() { isOpaque[x] = true }
    return isOpaque
  }

  /// The edges between plates in a row.
  private func edges(of plates: [Part]) -> [Part] {
    var edges: [Part] = []
    var end: Int?
    for part in plates.sorted(by: { $0.columns.lowerBound < $1.columns.lowerBound }) {
      if let end, (1...Self.edge).contains(part.columns.lowerBound - end) {
        edges.append(Part(columns: end..<part.columns.lowerBound, condition: .nonePaler, plate: part.plate))
      }
      end = max(end ?? 0, part.columns.upperBound)
    }
    return edges
  }

  /// The pixels of a row that meet `plates` and are in none of `parts`.
  private func rims(of plates: [Part], outside parts: [Part]) -> [Rim] {
    if plates.isEmpty { return [] }
    let isOpaque = isOpaque(parts)
    return plates.flatMap { part in
      let columns = max(0, part.columns.lowerBound - 1)..<min(width, part.columns.upperBound + 1)
      return columns.runs { !isOpaque[$0] }.map { Rim(columns: $0, plate: part.plate) }
    }
  }
}

import Pixels

/// The first pass of `knockout`: finds thin lines of colour, and the inks that they may be drawn with. A line that lies between two
/// columns covers half of each. No pixel of the line has the colour of its ink, but the head of an arrow has.
struct SofteningLines: Sendable {
  /// The most pixels of a line across.
  private static let thickness = 2
  /// How many squares of one colour show an ink, at least. A square has three by three pixels and is wider than a line.
  private static let leastInk = 8
  /// The pixels of a long line in a row, at least. Each pixel from this one on counts as a square of the line's colour.
  private static let longLine = 16
  /// The most inks of a page, those with the most squares, and the most colours that have squares in a drawing.
  private static let inks = 8, mostColors = 4096
  /// A colour is no grey if two of its channels differ by at least this many codes of 65,535: a sixteenth. Only coloured pixels are
  /// searched for lines, since a grey pixel may be a mixture of black and paper.
  private static let hue: UInt16 = 4096

  /// The last rows, of which the middle one is searched, and their runs of coloured pixels.
  private var rows: [(colors: [SIMD3<UInt16>], colored: [Range<Int>])] = []
  /// By row, the columns of lines, each with the colour beside it.
  private var lines = SofteningMap()
  /// By colour, the squares of dark areas and of long lines; nil for too many colours.
  private var areas: [SIMD3<UInt16>: Int]? = [:]

  /// Bytes held.
  var byteCount: Int { lines.byteCount }

  /// Adds a row.
  ///
  /// - Parameter colored: the stretches of one colour in it for which `isColored` is true.
  mutating func add(_ colors: [SIMD3<UInt16>], colored: [Range<Int>]) {
    rows.append((colors, colored))
    countAreas()
    if rows.count > Self.thickness { search(rows.count - 1 - Self.thickness) }
    if rows.count > 2 * Self.thickness { rows.removeFirst() }
  }

  /// The lines on paper of a colour. The last row has been added.
  func map(on paper: SIMD3<UInt16>) -> SofteningLineMap {
    var last = self
    for index in rows.indices.suffix(Self.thickness) { last.search(index) }
    let found = (last.areas ?? [:]).filter { $0.value >= Self.leastInk }.sorted {
      ($0.value, $0.key.x, $0.key.y, $0.key.z) > ($1.value, $1.key.x, $1.key.y, $1.key.z)
    }
    return SofteningLineMap(map: last.lines, paper: paper, inks: found.prefix(Self.inks).map(\.key))
  }

  /// Whether a colour is no grey.
  static func isColored(_ color: SIMD3<UInt16>) -> Bool { color.max() - color.min() >= hue }

  /// Counts the pixels of the last row that end a square of one colour that is wider than a line.
  private mutating func countAreas() {
    guard rows.count > Self.thickness, let row = rows.last else { return }
    let above = rows.suffix(Self.thickness + 1).dropLast()
    for run in row.colored where run.count > Self.thickness {
      let color = row.colors[run.lowerBound]
      guard !SofteningPlates.isPale(color) else { continue }
      let squares = run.dropFirst(Self.thickness).count { x in
        above.allSatisfy { row in (x - Self.thickness...x).allSatisfy { row.colors[$0] == color } }
      }
      if squares > 0 { areas?[color, default: 0] += squares }
    }
    if areas?.count ?? 0 > Self.mostColors { areas = nil }
  }

  /// Writes down the lines in a row of `rows`, and counts the pixels of long ones.
  private mutating func search(_ index: Int) {
    let row = rows[index].colors
    var found: [(x: Int, ground: SIMD3<UInt16>)] = []
    for run in rows[index].colored {
      let before = found.count
      for x in run {
        let ground =
          ground(of: row[x]) { row.indices.contains(x + $0) ? row[x + $0] : nil }
          ?? ground(of: row[x]) { rows.indices.contains(index + $0) ? rows[index + $0].colors[x] : nil }
        if let ground { found.append((x, ground)) }
      }
      let squares = found.count - before - Self.longLine + 1
      if squares > 0 { areas?[row[run.lowerBound], default: 0] += squares }
    }
    lines.appendRow { bytes in
      for line in found {
        SofteningMap.append(line.x, to: &bytes)
        SofteningMap.append(line.ground, to: &bytes)
      }
    }
  }

  /// Finds the ground that a pixel lies on. On each side of the pixel, the ground is the first pale colour whose least channel exceeds
  /// that of `color`, at most `thickness` pixels away. The pixel next to `color` on one side has the colour of the ground: a pixel
  /// with a line on each side belongs to a filled area.
  ///
  /// - Parameters:
  ///   - color: the colour of the pixel.
  ///   - beside: the colour of the pixel at a distance, which is negative on one side; nil outside of the image.
  /// - Returns: the ground, or nil if a side has none or the two sides differ.
  private func ground(of color: SIMD3<UInt16>, _ beside: (Int) -> SIMD3<UInt16>?) -> SIMD3<UInt16>? {
    func first(_ direction: Int) -> SIMD3<UInt16>? {
      for distance in 1...Self.thickness {
        guard let next = beside(direction * distance) else { return nil }
        if SofteningPlates.isPale(next), next.min() > color.min() { return next }
      }
      return nil
    }
    guard let before = first(-1), before == first(1) else { return nil }
    return beside(-1) == before || beside(1) == before ? before : nil
  }
}

/// The thin lines of an image on its paper, and the inks that they may be drawn with.
struct SofteningLineMap: Sendable {
  /// Bytes of a pixel: four of its column, six of the colour beside it.
  private static let entryBytes = 10
  fileprivate let map: SofteningMap
  fileprivate let paper: SIMD3<UInt16>
  let inks: [SIMD3<UInt16>]

  /// The columns of lines in row `y`.
  func row(_ y: Int) -> [Int] {
    if inks.isEmpty { return [] }
    return map.withBytes(ofRow: y) { bytes in
      stride(from: 0, to: bytes.count, by: Self.entryBytes)
        .filter { !SofteningPlates.isStep(SofteningMap.color(bytes, at: $0 + 4), paper) }
        .map { SofteningMap.number(bytes, at: $0) }
    }
  }
}

import Pixels

/// The photographs inside a page, found by their frames: rectangles of what is not quite paper, with straight sides, and
/// with natural texture in them. A bright sky that runs into the page is part of such a photograph; by its colour alone
/// it is paper.
struct SofteningPhotoFrames: Sendable {
  /// Where a photograph lies.
  struct Frame: Sendable {
    let columns: Range<Int>
    let rows: Range<Int>
    /// Pixels in it that are as light as paper.
    let light: UInt64
  }

  /// The photographs whose last row has passed, by that row.
  private(set) var found: [Frame] = []
  /// What may become one, left to right; their columns do not touch.
  private var candidates: [Candidate] = []

  /// Adds the next row.
  ///
  /// - Parameters:
  ///   - runs: its long runs of pixels that are not paper.
  ///   - extent: columns with the marked pixels that continue them.
  ///   - counts: what lies in columns of this row.
  mutating func add(
    row y: Int, runs: [Range<Int>], extent: (Range<Int>) -> Range<Int>,
    counts: (Range<Int>) -> SofteningRowCounts
  ) {
    guard !runs.isEmpty || !candidates.isEmpty else { return }
    var next: [Candidate] = []
    for candidate in candidates {
      let columns = extent(candidate.columns)
      let inside = counts(columns)
      if inside.marked == 0 {
        close(candidate)
      } else if let last = next.last, last.columns.overlaps(columns) {
        next[next.count - 1].join(candidate.widened(to: columns))
      } else {
        next.append(candidate.widened(to: columns))
      }
    }
    open(runs, row: y, &next)
    for index in next.indices { next[index].add(row: y, counts) }
    candidates = next
  }

  /// Adds a candidate for each of `runs` that lies in none.
  private func open(_ runs: [Range<Int>], row y: Int, _ next: inout [Candidate]) {
    let known = next
    var at = 0
    for run in runs {
      while at < known.count, known[at].columns.upperBound <= run.lowerBound { at += 1 }
      if at < known.count, known[at].columns.overlaps(run) { continue }
      next.append(Candidate(columns: run, firstRow: y))
    }
    if next.count > known.count { next.sort { $0.columns.lowerBound < $1.columns.lowerBound } }
  }

  /// Takes what reaches into the last row. To be called once all rows were added.
  mutating func finish() {
    for candidate in candidates { close(candidate) }
    candidates = []
  }

  private mutating func close(_ candidate: Candidate) {
    if let frame = candidate.frame { found.append(frame) }
  }

  /// The photographs of a page of `pixels`, of which `paperPixels` are taken for paper, those in photographs among them: none
  /// where one takes three quarters of the page, or where they have more than three quarters as much that is light as the page
  /// has. A second run would take the larger one for paper.
  func frames(ofPixels pixels: UInt64, paperPixels: UInt64) -> [Frame] {
    let light = found.reduce(0) { $0 + $1.light }
    let largest = found.map { UInt64($0.columns.count) * UInt64($0.rows.count) }.max() ?? 0
    guard light <= paperPixels, light * 4 <= (paperPixels - light) * 3, largest * 4 <= pixels * 3 else {
      return []
    }
    return found
  }
}

extension SofteningPhotoFrames {
  /// A rectangle around marked pixels that hang together.
  private struct Candidate {
    private(set) var columns: Range<Int>
    private(set) var firstRow: Int
    private(set) var lastRow: Int
    private(set) var inside = SofteningRowCounts()
    /// Of the pixels along each side.
    private var left = SofteningRowCounts(), right = SofteningRowCounts()
    private var top = SofteningRowCounts(), bottom = SofteningRowCounts()
    /// Rows that are light and without texture, as a card's panel beside a photograph.
    private var bareRows = 0

    init(columns: Range<Int>, firstRow: Int) {
      self.columns = columns
      self.firstRow = firstRow
      lastRow = firstRow
    }

    /// This candidate with columns that contain its own: a side that moves counts anew.
    func widened(to columns: Range<Int>) -> Candidate {
      var wide = self
      if columns.lowerBound < self.columns.lowerBound { wide.left = SofteningRowCounts() }
      if columns.upperBound > self.columns.upperBound { wide.right = SofteningRowCounts() }
      wide.columns = columns
      return wide
    }

    /// Takes over what a candidate at its right has counted.
    mutating func join(_ other: Candidate) {
      if other.columns.upperBound > columns.upperBound { right = other.right }
      if other.columns.lowerBound < columns.lowerBound { left = other.left }
      columns = columns.union(other.columns)
      if other.firstRow < firstRow {
        (firstRow, top) = (other.firstRow, other.top)
      } else if other.firstRow == firstRow {
        top += other.top
      }
      inside += other.inside
      bareRows = max(bareRows, other.bareRows)
    }

    mutating func add(row y: Int, _ counts: (Range<Int>) -> SofteningRowCounts) {
      let row = counts(columns)
      // A title that touches the photograph is no part of it.
      if y - firstRow <= Self.title, bottom.ink * 5 < columns.count, row.ink * 10 >= columns.count * 9 {
        self = Candidate(columns: columns, firstRow: y)
      }
      left += counts(columns.lowerBound..<columns.lowerBound + 1)
      right += counts(columns.upperBound - 1..<columns.upperBound)
      if y == firstRow { top = row }
      bottom = row
      inside += row
      lastRow = y
      if row.natural * 50 < columns.count && row.light * 2 >= columns.count { bareRows += 1 }
    }

    /// Least pixels of each side.
    private static let leastSide = 48
    /// The most rows of a title.
    private static let title = 32

    /// Where the photograph lies. A row or column along one of its sides whose pixels are mixtures with the page, light in nine of ten
    /// pixels, is left out. Nil if the candidate is no photograph.
    var frame: Frame? {
      guard isPhotograph else { return nil }
      func rim(_ side: SofteningRowCounts, of length: Int) -> Int { side.light * 10 >= length * 9 ? 1 : 0 }
      let (width, height) = (columns.count, lastRow + 1 - firstRow)
      return Frame(
        columns: columns.lowerBound + rim(left, of: height)..<columns.upperBound - rim(right, of: height),
        rows: firstRow + rim(top, of: width)..<lastRow + 1 - rim(bottom, of: width),
        light: UInt64(inside.light))
    }

    /// Whether three sides are straight and the fourth at least by half, two of them seen as such; the content has natural
    /// texture, and is neither mostly light nor partly bare.
    private var isPhotograph: Bool {
      let (width, height) = (columns.count, lastRow + 1 - firstRow)
      guard width >= Self.leastSide, height >= Self.leastSide else { return false }
      let area = width * height
      let sides = [(left, height), (right, height), (top, width), (bottom, width)]
      return sides.allSatisfy { $0.0.marked * 2 >= $0.1 }
        && sides.filter { $0.0.marked * 10 >= $0.1 * 9 }.count >= 3
        && sides.filter { $0.0.ink * 10 >= $0.1 * 6 }.count >= 2
        && inside.marked * 10 >= area * 8 && inside.natural * 10 >= area * 3 && inside.light * 2 <= area
        && bareRows * 50 <= height
    }
  }
}

extension SofteningPhotoFrames.Frame {
  /// Calls `body`, which changes row `y` of an image in place, and puts the samples of the photographs back.
  ///
  /// - Parameters:
  ///   - first: the index of the row's first sample in `strip`.
  static func keeping(
    _ frames: [SofteningPhotoFrames.Frame], inRow y: Int, from first: Int, of strip: inout PixelBuffer,
    _ body: (inout PixelBuffer) -> Void
  ) {
    let channels = strip.format.channelCount
    let kept = frames.filter { $0.rows.contains(y) }.map { frame in
      let range = first + frame.columns.lowerBound * channels..<first + frame.columns.upperBound * channels
      return (range, Array(strip.samples[range]))
    }
    body(&strip)
    for (range, samples) in kept { strip.samples.replaceSubrange(range, with: samples) }
  }
}

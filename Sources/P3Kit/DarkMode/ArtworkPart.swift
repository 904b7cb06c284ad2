/// A connected part of artwork with alpha: what is counted of it, and on which backgrounds it vanishes.
struct ArtworkPart: ConnectedPart {
  /// The share of a part's outline that must be faint.
  private static let leastFaintShare = 0.95

  /// The share of a part's inside that may be seen: beyond, it is a plate whose content shows where it is.
  private static let mostSeenShare = 0.03

  /// The share of a part that must be solid: the rest are shadows and glows, which are meant to fade.
  private static let leastSolidShare = 0.25

  private var columns: ClosedRange<Int>
  private var rows: ClosedRange<Int>
  private(set) var pixels: Int
  /// Pixels at the image's edge.
  var rim = 0
  /// Pixels that are no shadow or glow.
  var solid = 0
  /// Pixels beside transparency.
  var outline = 0
  /// Outline pixels with nothing near them that is seen, on each background.
  var faintOutline: [Int]
  /// Pixels inside that were looked at: one in four.
  var samples = 0
  /// Those that are seen, on each background.
  var seenSamples: [Int]

  /// A run of one row of which nothing is counted yet.
  init(columns: ClosedRange<Int>, row: Int, backgrounds: Int) {
    self.columns = columns
    rows = row...row
    pixels = columns.count
    faintOutline = Array(repeating: 0, count: backgrounds)
    seenSamples = faintOutline
  }

  mutating func merge(_ other: Self) {
    columns =
      min(columns.lowerBound, other.columns.lowerBound)...max(columns.upperBound, other.columns.upperBound)
    rows = min(rows.lowerBound, other.rows.lowerBound)...max(rows.upperBound, other.rows.upperBound)
    pixels += other.pixels
    rim += other.rim
    solid += other.solid
    outline += other.outline
    samples += other.samples
    for index in faintOutline.indices {
      faintOutline[index] += other.faintOutline[index]
      seenSamples[index] += other.seenSamples[index]
    }
  }

  /// The box around it.
  var box: ImageRegion { ImageRegion(columns: columns, rows: rows) }

  /// Whether the part as a whole is not seen on background number `index`. A part that mostly ends at the image's edge
  /// is a picture or a window whose corners were cut.
  func vanishes(on index: Int) -> Bool {
    outline > 0 && rim <= outline
      && Double(faintOutline[index]) >= Self.leastFaintShare * Double(outline)
      && Double(seenSamples[index]) <= Self.mostSeenShare * Double(samples)
      && Double(solid) >= Self.leastSolidShare * Double(pixels)
  }
}

/// Artwork in parts, counted as they close, so that memory does not grow with their number.
struct ArtworkTally: Sendable {
  private static let maximumRegions = 32

  private let backgrounds: [SIMD3<Double>]
  private var connected = ConnectedRuns<ArtworkPart>()
  private var pixels = 0
  private var vanishing: [Int]
  /// The largest parts that vanish, on each background.
  private var largest: [[LegibilityReport.Region]]
  private var closed: [ArtworkPart] = []

  /// - Parameter backgrounds: encoded sRGB, 0 to 1.
  init(backgrounds: [SIMD3<Double>]) {
    self.backgrounds = backgrounds
    vanishing = Array(repeating: 0, count: backgrounds.count)
    largest = Array(repeating: [], count: backgrounds.count)
  }

  /// Takes the runs of the next row.
  mutating func addRow(_ runs: [ConnectedRuns<ArtworkPart>.Run]) {
    connected.addRow(runs, closed: &closed)
    countClosed()
  }

  /// One report per background, in their order.
  ///
  /// - Parameter isTemplate: whether the pixels are those of a mask, which toolkits may paint in another colour.
  mutating func finish(isTemplate: Bool) -> [LegibilityReport] {
    connected.finish(closed: &closed)
    countClosed()
    for index in backgrounds.indices { keepLargest(index) }
    return backgrounds.indices.map { index in
      LegibilityReport(
        background: backgrounds[index], artworkPixels: pixels, vanishingPixels: vanishing[index],
        regions: largest[index], isTemplate: isTemplate)
    }
  }

  private mutating func countClosed() {
    for part in closed {
      pixels += part.pixels
      for index in backgrounds.indices where part.vanishes(on: index) { count(part, on: index) }
    }
    closed.removeAll(keepingCapacity: true)
  }

  private mutating func count(_ part: ArtworkPart, on index: Int) {
    vanishing[index] += part.pixels
    largest[index].append(LegibilityReport.Region(box: part.box, pixels: part.pixels))
    // Twice as many as are told, then the smaller half goes: each part is sorted in a few times at most.
    if largest[index].count >= 2 * Self.maximumRegions { keepLargest(index) }
  }

  private mutating func keepLargest(_ index: Int) {
    largest[index].sort { ($1.pixels, $0.box.y, $0.box.x) < ($0.pixels, $1.box.y, $1.box.x) }
    largest[index].removeLast(max(0, largest[index].count - Self.maximumRegions))
  }
}

import Basics

/// A connected part of artwork with alpha: what is counted of it, and on which backgrounds it vanishes.
package struct ArtworkPart: ConnectedPart {
  /// The share of a part's outline that must be faint.
  private static let leastFaintShare = 0.95

  /// The share of a part's inside that may be seen: beyond, it is a plate whose content shows where it is.
  private static let mostSeenShare = 0.03

  /// The share of a glyph's inside that may be seen, and half of that of its outline, near which a mark is: the rest is not read
  /// by a mark of colour. Few pixels of a small glyph are looked at.
  private static let mostMarkedShare = 0.2

  /// The square of the outline's length from which on, in parts of the area, a part is a glyph and no plate: a square has 16, a
  /// bar six times as long as it is wide 33.
  private static let leastGlyphOutline = 32

  /// The share of a part that must be solid: the rest are shadows and glows, which are meant to fade.
  private static let leastSolidShare = 0.25

  /// Pixels from which on a part is made out with less contrast than a mark is.
  package static let broadPixels = 10_000

  /// The share of a part's inside up to which what is made out there is drawn on it: beyond, the whole part is as faint.
  private static let mostDrawnShare = 0.5

  /// Pixels looked at inside a part, from which on something may be drawn on it.
  private static let leastDrawnSamples = 16

  /// What is counted on one background.
  struct Sight: Sendable {
    /// Outline pixels with nothing near them that is seen.
    var faintOutline = 0
    /// Those with nothing near them that is made out even in a broad part.
    var unseenOutline = 0
    /// Pixels looked at inside that are seen.
    var seenSamples = 0
    /// Those that are made out in a broad part, the seen ones included.
    var madeOutSamples = 0

    static func += (counts: inout Self, other: Self) {
      counts.faintOutline += other.faintOutline
      counts.unseenOutline += other.unseenOutline
      counts.seenSamples += other.seenSamples
      counts.madeOutSamples += other.madeOutSamples
    }
  }

  private var columns: ClosedRange<Int>
  private var rows: ClosedRange<Int>
  private(set) var pixels: Int
  /// Pixels at the image's edge.
  var rim = 0
  /// Pixels that are no shadow or glow.
  var solid = 0
  /// Pixels beside transparency.
  var outline = 0
  /// Pixels inside that were looked at: one in four.
  var samples = 0
  /// What is seen, on each background.
  private(set) var sights: [Sight]

  /// A run of one row of which nothing is counted yet.
  init(columns: ClosedRange<Int>, row: Int, backgrounds: Int) {
    self.columns = columns
    rows = row...row
    pixels = columns.count
    sights = Array(repeating: Sight(), count: backgrounds)
  }

  package mutating func merge(_ other: Self) {
    columns =
      min(columns.lowerBound, other.columns.lowerBound)...max(columns.upperBound, other.columns.upperBound)
    rows = min(rows.lowerBound, other.rows.lowerBound)...max(rows.upperBound, other.rows.upperBound)
    pixels += other.pixels
    rim += other.rim
    solid += other.solid
    outline += other.outline
    samples += other.samples
    for index in sights.indices { sights[index] += other.sights[index] }
  }

  /// Counts an outline pixel.
  ///
  /// - Parameter visibility: the best near it, on background number `index`.
  mutating func countOutline(_ visibility: LegibilityVisibility, on index: Int) {
    if visibility < .seen { sights[index].faintOutline += 1 }
    if visibility == .unseen { sights[index].unseenOutline += 1 }
  }

  /// Counts a pixel inside that was looked at.
  mutating func countSample(_ visibility: LegibilityVisibility, on index: Int) {
    if visibility == .seen { sights[index].seenSamples += 1 }
    if visibility > .unseen { sights[index].madeOutSamples += 1 }
  }

  /// The box around it.
  var box: ImageRegion { ImageRegion(columns: columns, rows: rows) }

  /// Whether the part as a whole is not seen on background number `index`. A part that mostly ends at the image's edge
  /// is a picture or a window whose corners were cut.
  func vanishes(on index: Int) -> Bool {
    let sight = sights[index]
    return outline > 0 && rim <= outline && isFaint(sight.faintOutline, seen: sight.seenSamples)
      && !(pixels >= Self.broadPixels && !isFaint(sight.unseenOutline, seen: sight.madeOutSamples))
      && !isDrawnOn(sight)
      && Double(solid) >= Self.leastSolidShare * Double(pixels)
  }

  /// Drawn in strokes, not a plate that something may lie on.
  private var isGlyph: Bool { outline * outline >= Self.leastGlyphOutline * pixels }

  /// Whether nearly all of the outline, and of the inside, is not seen.
  private func isFaint(_ faintOutline: Int, seen: Int) -> Bool {
    let (leastFaint, mostSeen) =
      isGlyph
      ? (1 - 2 * Self.mostMarkedShare, Self.mostMarkedShare) : (Self.leastFaintShare, Self.mostSeenShare)
    return Double(faintOutline) >= leastFaint * Double(outline) && Double(seen) <= mostSeen * Double(samples)
  }

  /// Whether something is made out on a ground that is not, such as grey lines on white paper.
  private func isDrawnOn(_ sight: Sight) -> Bool {
    let share = Double(sight.madeOutSamples) / Double(max(samples, 1))
    return samples >= Self.leastDrawnSamples && !isGlyph && share > Self.mostSeenShare
      && share < Self.mostDrawnShare
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

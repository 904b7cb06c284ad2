import Basics

/// A connected part of artwork with alpha: its counts, and the backgrounds on which it vanishes.
package struct ArtworkPart: ConnectedPart {
  /// The least share of a part's outline that must be faint.
  private static let leastFaintShare = 0.95

  /// The largest share of a part's inside that may be seen; beyond it, the part is a plate whose content shows it.
  private static let mostSeenShare = 0.03

  /// The largest share of a glyph's inside (and half that share of its outline) that may be seen near a mark of colour;
  /// a mark does not make the rest readable. Few pixels of a small glyph are sampled.
  private static let mostMarkedShare = 0.2

  /// A part is a glyph and no plate if outline² / area is at least this: a square has 16, a bar six times as long as
  /// wide 33.
  private static let leastGlyphOutline = 32

  /// The least share of a part that must be solid; the rest are shadows and glows, which are meant to fade.
  private static let leastSolidShare = 0.25

  /// From this many pixels on a part is made out with less contrast than a mark.
  package static let broadPixels = 10_000

  /// Up to this share of a part's inside, content that is made out counts as drawn on it; beyond it, the whole part is
  /// as faint.
  private static let mostDrawnShare = 0.5

  /// The least samples inside a part for something to count as drawn on it.
  private static let leastDrawnSamples = 16

  /// Counts for one background.
  struct Sight: Sendable {
    /// Outline pixels with nothing visible near them.
    var faintOutline = 0
    /// Outline pixels with nothing near them that would be made out even in a broad part.
    var unseenOutline = 0
    /// Sampled inner pixels that are seen.
    var seenSamples = 0
    /// Sampled inner pixels that would be made out in a broad part, including those that are seen.
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
  /// Pixels that are not part of a shadow or glow.
  var solid = 0
  /// Pixels next to transparency.
  var outline = 0
  /// Sampled inner pixels: one in four.
  var samples = 0
  /// The counts for each background.
  private(set) var sights: [Sight]

  /// A run of one row, without counts yet.
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
  /// - Parameter visibility: the best visibility near it, on background `index`.
  mutating func countOutline(_ visibility: LegibilityVisibility, on index: Int) {
    if visibility < .seen { sights[index].faintOutline += 1 }
    if visibility == .unseen { sights[index].unseenOutline += 1 }
  }

  /// Counts a sampled inner pixel.
  mutating func countSample(_ visibility: LegibilityVisibility, on index: Int) {
    if visibility == .seen { sights[index].seenSamples += 1 }
    if visibility > .unseen { sights[index].madeOutSamples += 1 }
  }

  /// The box around the part.
  var box: ImageRegion { ImageRegion(columns: columns, rows: rows) }

  /// Whether the whole part is not seen on background `index`. A part that ends mostly at the image's edge is a picture
  /// or a window with cut corners.
  func vanishes(on index: Int) -> Bool {
    let sight = sights[index]
    return outline > 0 && rim <= outline && isFaint(sight.faintOutline, seen: sight.seenSamples)
      && !(pixels >= Self.broadPixels && !isFaint(sight.unseenOutline, seen: sight.madeOutSamples))
      && !isDrawnOn(sight)
      && Double(solid) >= Self.leastSolidShare * Double(pixels)
  }

  /// Whether the part is drawn in strokes, and no plate for something to lie on.
  private var isGlyph: Bool { outline * outline >= Self.leastGlyphOutline * pixels }

  /// Whether nearly all of the outline and of the inside is not seen.
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

/// The parts of artwork, counted as they close, so that memory does not grow with their number.
struct ArtworkTally: Sendable {
  private static let maximumRegions = 32

  private let backgrounds: [SIMD3<Double>]
  private var connected = ConnectedRuns<ArtworkPart>()
  private var pixels = 0
  private var vanishing: [Int]
  /// The largest vanishing parts, per background.
  private var largest: [[LegibilityReport.Region]]
  private var closed: [ArtworkPart] = []

  /// - Parameter backgrounds: encoded sRGB, 0 to 1.
  init(backgrounds: [SIMD3<Double>]) {
    self.backgrounds = backgrounds
    vanishing = Array(repeating: 0, count: backgrounds.count)
    largest = Array(repeating: [], count: backgrounds.count)
  }

  /// Adds the runs of the next row.
  mutating func addRow(_ runs: [ConnectedRuns<ArtworkPart>.Run]) {
    for run in runs { connected.add(run.columns, run.part) }
    connected.endRow(closed: &closed)
    countClosed()
  }

  /// One report per background, in their order.
  ///
  /// - Parameter isTemplate: whether the pixels are a mask, which toolkits may paint in another colour.
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
    // Collects twice as many as are reported, then drops the smaller half, so that each part is sorted only a few
    // times.
    if largest[index].count >= 2 * Self.maximumRegions { keepLargest(index) }
  }

  private mutating func keepLargest(_ index: Int) {
    largest[index].sort { ($1.pixels, $0.box.y, $0.box.x) < ($0.pixels, $1.box.y, $1.box.x) }
    largest[index].removeLast(max(0, largest[index].count - Self.maximumRegions))
  }
}

/// What a pixel is: transparent; artwork that cannot be made out on the background; other artwork.
enum OutlineKind: UInt8 {
  case page, faint, seen

  /// Whether it belongs to parts of all artwork, or of what is faint alone.
  func isPart(ofFaint isFaint: Bool) -> Bool { self == .faint || self == .seen && !isFaint }
}

/// What is counted of a part of the artwork, and of its outline: the pixels at transparency.
struct OutlineCounts {
  /// The mean width up to which something is drawn in lines.
  private static let thin = 5

  /// The least share of an outline that vanishes for a contour to be drawn, all around.
  private static let leastShare = 0.25

  var pixels = 0
  /// Pixels of the outline, and those where the artwork fades out, as into a shadow.
  var outline = 0, fading = 0
  /// Those of the outline that cannot be made out on the background, and those that are not seen on the plate.
  var vanishing = 0, vanishingOnPlate = 0

  /// The mean width of what is drawn.
  var width: Int { (2 * pixels + outline + fading) / max(1, outline + fading) }
  var isThin: Bool { 2 * pixels <= Self.thin * (outline + fading) }
  /// Whether a contour is needed. Around most of a window with a shadow, none can be drawn.
  var vanishes: Bool {
    vanishing > 0 && (isThin || fading <= outline)
      && Double(vanishing) >= Self.leastShare * Double(outline + fading)
  }

  static func += (sum: inout Self, other: Self) {
    sum.pixels += other.pixels
    sum.outline += other.outline
    sum.fading += other.fading
    sum.vanishing += other.vanishing
    sum.vanishingOnPlate += other.vanishingOnPlate
  }

  static func - (one: Self, other: Self) -> Self {
    Self(
      pixels: one.pixels - other.pixels, outline: one.outline - other.outline,
      fading: one.fading - other.fading,
      vanishing: one.vanishing - other.vanishing,
      vanishingOnPlate: one.vanishingOnPlate - other.vanishingOnPlate)
  }

  mutating func addOutline(_ pixel: OutlinePixel) {
    outline += pixel.isFading ? 0 : 1
    fading += pixel.isFading ? 1 : 0
    vanishing += pixel.vanishes ? 1 : 0
    vanishingOnPlate += pixel.vanishesOnPlate ? 1 : 0
  }
}

/// Connected parts of the artwork, or of what in it cannot be made out.
struct OutlineParts {
  /// How much more of a line's rim is at transparency than at other artwork, which makes it out: the rim of a picture is at both.
  private static let leastFree = 4

  /// A connected part.
  struct Part: SofteningArea {
    var counts = OutlineCounts()
    /// Of what in it are lines that vanish.
    var lines = OutlineCounts()
    /// Of what is faint, sides of its pixels that are at transparency, and that are at artwork which can be made out.
    var free = 0, joint = 0
    /// Of what is faint, the label of the artwork that it is a part of.
    var artwork = 0

    static func += (sum: inout Part, other: Part) {
      sum.counts += other.counts
      sum.lines += other.lines
      sum.free += other.free
      sum.joint += other.joint
    }

    /// Whether what is faint is a line that vanishes.
    var isLine: Bool { counts.isThin && counts.vanishes && free >= OutlineParts.leastFree * joint }

    /// What is decided as a whole. Lines are decided on their own where they lie between broad shapes, as arrows between boxes do.
    var whole: OutlineCounts { hasLinesApart ? counts - lines : counts }
    var hasLinesApart: Bool { !(counts - lines).isThin }

    /// Adds the left, right and upper sides of the faint run `columns` in a row of `kinds`.
    mutating func addSides(of columns: Range<Int>, in kinds: [OutlineKind], below above: [OutlineKind]) {
      if columns.lowerBound > 0 { addSide(kinds[columns.lowerBound - 1]) }
      if columns.upperBound < kinds.count { addSide(kinds[columns.upperBound]) }
      if !above.isEmpty { addSides(of: columns, at: above) }
    }

    /// Adds the sides of the faint run `columns` at a row of `kinds` above or below.
    mutating func addSides(of columns: Range<Int>, at kinds: [OutlineKind]) {
      for x in columns { addSide(kinds[x]) }
    }

    private mutating func addSide(_ kind: OutlineKind) {
      switch kind {
      case .page: free += 1
      case .seen: joint += 1
      case .faint: break
      }
    }
  }

  /// The connected parts. Their map holds the runs of outline pixels, not all runs of the parts.
  private(set) var areas = SofteningAreas<Part>()
  /// Whether artwork that can be made out is left out.
  private let isFaint: Bool
  private(set) var above: (kinds: [OutlineKind], runs: [SofteningAreaRun]) = ([], [])

  init(isFaint: Bool) { self.isFaint = isFaint }

  /// Adds the next row.
  ///
  /// - Parameters:
  ///   - kinds: of its pixels.
  ///   - outline: of all artwork in it, from left to right.
  ///   - artwork: the runs of all artwork in it, where these parts are what is faint.
  mutating func add(_ kinds: [OutlineKind], outline: [OutlinePixel], of artwork: [SofteningAreaRun] = []) {
    let isFaint = isFaint
    var nextArtwork = artwork.startIndex
    var runs: [SofteningAreaRun] = []
    var outlineRuns: [SofteningAreaRun] = []
    var (next, nextPixel) = (0, outline.startIndex)
    for columns in kinds.runs(where: { $0.isPart(ofFaint: isFaint) }) {
      var part = Part()
      part.counts.pixels = columns.count
      if isFaint {
        part.addSides(of: columns, in: kinds, below: above.kinds)
        while artwork[nextArtwork].columns.upperBound <= columns.lowerBound { nextArtwork += 1 }
        part.artwork = artwork[nextArtwork].label
      }
      while nextPixel < outline.endIndex, outline[nextPixel].x < columns.lowerBound { nextPixel += 1 }
      let pixels = outline[nextPixel...].prefix { $0.x < columns.upperBound }
      for pixel in pixels { part.counts.addOutline(pixel) }
      let run = areas.add(part, columns: columns, below: above.runs, from: &next)
      runs.append(run)
      for x in pixels.lazy.filter({ !$0.isFading }).map(\.x) {
        let first =
          outlineRuns.last?.columns.upperBound == x ? outlineRuns.removeLast().columns.lowerBound : x
        outlineRuns.append(SofteningAreaRun(columns: first..<x + 1, label: run.label))
      }
    }
    if isFaint {
      for run in above.runs { areas.change(run.label) { $0.addSides(of: run.columns, at: kinds) } }
    }
    above = (kinds, runs)
    areas.endRow(outlineRuns)
  }

  mutating func finish() { areas.finish() }

  /// Counts the lines of `faint`, which is finished, with the artwork that they are parts of.
  mutating func addLines(of faint: OutlineParts) {
    for line in faint.areas.roots where line.isLine { areas.change(line.artwork) { $0.lines += line.counts } }
  }
}

/// A pixel of the outline.
struct OutlinePixel {
  let x: Int
  /// Whether the artwork fades out there, so that no contour can be seen.
  let isFading: Bool
  /// Whether nothing near it has 3:1 on the background, and whether nothing is seen on the plate.
  let vanishes: Bool, vanishesOnPlate: Bool

  /// - Parameters:
  ///   - contrasts: with the background, and with a plate; none where the artwork fades out.
  ///   - least: the contrasts from which on it is seen.
  init(_ x: Int, _ contrasts: [Double], least: [Double]) {
    self.x = x
    isFading = contrasts.isEmpty
    vanishes = !isFading && contrasts[0] < least[0]
    vanishesOnPlate = contrasts.count > 1 && contrasts[1] < least[1]
  }
}

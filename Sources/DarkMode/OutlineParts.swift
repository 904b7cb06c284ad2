/// What a pixel is: transparent; artwork that cannot be made out on the background; other artwork.
enum OutlineKind: UInt8 {
  case page, faint, seen

  /// Whether it belongs to parts of all artwork, or of what is faint alone.
  func isPart(ofFaint isFaint: Bool) -> Bool { self == .faint || self == .seen && !isFaint }
}

/// Connected parts of the artwork, or of what in it cannot be made out.
struct OutlineParts {
  /// The least share of a part's outline that vanishes for the part to get a contour, all around.
  private static let leastShare = 0.25

  /// How much more of a faint part's rim is at transparency than at other artwork, which makes it out: the rim of a picture is at both.
  private static let leastFree = 4

  /// What is counted of a part.
  struct Part: SofteningArea {
    var pixels = 0
    /// Of a faint part, sides of its pixels that are at transparency, and that are at artwork which can be made out.
    var free = 0, joint = 0
    /// Pixels of the outline, those among them that cannot be made out on the background, and those that cannot on the plate.
    var outline = 0, vanishing = 0, vanishingOnPlate = 0

    static func += (sum: inout Part, other: Part) {
      sum.pixels += other.pixels
      sum.free += other.free
      sum.joint += other.joint
      sum.outline += other.outline
      sum.vanishing += other.vanishing
      sum.vanishingOnPlate += other.vanishingOnPlate
    }

    mutating func addOutline(_ pixel: OutlinePixel) {
      outline += 1
      vanishing += pixel.vanishes ? 1 : 0
      vanishingOnPlate += pixel.vanishesOnPlate ? 1 : 0
    }

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

    var vanishes: Bool {
      vanishing > 0 && Double(vanishing) >= OutlineParts.leastShare * Double(outline)
        && free >= OutlineParts.leastFree * joint
    }
  }

  /// The parts; their runs are those of the outline alone.
  private(set) var areas = SofteningAreas<Part>()
  /// Whether artwork that can be made out is left out.
  private let isFaint: Bool
  private var above: (kinds: [OutlineKind], runs: [SofteningAreaRun]) = ([], [])

  init(isFaint: Bool) { self.isFaint = isFaint }

  /// Adds the next row.
  ///
  /// - Parameters:
  ///   - kinds: of its pixels.
  ///   - outline: of all artwork in it, from left to right.
  mutating func add(_ kinds: [OutlineKind], outline: [OutlinePixel]) {
    let isFaint = isFaint
    var runs: [SofteningAreaRun] = []
    var outlineRuns: [SofteningAreaRun] = []
    var (x, next, nextPixel) = (0, 0, outline.startIndex)
    while x < kinds.count {
      let start = x
      while x < kinds.count, kinds[x].isPart(ofFaint: isFaint) { x += 1 }
      guard x > start else {
        x += 1
        continue
      }
      var part = Part(pixels: x - start)
      if isFaint { part.addSides(of: start..<x, in: kinds, below: above.kinds) }
      while nextPixel < outline.endIndex, outline[nextPixel].x < start { nextPixel += 1 }
      let pixels = outline[nextPixel...].prefix { $0.x < x }
      for pixel in pixels { part.addOutline(pixel) }
      let run = areas.add(part, columns: start..<x, below: above.runs, from: &next)
      runs.append(run)
      outlineRuns += pixels.map { SofteningAreaRun(columns: $0.x..<$0.x + 1, label: run.label) }
    }
    if isFaint {
      for run in above.runs { areas.change(run.label) { $0.addSides(of: run.columns, at: kinds) } }
    }
    above = (kinds, runs)
    areas.endRow(outlineRuns)
  }

  mutating func finish() { areas.finish() }
}

/// A pixel of the outline.
struct OutlinePixel {
  let x: Int
  /// Whether nothing near it has 3:1 on the background, and whether nothing is seen on the plate.
  let vanishes: Bool, vanishesOnPlate: Bool

  /// - Parameters:
  ///   - contrasts: with the background, and with a plate.
  ///   - least: the contrasts from which on it is seen.
  init(_ x: Int, _ contrasts: [Double], least: [Double]) {
    self.x = x
    vanishes = contrasts[0] < least[0]
    vanishesOnPlate = contrasts.count > 1 && contrasts[1] < least[1]
  }
}

import Analysis
import ImageFiles

/// Decides which banded regions are reported, and at which level. The detector finds every visible staircase; people
/// object to those that lie on broad, smooth areas without texture.
///
/// The limits were chosen on half of the packages of `make quality-real` and are reported for the other half.
struct BandingNuisance {
  /// Fewer shades are a design, a legend or a shadow.
  static let leastShades = 4.5

  /// Degrees of the visual field that a place covers at least, across and down.
  private static let leastSide = 0.5

  /// Square degrees that its banded cells cover at least.
  private static let leastArea = 0.6

  /// The share of its cells, and those around it, that are without texture.
  private static let leastCalm = 0.8

  /// 8-bit codes: smaller steps are those of seven and eight bits, which are seen when looked for.
  private static let leastStep = 2.5

  /// The score of bands that are annoying; in the file itself weaker ones are good to know.
  private static let leastWarnedScore = 4.0

  /// The least share of a place's edges that staircases explain: others are facets and flat tones, drawn on purpose.
  private static let leastExplained = 0.25

  /// Square degrees from which on steps are annoying: on smaller grounds they are those of shading.
  private static let leastWarnedArea = 2.0
  /// The same of soft steps, and of grounds with a hard outline: buttons, keys and bars of plots.
  private static let leastBroadArea = 4.0
  /// The share of its outline from which on a ground is a thing of its own.
  private static let leastOutline = 0.15

  /// The least share of a place's cells whose steps are of one size, as rounding makes them: those of facets, palettes and
  /// drawn shades differ.
  private static let leastEvenness = 0.9

  /// The score from which on steps that giving up bits will add are seen at once: those of 2 to 3 are when looked for.
  private static let leastAddedScore = 3.0

  /// Bits per sample of the codes that regions' steps are given in: 8 or 16.
  let stepBits: Int
  let viewing: BandingOptions
  /// Whether the bands are made by giving up bits that the file has.
  let madeAnew: Bool
  /// The level of plateaus that a target makes by cutting colours off; nil where none does.
  var clipping: FindingLevel?

  /// Stripes side by side, of one length and closer than a quarter of a degree, as one region: the bands of one sky,
  /// whose channels step in turn, may look so. The stripe of the highest score is reported.
  func groups(of regions: [BandingRegion]) -> [BandingRegion] {
    var groups: [BandingRegion] = []
    for region in regions.prefix(Self.mostRegions) {
      var joined = region
      groups.removeAll { group in
        guard group.cause == joined.cause, isStripe(group.box, beside: joined.box) else { return false }
        joined = group.joined(with: joined)
        return true
      }
      groups.append(joined)
    }
    return groups
  }

  /// The groups of `regions` that are reported, and at which level, the worst one first.
  func judged(_ regions: [BandingRegion]) -> [(region: BandingRegion, level: FindingLevel)] {
    groups(of: regions)
      .compactMap { region in level(region).map { (region: region, level: $0) } }
      .sorted { ($1.level, $1.region.score) < ($0.level, $0.region.score) }
  }

  /// More places than anyone looks at, the largest.
  private static let mostRegions = 256

  /// The share of the longer one's length that two stripes of a gradient have in common.
  private static let leastOverlap = 0.8

  private func isStripe(_ a: ImageRegion, beside b: ImageRegion) -> Bool {
    let across = min(a.x + a.width, b.x + b.width) - max(a.x, b.x)
    let down = min(a.y + a.height, b.y + b.height) - max(a.y, b.y)
    let gap = -viewing.pixelsPerDegree / 4
    return Double(across) >= Self.leastOverlap * Double(max(a.width, b.width)) && Double(down) >= gap
      || Double(down) >= Self.leastOverlap * Double(max(a.height, b.height)) && Double(across) >= gap
  }

  /// The level of a finding on `region`; nil for a region that is too small, textured, or of chosen shades, and not
  /// reported.
  func level(_ region: BandingRegion) -> FindingLevel? {
    let degree = viewing.pixelsPerDegree
    guard region.plane != .alpha,
      Double(min(region.box.width, region.box.height)) >= Self.leastSide * degree,
      Double(region.pixels) >= Self.leastArea * degree * degree
    else { return nil }
    // Elsewhere it may be a design: a gradient that ends in a pure colour.
    guard region.cause != .clipping else { return clipping }
    guard region.shades >= Self.leastShades, region.calm >= Self.leastCalm, !region.isMosaic else {
      return nil
    }
    if madeAnew { return region.score >= Self.leastAddedScore ? .warning : .note }
    let codes = stepBits == 16 ? region.step / 257 : region.step
    let isAnnoying = codes >= Self.leastStep && region.score >= Self.leastWarnedScore
    return isAnnoying && !isChosen(region) && isBroad(region) ? .warning : .note
  }

  /// Whether the shades were drawn, or are those of the facets of a rendered body.
  private func isChosen(_ region: BandingRegion) -> Bool {
    region.coincidence >= viewing.thresholds.leastChosenCoincidence
      || region.explained < Self.leastExplained || region.evenness < Self.leastEvenness
  }

  private func isBroad(_ region: BandingRegion) -> Bool {
    let isSmallThing = region.isSoft || region.outlined >= Self.leastOutline
    let least = isSmallThing ? Self.leastBroadArea : Self.leastWarnedArea
    return Double(region.pixels) >= least * viewing.pixelsPerDegree * viewing.pixelsPerDegree
  }
}

extension BandingRegion {
  /// Both regions as one place.
  fileprivate func joined(with other: BandingRegion) -> BandingRegion {
    var joined = score >= other.score ? self : other
    let (x, y) = (min(box.x, other.box.x), min(box.y, other.box.y))
    joined.box = ImageRegion(
      x: x, y: y, width: max(box.x + box.width, other.box.x + other.box.width) - x,
      height: max(box.y + box.height, other.box.y + other.box.height) - y)
    joined.pixels = pixels + other.pixels
    joined.shades = max(shades, other.shades, min(shades + other.shades - 1, 32))
    func mean(_ a: Double, _ b: Double) -> Double {
      (a * Double(pixels) + b * Double(other.pixels)) / Double(max(1, pixels + other.pixels))
    }
    joined.calm = mean(calm, other.calm)
    joined.isMosaic = isMosaic && other.isMosaic
    joined.coincidence = min(coincidence, other.coincidence)
    joined.explained = max(explained, other.explained)
    joined.isSoft = isSoft && other.isSoft
    joined.evenness = mean(evenness, other.evenness)
    joined.outlined = mean(outlined, other.outlined)
    return joined
  }
}

import Analysis
import ImageFiles

/// Decides which banded regions are reported, and at which level. The detector finds every visible staircase; people
/// object to those on broad, smooth areas without texture.
///
/// The limits were chosen with one half of the packages of `make quality-real`; figures are reported for the other
/// half.
struct BandingNuisance {
  /// The least number of shades; fewer are a design, a legend or a shadow.
  static let leastShades = 4.5

  /// The least width and height of a reported region, in degrees of the visual field.
  private static let leastSide = 0.5

  /// The least area of a region's banded cells, in square degrees.
  private static let leastArea = 0.6

  /// The least share of cells without texture, among the region's and those around it.
  private static let leastCalm = 0.8

  /// The least step in 8-bit codes of a warning; smaller steps, of seven or eight bits, are seen only when looked for.
  private static let leastStep = 2.5

  /// Below this typical step, in 8-bit codes, most steps are of a single code, the least that 8 bits have.
  static let leastManyCodes = 1.5

  /// The least score, or the least area in square degrees, of a reported region whose steps are below `leastManyCodes`. Shaded
  /// buttons and icons have regions below both limits, whose steps are not visible.
  private static let leastSingleCodes = (score: 2.3, area: 10.0)

  /// The least share of a region's edges that staircases explain; others are facets and flat tones, drawn on purpose.
  private static let leastExplained = 0.25

  /// The least area of annoying steps, in square degrees; on smaller areas they belong to shading.
  private static let leastWarnedArea = 2.0
  /// As `leastWarnedArea`, for soft steps and for areas with a hard outline: buttons, keys and bars of plots.
  private static let leastBroadArea = 4.0
  /// Share of hard outline above which an area is a separate object.
  private static let leastOutline = 0.15

  /// The least share of a region's cells with steps of one size, as rounding makes them; steps of facets, palettes and
  /// drawn shades differ.
  private static let leastEvenness = 0.9

  /// The least score of a warning for bands that lost bits will add; bands of score 2 to 3 are seen only when looked
  /// for.
  private static let leastAddedScore = 3.0

  /// Bits per sample of the codes in which steps are given: 8 or 16.
  let stepBits: Int
  let viewing: BandingOptions
  /// Whether the bands come from giving up bits that the file has.
  let madeAnew: Bool
  /// The level of findings on plateaus that a target's clipping makes. Nil makes none: in `check` the rule on clipped
  /// gradients finds these plateaus.
  var clipping: FindingLevel?

  /// Merges adjacent stripes of similar length, closer than a quarter of a degree, and keeps the highest score: the
  /// bands of one sky, whose channels change in turn, may look like separate stripes.
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

  /// The groups of `regions` to report, with their levels, the worst one first.
  func judged(_ regions: [BandingRegion]) -> [(region: BandingRegion, level: FindingLevel)] {
    groups(of: regions).filter(isSeen)
      .compactMap { region in level(region).map { (region: region, level: $0) } }
      .sorted { ($1.level, $1.region.score) < ($0.level, $0.region.score) }
  }

  /// The most groups, the largest: more than anyone looks at.
  private static let mostRegions = 256

  /// The least overlap of two stripes of one gradient, as a share of the longer one.
  private static let leastOverlap = 0.8

  private func isStripe(_ a: ImageRegion, beside b: ImageRegion) -> Bool {
    let across = min(a.x + a.width, b.x + b.width) - max(a.x, b.x)
    let down = min(a.y + a.height, b.y + b.height) - max(a.y, b.y)
    let gap = -viewing.pixelsPerDegree / 4
    return Double(across) >= Self.leastOverlap * Double(max(a.width, b.width)) && Double(down) >= gap
      || Double(down) >= Self.leastOverlap * Double(max(a.height, b.height)) && Double(across) >= gap
  }

  /// The level of a finding on `region`; nil if it is not reported: too small, textured, or of chosen shades.
  func level(_ region: BandingRegion) -> FindingLevel? {
    let degree = viewing.pixelsPerDegree
    guard region.plane != .alpha,
      Double(min(region.box.width, region.box.height)) >= Self.leastSide * degree,
      Double(region.pixels) >= Self.leastArea * degree * degree
    else { return nil }
    // Otherwise it may be a design: a gradient that ends in a pure colour.
    guard region.cause != .clipping else { return clipping }
    guard region.shades >= Self.leastShades, region.calm >= Self.leastCalm, !region.isMosaic else {
      return nil
    }
    if madeAnew { return region.score >= Self.leastAddedScore ? .warning : .note }
    return codes(region) >= Self.leastStep && !isChosen(region) && isBroad(region) ? .warning : .note
  }

  /// The typical step, in 8-bit codes.
  private func codes(_ region: BandingRegion) -> Double {
    stepBits == 16 ? region.step / 257 : region.step
  }

  /// Whether the steps are more than single codes of the file, or plain or broad enough to be seen all the same.
  private func isSeen(_ region: BandingRegion) -> Bool {
    let degree = viewing.pixelsPerDegree
    return madeAnew || region.cause == .clipping || codes(region) >= Self.leastManyCodes
      || region.score >= Self.leastSingleCodes.score
      || Double(region.pixels) >= Self.leastSingleCodes.area * degree * degree
  }

  /// Whether the shades were drawn, or belong to the facets of a rendered body.
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
  /// Both regions as one.
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

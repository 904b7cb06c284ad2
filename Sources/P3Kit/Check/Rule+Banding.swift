// The rule about bands: those that are there, and those that the target will add.

extension Rule {
  /// Findings on places whose bands bother: one on the file, and one on what the target adds.
  ///
  /// - Parameters:
  ///   - depth: bits per sample that the file's values need, the unit of the steps of its own regions.
  static func bandingFindings(
    _ banding: CheckReport.Banding, depth: Int, _ request: CheckRequest
  ) -> [Finding] {
    let found = BandingNuisance(stepBits: depth <= 8 ? 8 : 16, viewing: request.viewing, madeAnew: false)
    // What 16 bits held and 8 bits lose, dithering would have kept.
    let added = BandingNuisance(
      stepBits: request.targetDepth.bits, viewing: request.viewing, madeAnew: depth > 8, isForecast: true)
    return [
      finding(banding.regions, found) { place($0, "gradient") + " of the file itself" },
      finding(banding.predicted.regions, added) { regions in
        place(regions, "gradient")
          + (regions[0].cause == .clipping
            ? " that \(request.target.profile.reportName) cuts off"
            : " that \(request.targetDepth.bits) bits per sample will show")
      },
    ].compactMap(\.self)
  }

  /// The finding on the output of a conversion.
  static func bandingFinding(_ report: BandingReport, outputBits: Int, madeAnew: Bool) -> Finding? {
    finding(
      report.regions, BandingNuisance(stepBits: outputBits, viewing: BandingOptions(), madeAnew: madeAnew)
    ) { place($0, "place") + " of the output" }
  }

  /// One finding on the regions that bother, the worst one first; nil where none does.
  private static func finding(
    _ regions: [BandingRegion], _ nuisance: BandingNuisance, place: ([BandingRegion]) -> String
  ) -> Finding? {
    let judged = nuisance.groups(of: regions)
      .compactMap { region in nuisance.level(region).map { (region: region, level: $0) } }
      .sorted { ($1.level, $1.region.score) < ($0.level, $0.region.score) }
    guard let worst = judged.first else { return nil }
    let regions = judged.map(\.region)
    let step =
      worst.region.step > 0
      ? "\(Numbers.oneDecimal(worst.region.step)) code\(worst.region.step == 1 ? "" : "s") in "
        + "\(worst.region.plane.rawValue)" : "a flat plateau in \(worst.region.plane.rawValue)"
    return Finding(
      .banding, level: worst.level, value: worst.region.score, places: regions.map(\.box),
      "visible steps \(place(regions)): \(step), \(Numbers.oneDecimal(worst.region.score)) times what the eye "
        + "just sees")
  }

  /// `in one place`, `in 3 gradients`.
  private static func place(_ regions: [BandingRegion], _ name: String) -> String {
    regions.count == 1 ? "in one \(name)" : "in \(regions.count) \(name)s"
  }
}

/// Tells bands that bother from bands that are only there: a person minds them on broad, smooth and empty ground.
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

  /// 8-bit codes: smaller steps are those of rounding to 8 bits.
  private static let leastStep = 1.5

  /// Bits per sample of the codes that regions' steps are given in: 8 or 16.
  let stepBits: Int
  let viewing: BandingOptions
  /// Whether the bands are made by giving up bits that the file has.
  let madeAnew: Bool
  /// Whether the regions are those that a target adds.
  var isForecast = false

  /// Regions that lie closer than a quarter of a degree as one: the bands of one sky, whose channels step in turn, may
  /// come as stripes. Of the parts the one of the highest score speaks.
  func groups(of regions: [BandingRegion]) -> [BandingRegion] {
    var groups: [BandingRegion] = []
    for region in regions.prefix(Self.mostRegions) {
      var joined = region
      groups.removeAll { group in
        guard group.cause == joined.cause, group.plane == joined.plane, isNear(group.box, joined.box) else {
          return false
        }
        joined = group.joined(with: joined)
        return true
      }
      groups.append(joined)
    }
    return groups
  }

  /// More places than anyone looks at, the largest.
  private static let mostRegions = 256

  private func isNear(_ a: ImageRegion, _ b: ImageRegion) -> Bool {
    let gap = Int(viewing.pixelsPerDegree / 4)
    return a.x <= b.x + b.width + gap && b.x <= a.x + a.width + gap && a.y <= b.y + b.height + gap
      && b.y <= a.y + a.height + gap
  }

  /// The level of a finding on `region`; nil where nobody minds it.
  func level(_ region: BandingRegion) -> FindingLevel? {
    let degree = viewing.pixelsPerDegree
    guard region.plane != .alpha,
      Double(min(region.box.width, region.box.height)) >= Self.leastSide * degree,
      Double(region.pixels) >= Self.leastArea * degree * degree
    else { return nil }
    // In the file itself it may be a design: a gradient that ends in a pure colour.
    guard region.cause != .clipping else { return isForecast ? .warning : nil }
    guard region.shades >= Self.leastShades, region.calm >= Self.leastCalm, !region.isMosaic else {
      return nil
    }
    let codes = stepBits == 16 ? region.step / 257 : region.step
    return madeAnew || codes >= Self.leastStep ? .warning : .note
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
    joined.calm =
      (calm * Double(pixels) + other.calm * Double(other.pixels)) / Double(max(1, pixels + other.pixels))
    joined.isMosaic = isMosaic && other.isMosaic
    return joined
  }
}

// What a conversion saw, as the rules of `check` say it.

extension ConversionReport {
  /// The rules that a conversion can answer.
  public static let rules: [Rule] = [.gamutClipping, .banding]

  /// What the target cut off, and the bands of the output.
  public var findings: [Finding] {
    let clipping = gamut.flatMap { gamut -> Finding? in
      guard gamut.needsWiderGamut else { return nil }
      return Finding(
        .gamutClipping, level: gamut.clippingLevel, value: gamut.fraction,
        "\(Percentage.significant(gamut.fraction)) of the visible pixels (\(Numbers.count(gamut.outOfGamut))) lie "
          + "outside \(destination.profile); ΔE of the clip \(Numbers.oneDecimal(gamut.deltaE.max)) at most")
    }
    let bands = banding.flatMap {
      Rule.bandingFinding(
        $0, outputBits: destination.depth, madeAnew: $0.regions.contains { $0.cause == .depth })
    }
    return [clipping, bands].compactMap(\.self)
  }
}

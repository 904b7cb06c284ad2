import Oracles
import Colors
import Pixels

/// The quality figures of a softened case, measured on the picture composited on #1C1C1E.
public struct SofteningMeasures: Sendable {
  /// Median relative luminance of bare background.
  public var whiteLuminance = 0.0
  /// CIEDE2000 of pixels that are artwork and nothing else.
  public var artworkMedian = 0.0
  /// Their 99th percentile.
  public var artwork99 = 0.0
  /// Greatest L* by which an edge pixel leaves the range of what it lies between: upwards and downwards.
  public var overshoot = 0.0
  /// The same downwards.
  public var undershoot = 0.0
  /// The pixels where they happen.
  public var overshootAt = 0
  /// The pixel where it falls lowest.
  public var undershootAt = 0
  /// Share of all pixels that are brighter than both sides of their edge, by more than 0.5 L*.
  public var haloShare = 0.0
  /// The least contrast that dark artwork (≥ 9.6:1 before) has left, and the least share of their contrast
  /// that other inks keep.
  public var darkTextContrast = Double.infinity
  /// The least share of contrast that inks keep.
  public var contrastKept = Double.infinity
  /// Greatest drop of luminance along rising original luminance, within background and its shadows.
  public var disorder = 0.0
  /// Whether no alpha changed.
  public var isAlphaIdentical = true

  /// #1C1C1E, encoded.
  public static let background = SIMD3<Double>(28, 28, 30) / 255

  /// Measures `result`, the samples made of `item`.
  public init(_ item: DarkModeCase, result: [UInt16]) {
    let before = Picture(item, item.samples)
    let after = Picture(item, result)
    isAlphaIdentical = before.alpha == after.alpha
    measureWhite(item, after)
    measureArtwork(item, before, after)
    measureEdges(item, before, after)
    measureOrder(item, before, after)
  }

  private mutating func measureWhite(_ item: DarkModeCase, _ after: Picture) {
    let bare = after.indices.filter { item.isBare($0) && after.alpha[$0] == 65535 }
    whiteLuminance = Self.percentile(bare.map { after.luminance[$0] }, 0.5)
  }

  private mutating func measureArtwork(_ item: DarkModeCase, _ before: Picture, _ after: Picture) {
    let solid = after.indices.filter { item.artwork[$0] >= 1 }
    let differences = solid.map { before.lab[$0].difference(to: after.lab[$0]) }
    artworkMedian = Self.percentile(differences, 0.5)
    artwork99 = Self.percentile(differences, 0.99)
    let bare = after.indices.filter { item.isBare($0) }
    let white = Self.percentile(bare.map { before.luminance[$0] }, 0.5)
    for index in solid where !bare.isEmpty {
      let contrast = WCAGContrast.ratio(before.luminance[index], white)
      let kept = WCAGContrast.ratio(after.luminance[index], whiteLuminance)
      // Colours as light as the lowered paper change places with it: their contrast is one of hue.
      if contrast >= 9.6 { darkTextContrast = min(darkTextContrast, kept) }
      if before.luminance[index] < 0.5 { contrastKept = min(contrastKept, kept / contrast) }
    }
  }

  /// Edge pixels against the range of the pure pixels within two steps, before and after: what was outside
  /// already (noise, ringing) only counts by how much further out it went.
  private mutating func measureEdges(_ item: DarkModeCase, _ before: Picture, _ after: Picture) {
    var halo = 0
    var visible = 0
    for index in after.indices where before.alpha[index] > 0 {
      visible += 1
      guard item.isMixed(index) else { continue }
      guard let old = excess(item, before, index), let new = excess(item, after, index) else { continue }
      let above = new.above - max(0, old.above)
      let below = new.below - max(0, old.below)
      if above > overshoot { (overshoot, overshootAt) = (above, index) }
      if below > undershoot { (undershoot, undershootAt) = (below, index) }
      if above > 0.5 { halo += 1 }
    }
    haloShare = Double(halo) / Double(max(1, visible))
  }

  private func excess(_ item: DarkModeCase, _ picture: Picture, _ index: Int) -> (
    above: Double, below: Double
  )? {
    let (cx, cy) = (index % item.width, index / item.width)
    var low = Double.infinity
    var high = -Double.infinity
    for y in max(0, cy - 2)...min(item.height - 1, cy + 2) {
      for x in max(0, cx - 2)...min(item.width - 1, cx + 2) where !item.isMixed(y * item.width + x) {
        low = min(low, picture.lab[y * item.width + x].lightness)
        high = max(high, picture.lab[y * item.width + x].lightness)
      }
    }
    guard high >= low else { return nil }
    let here = picture.lab[index].lightness
    return (here - high, low - here)
  }

  private mutating func measureOrder(_ item: DarkModeCase, _ before: Picture, _ after: Picture) {
    // Means over luminance bins of 1/64, so that noise does not count as disorder.
    var sums = [(before: Double, after: Double, count: Double)](repeating: (0, 0, 0), count: 65)
    for index in after.indices where item.isBackground(index) && before.alpha[index] == 65535 {
      let bin = Int(before.luminance[index] * 64)
      sums[bin].after += after.luminance[index]
      sums[bin].count += 1
    }
    let means = sums.filter { $0.count >= 8 }.map { $0.after / $0.count }
    for (lower, upper) in zip(means, means.dropFirst()) { disorder = max(disorder, lower - upper) }
  }

  static func percentile(_ values: [Double], _ share: Double) -> Double {
    guard !values.isEmpty else { return 0 }
    return values.sorted()[min(values.count - 1, Int(Double(values.count) * share))]
  }
}

extension DarkModeCase {
  /// Background without shadow, artwork or panel.
  func isBare(_ index: Int) -> Bool { isBackground(index) && shadow[index] == 0 }
  /// Background, shadowed or not.
  func isBackground(_ index: Int) -> Bool { artwork[index] == 0 && pale[index] == 0 }
  /// Partly covered.
  func isMixed(_ index: Int) -> Bool {
    (artwork[index] > 0 && artwork[index] < 1) || (pale[index] > 0 && pale[index] < 1)
  }
}

/// A picture composited on the background, with luminance and Lab per pixel.
private struct Picture {
  let alpha: [UInt16]
  let lab: [ReferenceCIELAB]
  let luminance: [Double]
  var indices: Range<Int> { lab.indices }

  init(_ item: DarkModeCase, _ samples: [UInt16]) {
    let channels = item.format.channelCount
    var alpha: [UInt16] = []
    var lab: [ReferenceCIELAB] = []
    var luminance: [Double] = []
    for first in stride(from: 0, to: samples.count, by: channels) {
      let codes = (0..<3).map { Double(samples[first + (item.format.isGray ? 0 : $0)]) / 65535 }
      let opacity = item.format.hasAlpha ? samples[first + channels - 1] : 65535
      let share = Double(opacity) / 65535
      let color = SIMD3(codes[0], codes[1], codes[2]) * share + SofteningMeasures.background * (1 - share)
      alpha.append(opacity)
      lab.append(ReferenceCIELAB(encoded: color))
      luminance.append(WCAGContrast.relativeLuminance(color))
    }
    self.alpha = alpha
    self.lab = lab
    self.luminance = luminance
  }
}

import Pixels

/// What the first pass counts over the whole image.
package struct SofteningStatistics: Sendable {
  /// Bins of lightness: 1024 over 0 to 1.
  package static let binCount = 1024

  /// Visible pixels by lightness.
  package var histogram = [UInt64](repeating: 0, count: binCount)

  /// Smooth light pixels by lightness.
  package var smooth = [UInt64](repeating: 0, count: binCount)

  /// The sums of the codes of those pixels: red, green and blue, or grey three times.
  package var colorSums = [SIMD3<UInt64>](repeating: .zero, count: binCount)

  /// Smooth light pixels on the image's border, by lightness. A corner counts once for each of its sides.
  var borderSmooth = [UInt64](repeating: 0, count: binCount)

  /// Visible pixels on the border.
  var borderVisible: UInt64 = 0

  /// All pixels on the border, visible or not.
  var borderPixels: UInt64 = 0

  /// Pixels along each side of the image: visible ones by lightness, and all.
  var sides = [(visible: [UInt64], pixels: UInt64)](
    repeating: ([UInt64](repeating: 0, count: binCount), 0), count: 4)

  /// As `SofteningRowScanner.textureCounts`.
  var texture = [UInt64](repeating: 0, count: 8)

  /// The lightness of the paper of a scan that is darker towards its corners, or noisy; nil for all other images.
  var scanLevel: Double?

  /// Whether some visible pixel glares more than highlights leave it.
  var hasGlare = false

  /// All pixels.
  var pixels: UInt64 = 0

  /// Pixels whose alpha is not 0.
  var visible: UInt64 { histogram.reduce(0, +) }

  /// Of an image without pixels.
  package init() {}

  // MARK: Shares

  /// The share of visible pixels at lightness `level` or more.
  func share(from level: Double) -> Double {
    let first = max(0, min(Self.binCount, Int(level * Double(Self.binCount))))
    return Double(histogram[first...].reduce(0, +)) / Double(max(1, visible))
  }

  /// Whether the image looks as if it had been softened to `target`: at least 2 % of it is smooth and has that luminance,
  /// give or take 0.01, and it is a peak there, not a gradient that passes.
  func hasWhite(at target: Double) -> Bool {
    let peak = smoothPixels(at: target)
    return peak * 50 >= visible && peak * 2 >= smoothPixels(at: target, within: 0.04) && visible > 0
  }

  /// Whether there is also no more that is lighter than `target` than has that luminance.
  func isSoftened(to target: Double) -> Bool {
    let lighter = share(from: (target + 0.02).squareRoot()) * Double(visible)
    return hasWhite(at: target) && lighter <= Double(smoothPixels(at: target))
  }

  /// Whether the whites of artwork were softened to `target` before, shaded as they may be: pixels from it to little less
  /// are 2 % of all visible ones and half as many as the `light` ones that would be lowered, and hardly any lie between
  /// the target and `level`, the lightness of whites that stayed.
  func hasSoftArtwork(at target: Double, below level: Double, least light: UInt64) -> Bool {
    let top = (target + 0.02).squareRoot()
    let soft = histogram[Self.bins(from: target.squareRoot() - 0.12, to: top)].reduce(0, +)
    let between = histogram[Self.bins(from: top, to: level - 0.05).dropFirst()].reduce(0, +)
    return soft * 50 >= visible && soft * 2 >= light && between * 4 <= soft
  }

  private func smoothPixels(at target: Double, within reach: Double = 0.01) -> UInt64 {
    let bins = Self.bins(from: max(0, target - reach).squareRoot(), to: (target + reach).squareRoot())
    return smooth[bins].reduce(0, +)
  }

  /// The smooth pixels of the lightness `level`, give or take a thousandth.
  func smoothPixels(near level: Double) -> UInt64 {
    smooth[Self.bins(from: level - 0.001, to: level + 0.001)].reduce(0, +)
  }

  /// The lightness that the brightest `share` of visible pixels reaches.
  func level(ofBrightest share: Double) -> Double {
    let wanted = Double(visible) * share
    var sum = 0.0
    for bin in stride(from: Self.binCount - 1, through: 0, by: -1) {
      sum += Double(histogram[bin])
      if sum > wanted { return Double(bin + 1) / Double(Self.binCount) }
    }
    return 0
  }

  /// Of the visible pixels on the border, the share that is smooth and within −0.05…+0.03 of `level`.
  func borderShare(near level: Double) -> Double {
    let count = borderSmooth[Self.bins(from: level - 0.05, to: level + 0.03)].reduce(0, +)
    return Double(count) / Double(max(1, borderVisible))
  }

  /// The least share of the pixels along a side of the image that is transparent or at least as light as `level`; 1 in an image that is
  /// too small for sides.
  func leastSideShare(from level: Double) -> Double {
    sides.map { side in
      let darker = side.visible[Self.bins(from: 0, to: level).dropLast()].reduce(0, +)
      return 1 - Double(darker) / Double(max(1, side.pixels))
    }.min() ?? 1
  }

  /// Of all pixels on the border, the share that is smooth and at least as light as `level`.
  func borderShare(from level: Double) -> Double {
    let count = borderSmooth[Self.bins(from: level, to: 1)].reduce(0, +)
    return Double(count) / Double(max(1, borderPixels))
  }

  private static func bins(from low: Double, to high: Double) -> Range<Int> {
    let first = max(0, min(binCount, Int(low * Double(binCount))))
    return first..<max(first, min(binCount, Int(high * Double(binCount)) + 1))
  }
}

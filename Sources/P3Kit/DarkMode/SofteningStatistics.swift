internal import Pixels

/// What the first pass counted over the whole image, and what can be told from it.
struct SofteningStatistics: Sendable {
  /// Bins of lightness: 1024 over 0 to 1.
  static let binCount = 1024

  /// Visible pixels by lightness.
  var histogram = [UInt64](repeating: 0, count: binCount)

  /// Smooth light pixels by lightness, with the sums of their codes.
  var smooth = [UInt64](repeating: 0, count: binCount)
  var colorSums = [SIMD3<UInt64>](repeating: .zero, count: binCount)

  /// Smooth light pixels on the image's border by lightness, and all visible ones: top, bottom, left, right.
  var borderSmooth = [[UInt32]](repeating: [UInt32](repeating: 0, count: binCount), count: 4)
  var borderVisible = [UInt64](repeating: 0, count: 4)

  /// All pixels on the border, visible or not.
  var borderPixels: UInt64 = 0

  /// As `SofteningRowScanner.textureCounts`.
  var texture = [UInt64](repeating: 0, count: 8)

  /// All pixels, and those with alpha.
  var pixels: UInt64 = 0
  var visible: UInt64 { histogram.reduce(0, +) }

  // MARK: Shares

  /// The share of visible pixels at lightness `level` or more.
  func share(from level: Double) -> Double {
    let first = max(0, min(Self.binCount, Int(level * Double(Self.binCount))))
    return Double(histogram[first...].reduce(0, +)) / Double(max(1, visible))
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

  /// Of the visible pixels on one side, the share that is smooth and within −0.05…+0.03 of `level`.
  func borderShare(_ side: Int, near level: Double) -> Double {
    let bins = Self.bins(from: level - 0.05, to: level + 0.03)
    let count = borderSmooth[side][bins].reduce(0) { $0 + UInt64($1) }
    return Double(count) / Double(max(1, borderVisible[side]))
  }

  /// The same over all four sides.
  func borderShare(near level: Double) -> Double {
    let bins = Self.bins(from: level - 0.05, to: level + 0.03)
    let count = borderSmooth.reduce(0) { $0 + $1[bins].reduce(0) { $0 + UInt64($1) } }
    return Double(count) / Double(max(1, borderVisible.reduce(0, +)))
  }

  /// Of the visible pixels, the share that is smooth and within −0.05…+0.03 of `level`.
  func smoothShare(near level: Double) -> Double {
    let count = smooth[Self.bins(from: level - 0.05, to: level + 0.03)].reduce(0, +)
    return Double(count) / Double(max(1, visible))
  }

  private static func bins(from low: Double, to high: Double) -> Range<Int> {
    let first = max(0, min(binCount, Int(low * Double(binCount))))
    return first..<max(first, min(binCount, Int(high * Double(binCount)) + 1))
  }

  // MARK: Paper

  /// The brightest lightness that a good part of the smooth pixels gathers at, or nil where there is none
  /// from Y = 0.64 on.
  ///
  /// Lightness is gathered in windows of 17 bins (1.7 %). A peak counts when it holds 3 % of the visible
  /// pixels and 15 % of the fullest window, and is parted from that one by a valley. The result is the bin of
  /// the median of what lies around the peak, so that paper with texture is measured by its middle.
  var paperBin: Int? {
    let windows = (0..<Self.binCount).map { bin in
      smooth[max(0, bin - 8)...min(Self.binCount - 1, bin + 8)].reduce(0, +)
    }
    let firstBin = 819
    let candidates = firstBin..<Self.binCount
    guard let fullest = candidates.max(by: { windows[$0] < windows[$1] }), windows[fullest] > 0 else {
      return nil
    }
    let least = max(Double(visible) * 0.03, Double(windows[fullest]) * 0.15)
    guard Double(windows[fullest]) >= least else { return nil }
    var peak = fullest
    for bin in stride(from: Self.binCount - 1, to: fullest, by: -1) {
      let neighbors = max(firstBin, bin - 16)...min(Self.binCount - 1, bin + 16)
      guard Double(windows[bin]) >= least, windows[neighbors].allSatisfy({ $0 <= windows[bin] }) else {
        continue
      }
      let valley = windows[fullest...bin].min() ?? 0
      if Double(valley) < Double(windows[bin]) * 0.6 {
        peak = bin
        break
      }
    }
    return medianBin(around: peak)
  }

  private func medianBin(around peak: Int) -> Int {
    var center = peak
    for _ in 0..<4 {
      let range = max(0, center - 24)...min(Self.binCount - 1, center + 24)
      let half = smooth[range].reduce(0, +) / 2
      var sum: UInt64 = 0
      for bin in range {
        sum += smooth[bin]
        if sum > half {
          center = bin
          break
        }
      }
    }
    return center
  }

  /// The mean codes of the smooth pixels in `bin`.
  func meanColor(ofBin bin: Int) -> SIMD3<UInt16> {
    let count = max(1, smooth[bin])
    let sum = colorSums[bin]
    return SIMD3(
      UInt16((sum.x + count / 2) / count), UInt16((sum.y + count / 2) / count),
      UInt16((sum.z + count / 2) / count))
  }
}

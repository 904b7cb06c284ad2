package import Pixels

/// The background's white: its colour and its luminance.
package struct SofteningPaper {
  /// Lightness (√Y), 0 to 1.
  let level: Double
  /// Codes in the image's own space; three equal ones for grey.
  package let color: SIMD3<UInt16>
  /// Linear light of the colour, in 1/65535.
  let linear: SIMD3<UInt16>

  /// Relative luminance, 0 to 1.
  var luminance: Double { level * level }

  /// (max − min) / max of the linear colour, 0 to 1.
  var saturation: Double {
    linear.max() == 0 ? 0 : Double(linear.max() - linear.min()) / Double(linear.max())
  }

  /// The paper of an image, or nil where no light smooth area is large enough, or the one found is colourful
  /// (a saturation over 0.25).
  package init?(statistics: SofteningStatistics, tables: SofteningTables) {
    guard let bin = statistics.paperBin else { return nil }
    self.init(statistics: statistics, bin: bin, tables: tables)
  }

  /// The paper of a scan whose ground tells its lightness, or nil where the image is none, or its ground has colour. Its hue
  /// is that of what is about as light.
  init?(scan statistics: SofteningStatistics, tables: SofteningTables) {
    guard let level = statistics.scanLevel else { return nil }
    let bin = min(max(Int(level * Double(SofteningStatistics.binCount)), 0), SofteningStatistics.binCount - 1)
    let near = max(0, bin - 24)...min(SofteningStatistics.binCount - 1, bin + 24)
    guard let fullest = near.max(by: { statistics.smooth[$0] < statistics.smooth[$1] }),
      statistics.smooth[fullest] > 0,
      let paper = SofteningPaper(statistics: statistics, bin: fullest, tables: tables)
    else { return nil }
    self = paper.brightened(to: level, tables: tables)
  }

  /// The paper whose lightness is that of `bin`, or nil where that is colourful.
  private init?(statistics: SofteningStatistics, bin: Int, tables: SofteningTables) {
    self.init(color: statistics.meanColor(ofBin: bin), tables: tables)
    guard saturation <= 0.25 else { return nil }
  }

  /// This paper in light of the lightness `level`, if that is more than its own: of the same hue, no channel over full.
  package func brightened(to level: Double, tables: SofteningTables) -> SofteningPaper {
    guard level > self.level else { return self }
    let factor = (level / self.level) * (level / self.level)
    var color = SIMD3<UInt16>()
    for channel in 0..<3 {
      let light = min(65535, (Double(linear[channel]) * factor).rounded())
      color[channel] = tables.encoded[channel][Int(light)]
    }
    return SofteningPaper(color: color, tables: tables)
  }

  /// Paper of a colour.
  init(color: SIMD3<UInt16>, tables: SofteningTables) {
    self.color = color
    linear = SIMD3(
      tables.linear[0][Int(color.x)], tables.linear[1][Int(color.y)], tables.linear[2][Int(color.z)])
    level = (Double(tables.luminance(linear.x, linear.y, linear.z)) / 65535).squareRoot()
  }

  /// Whether all visible pixels are as light as paper, give or take a little texture (0.03 of lightness).
  func isEverything(in statistics: SofteningStatistics) -> Bool { statistics.share(from: level - 0.03) >= 1 }
}

// Where in the statistics the paper is.

extension SofteningStatistics {
  /// The bin of the paper's lightness: the brightest peak in the histogram of smooth pixels, or nil where there is none
  /// from Y = 0.64 on.
  ///
  /// Pixels are counted in windows of 17 bins (1.7 % of lightness). A peak counts when its window holds 3 % of the
  /// visible pixels and 15 % of what the fullest window holds, and a valley of less than 60 % of the peak lies between
  /// the two. The result is the median of the bins around the peak, so that paper with texture is measured by its middle.
  fileprivate var paperBin: Int? {
    let windows = windows
    let candidates = Self.firstPaperBin..<Self.binCount
    guard let fullest = candidates.max(by: { windows[$0] < windows[$1] }), windows[fullest] > 0 else {
      return nil
    }
    let least = max(Double(visible) * 0.03, Double(windows[fullest]) * 0.15)
    guard Double(windows[fullest]) >= least else { return nil }
    return medianBin(around: Self.brightest(windows, above: fullest, least: least) ?? fullest)
  }

  /// The lightness (√Y, 0 to 1) of the text fields in a window whose grey is `paper`. The fields are the brightest peak in the
  /// histogram that is lighter than `paper` and whose window of 17 bins holds a hundredth of the visible pixels. The result is
  /// 0 if no peak is.
  package func levelOfFields(on paper: SofteningPaper) -> Double {
    let ground = max(Self.firstPaperBin, Int(paper.level * Double(Self.binCount)))
    let fields = Self.brightest(windows, above: ground, least: Double(visible) * 0.01)
    return fields.map { Double(medianBin(around: $0)) / Double(Self.binCount) } ?? 0
  }

  /// The smooth pixels in windows of 17 bins, by their middle.
  private var windows: [UInt64] {
    (0..<Self.binCount).map { bin in
      smooth[max(0, bin - 8)...min(Self.binCount - 1, bin + 8)].reduce(0, +)
    }
  }

  /// The bin of the brightest peak above the bin `ground`. The peak's window holds at least `least` pixels, and some window
  /// between the two bins holds less than 60 % of what the peak's holds.
  private static func brightest(_ windows: [UInt64], above ground: Int, least: Double) -> Int? {
    windows.indices.reversed().prefix { $0 > ground }.first { bin in
      let count = Double(windows[bin])
      return count >= least && isPeak(bin, windows)
        && windows[ground...bin].contains { Double($0) < count * 0.6 }
    }
  }

  /// The bin of Y = 0.64.
  private static let firstPaperBin = 819

  /// Whether no window within 16 bins holds more.
  private static func isPeak(_ bin: Int, _ windows: [UInt64]) -> Bool {
    let neighbors = max(firstPaperBin, bin - 16)...min(binCount - 1, bin + 16)
    return windows[neighbors].allSatisfy { $0 <= windows[bin] }
  }

  /// The median lightness within 24 bins of `peak`, found by moving the window to its median four times.
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

import Analysis
import ColorManagement
public import Pixels

/// The pixels of an image in memory that the destination of a conversion cannot show.
public struct GamutMap: Sendable, Codable {
  /// A byte per pixel, row by row: 1 if it is visible and out of gamut, else 0.
  public let mask: [UInt8]
  /// Visible pixels, pixels out of gamut, and how far each channel leaves 0…1.
  public let tally: GamutTally
  /// CIEDE2000 between each visible pixel and its conversion, row by row; for translucent pixels the larger of those
  /// over black and over white. Empty unless requested.
  public let differences: [Float]
}

extension ColorConverter {
  /// Finds the pixels of an image that leave the destination's gamut, and by how much.
  ///
  /// - Parameters:
  ///   - source: at least as many bytes as `layout.byteCount`.
  ///   - layout: the layout of the source.
  ///   - differences: whether to compare colours, which takes longer.
  /// - Throws: `PixelLayoutError` if layout, memory and profiles do not fit; `notLinear` if a profile's gamut cannot be
  ///   counted.
  public func gamutMap(
    of source: RawSpan, layout: PixelLayout, differences: Bool = false
  ) throws(PixelLayoutError) -> GamutMap {
    try check(layout)
    guard let gamut = try? TargetGamut(plan) else {
      throw .notLinear(profile: "\(plan.source.name)' or '\(plan.destination.name)")
    }
    return try PixelRows.reading(source, layout) { rows throws(PixelLayoutError) in
      let mapper = fitted(to: rows).executor.mapper
      var scan = GamutMapScan(layout, gamut, values, mapper, comparesColors: differences)
      // Whole rows, as the map is written in their order.
      for block in rows.blocks(of: 0..<layout.height, pixels: max(layout.width, Self.blockPixels)) {
        if layout.component.isFloat || gamut.isGray {
          scan.add(rows.values(of: block))
        } else {
          scan.add(rows.codes(of: block))
        }
      }
      return scan.map
    }
  }
}

/// Scans one image, block by block.
private struct GamutMapScan {
  private let layout: PixelLayout
  private let gamut: TargetGamut
  private let values: ValueConverter
  private let mapper: GamutMapper?
  private let comparesColors: Bool
  private var mask: [UInt8] = []
  private var tally = GamutTally()
  private var differences: [Float] = []

  init(
    _ layout: PixelLayout, _ gamut: TargetGamut, _ values: ValueConverter, _ mapper: GamutMapper?,
    comparesColors: Bool
  ) {
    self.layout = layout
    self.gamut = gamut
    self.values = values
    self.mapper = mapper
    self.comparesColors = comparesColors
  }

  var map: GamutMap { GamutMap(mask: mask, tally: tally, differences: differences) }

  /// Scans codes of colours, as a conversion of a file does.
  mutating func add(_ codes: borrowing PixelBuffer) {
    let (format, first) = (codes.format, mask.count)
    var outside: [UInt8] = []
    tally += gamut.converter.tally(codes.samples.span, format: format, outside: &outside)
    for index in 0..<codes.pixelCount { mask.append(outside[index / 8] >> (index % 8) & 1) }
    guard comparesColors else { return }
    let (channels, samples) = (format.channelCount, codes.samples)
    compare(from: first) { [gamut] index in
      let sample = index * channels
      let alpha = format.hasAlpha ? samples[sample + 3] : .max
      return (gamut.linear(SIMD3(samples[sample], samples[sample + 1], samples[sample + 2])), alpha)
    }
  }

  /// Scans floats, and grey, which cannot leave a gamut.
  mutating func add(_ pixels: PixelValues) {
    let first = mask.count
    var linear = pixels
    if !gamut.isGray { values.linearize(&linear, from: layout.transfer) }
    for index in 0..<pixels.count {
      let isVisible = pixels.isVisible(index)
      if isVisible { tally.visiblePixels += 1 }
      mask.append(isVisible && !gamut.isGray && tally.count(linear[color: index]) ? 1 : 0)
    }
    guard comparesColors else { return }
    guard !gamut.isGray else { return differences.append(contentsOf: repeatElement(0, count: pixels.count)) }
    compare(from: first) { index in
      let alpha = min(max(pixels.planes[pixels.colorCount * pixels.count + index], 0), 1)
      return (linear[color: index], UInt16(alpha * 65535 + 0.5))
    }
  }

  /// Compares the visible colours, from pixel `first` of the image on, with their conversions. A clip changes none
  /// within the gamut.
  private mutating func compare(from first: Int, _ color: (Int) -> (SIMD3<Double>, alpha: UInt16)) {
    var places: [Int] = []
    var (before, after): ([SIMD3<Double>], [SIMD3<Double>]) = ([], [])
    var alphas: [UInt16] = []
    for place in first..<mask.count where mapper != nil || mask[place] == 1 {
      let (color, alpha) = color(place - first)
      guard alpha > 0 else { continue }
      places.append(place)
      before.append(color)
      after.append(
        mapper?.mapped(color) ?? color.clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 1)))
      alphas.append(alpha)
    }
    differences.append(contentsOf: repeatElement(0, count: mask.count - first))
    let found = gamut.differences.values(from: before, to: after, alphas: alphas)
    for (place, difference) in zip(places, found) { differences[place] = difference }
  }
}

extension GamutTally {
  /// Counts one visible colour, unclamped linear, and returns whether it is out of gamut.
  fileprivate mutating func count(_ color: SIMD3<Double>) -> Bool {
    red.count(color.x)
    green.count(color.y)
    blue.count(color.z)
    let isOutside = color.min() < -Self.tolerance || color.max() > 1 + Self.tolerance
    if isOutside { outOfGamut += 1 }
    return isOutside
  }
}

extension GamutTally.Channel {
  fileprivate mutating func count(_ value: Double) {
    if value < -GamutTally.tolerance { below += 1 }
    if value > 1 + GamutTally.tolerance { above += 1 }
    maxBelow = max(maxBelow, -value)
    maxAbove = max(maxAbove, value - 1)
  }
}

import Analysis
import ColorManagement
public import Pixels

/// What of an image in memory the destination of a conversion cannot show.
public struct GamutMap: Sendable {
  /// A byte for each pixel, row by row: 1 where it is visible and its colour out of gamut, else 0.
  public let mask: [UInt8]
  /// Visible pixels, those out of gamut, and how far each channel leaves 0 to 1.
  public let tally: GamutTally
  /// CIEDE2000 between each pixel and what the conversion makes of it, row by row; empty where it was not asked for.
  public let differences: [Float]
}

extension ColorConverter {
  /// Finds what of an image leaves the destination's gamut, and by how much.
  ///
  /// - Parameters:
  ///   - source: at least `byteCount` bytes of its layout.
  ///   - layout: how they lie there.
  ///   - differences: whether colours are compared, which takes longer.
  /// - Throws: `PixelLayoutError` where layout, memory and profiles do not fit, `notLinear` where a profile has no gamut that
  ///   can be counted.
  public func gamutMap(
    of source: RawSpan, layout: PixelLayout, differences: Bool = false
  ) throws(PixelLayoutError) -> GamutMap {
    try check(layout)
    guard let gamut = try? TargetGamut(plan) else {
      throw .notLinear(profile: "\(plan.source.name)' or '\(plan.destination.name)")
    }
    let mapped = try PixelRows.reading(source, layout) { rows throws(PixelLayoutError) in
      let mapper = fitted(to: rows).executor.mapper
      var scan = GamutMapScan(layout, gamut, values, mapper, comparesColors: differences)
      // Whole rows: the map is written in their order.
      for block in rows.blocks(of: 0..<layout.height, pixels: max(layout.width, Self.blockPixels)) {
        if layout.component.isFloat || gamut.isGray {
          scan.add(rows.values(of: block))
        } else {
          scan.add(rows.codes(of: block))
        }
      }
      return scan.map
    }
    return mapped
  }
}

/// Looks at one image, block by block.
private struct GamutMapScan {
  private let layout: PixelLayout
  private let gamut: TargetGamut
  private let values: ValueConverter
  private let mapper: GamutMapper?
  private let comparesColors: Bool
  private var mask: [UInt8] = []
  private var tally = GamutTally()
  private var differences: [Float] = []
  /// The colour that was compared last: neighbours are often equal.
  private var last: (color: SIMD3<Double>, difference: Float)?
  private var outside: [UInt8] = []

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

  /// Looks at codes of colours as a conversion of a file does.
  mutating func add(_ codes: borrowing PixelBuffer) {
    let format = codes.format
    tally += gamut.converter.tally(codes.samples.span, format: format, outside: &outside)
    for index in 0..<codes.pixelCount {
      let isOutside = outside[index / 8] >> (index % 8) & 1
      mask.append(isOutside)
      guard comparesColors else { continue }
      let first = index * format.channelCount
      let isVisible = !format.hasAlpha || codes.samples[first + 3] > 0
      guard isVisible, isOutside == 1 || mapper != nil else {
        differences.append(0)
        continue
      }
      compare(
        gamut.linear(SIMD3(codes.samples[first], codes.samples[first + 1], codes.samples[first + 2])))
    }
  }

  /// Looks at floats, and at grey, which leaves no gamut.
  mutating func add(_ pixels: PixelValues) {
    var linear = pixels
    if !gamut.isGray { values.linearize(&linear, from: layout.transfer) }
    for index in 0..<pixels.count {
      let isVisible = pixels.isVisible(index)
      if isVisible { tally.visiblePixels += 1 }
      guard isVisible, !gamut.isGray else {
        mask.append(0)
        if comparesColors { differences.append(0) }
        continue
      }
      let color = linear[color: index]
      let isOutside = tally.count(color)
      mask.append(isOutside ? 1 : 0)
      guard comparesColors else { continue }
      if isOutside || mapper != nil { compare(color) } else { differences.append(0) }
    }
  }

  private mutating func compare(_ color: SIMD3<Double>) {
    if let last, last.color == color { return differences.append(last.difference) }
    let shown = mapper?.mapped(color) ?? color.clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 1))
    let difference = Float(CIEDE2000.difference(gamut.lab(color), gamut.lab(shown)))
    last = (color, difference)
    differences.append(difference)
  }
}

extension GamutTally {
  /// Counts one visible colour of unclamped linear values, and returns whether it is out of gamut.
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

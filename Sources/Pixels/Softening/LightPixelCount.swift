internal import CPixelKernels

/// Counts opaque pixels that may be light and smooth, at a tenth of the cost of `SofteningRowScanner`, which counts no
/// pixel that is not among them.
package struct LightPixelCount: Sendable {
  /// Pixels so far.
  package private(set) var count = 0

  private let format: PixelFormat
  /// The least code of each channel with which the others can make the pixel light enough.
  private let least: [UInt16]
  /// The most that the darkest channel, in codes, may differ from that of a neighbour in a smooth area.
  private let reach: UInt16

  /// A count of pixels from `lightness` on, 0 to 65535.
  ///
  /// - Returns: nil for a format with alpha: neighbours may be invisible.
  package init?(_ tables: SofteningTables, lightness: UInt16) {
    guard !tables.format.hasAlpha else { return nil }
    format = tables.format
    least = (0..<3).map { Self.least($0, tables, lightness: lightness) }
    let isOneCurve = tables.linear[1] == tables.linear[0] && tables.linear[2] == tables.linear[0]
    reach = isOneCurve ? Self.reach(tables.linear[0].map { tables.root[Int($0)] }) : .max
  }

  private static func least(_ channel: Int, _ tables: SofteningTables, lightness: UInt16) -> UInt16 {
    let code = tables.linear[channel].firstIndex { value in
      var others = tables.format.isGray ? SIMD3(repeating: value) : SIMD3(repeating: UInt16.max)
      others[channel] = value
      let luminance = tables.luminance(others.x, others.y, others.z)
      return tables.root[Int(luminance)] >= lightness
        && tables.root[Int(value)] >= SofteningRowScanner.leastWhiteness
    }
    return code.map { UInt16($0) } ?? .max
  }

  /// The largest difference of codes whose whiteness differs by no more than a slope allows.
  private static func reach(_ whiteness: [UInt16]) -> UInt16 {
    guard zip(whiteness, whiteness.dropFirst()).allSatisfy(<=) else { return .max }
    var (first, most) = (0, 0)
    for code in whiteness.indices {
      while Int(whiteness[code]) - Int(whiteness[first]) > Int(P3_SOFTEN_SLOPE) { first += 1 }
      most = max(most, code - first)
    }
    return UInt16(most)
  }

  /// Adds the next rows.
  package mutating func add(_ strip: borrowing PixelBuffer) {
    for y in 0..<strip.height {
      let row = strip.samples.span.extracting(strip.rowRange(y))
      count += unsafe row.withUnsafeBufferPointer { row in
        unsafe Int(
          p3_soften_count_light(
            row.baseAddress, Int64(strip.width), Int32(format.channelCount), least, reach))
      }
    }
  }
}

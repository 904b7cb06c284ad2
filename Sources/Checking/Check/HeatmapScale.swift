import Pixels

/// How a heat map paints a colour difference: amber, orange, red, purple, darker for larger differences, so that
/// colour-blind readers can see the order.
///
/// The stops were chosen in OKLCh: lightness 0.78, 0.715, 0.645, 0.565, 0.48, chroma from 0.159 to 0.2. Each has a WCAG
/// contrast of at least 2:1 with white and with the dark ground of pages, and is 0.15 or more in OKLab from every grey;
/// neighbours are 0.08 to 0.15 apart (`HeatmapTests`).
package enum HeatmapScale {
  /// A colour difference and its paint, in 8-bit encoded sRGB.
  package struct Stop: Sendable, Hashable {
    /// CIEDE2000.
    package let deltaE: Double
    /// Red, green, blue.
    package let color: SIMD3<UInt8>
  }

  /// The stops of the scale: 1 is just noticeable side by side, 2 noticeable at a glance, 5 obvious, 10 another colour.
  /// Fixed, so that pictures can be compared.
  package static let stops = [
    Stop(deltaE: 0, color: [0xE4, 0xAE, 0x05]), Stop(deltaE: 1, color: [0xE7, 0x89, 0x04]),
    Stop(deltaE: 2, color: [0xE8, 0x5A, 0x00]), Stop(deltaE: 5, color: [0xD1, 0x2B, 0x47]),
    Stop(deltaE: 10, color: [0xA3, 0x08, 0x77]),
  ]

  /// The least CIEDE2000 that is painted; less is invisible, even side by side.
  package static let leastPainted = 0.5

  /// The paint of `deltaE` (at least 0): interpolated between stops in encoded sRGB, rounded half up; beyond the last
  /// stop its paint.
  package static func color(_ deltaE: Double) -> SIMD3<UInt8> {
    guard let above = stops.firstIndex(where: { $0.deltaE > deltaE }), above > 0 else {
      return deltaE > 0 ? stops[stops.count - 1].color : stops[0].color
    }
    let (low, high) = (stops[above - 1], stops[above])
    let share = (deltaE - low.deltaE) / (high.deltaE - low.deltaE)
    var color = SIMD3<UInt8>()
    for channel in 0..<3 {
      let (from, to) = (Double(low.color[channel]), Double(high.color[channel]))
      color[channel] = UInt8(from + (to - from) * share + 0.5)
    }
    return color
  }

  /// The paint of a difference that may be `ClipDifferences.margin` away from `deltaE`; nil if several paints are
  /// possible, and for NaN.
  static func color(near deltaE: Float) -> SIMD3<UInt8>? {
    guard deltaE >= 0 else { return nil }
    // The last step is far beyond the last stop.
    let sure = surePaint[min(Int(min(deltaE, 16) * stepsOfOne), surePaint.count - 1)]
    return sure.w == 0 ? nil : SIMD3(sure.x, sure.y, sure.z)
  }

  /// Steps of `surePaint` per difference of 1.
  private static let stepsOfOne: Float = 1024

  /// Paints of differences in equal steps; the last component is 0 if several are possible. Channels are monotone
  /// between stops, and at a stop none is near the middle of two codes, so equal paints at both ends mean one paint
  /// between.
  private static let surePaint: [SIMD4<UInt8>] = (0...11 * Int(stepsOfOne)).map { step in
    let margin = Double(ClipDifferences.margin)
    let low = color(max(0, Double(step) / Double(stepsOfOne) - margin))
    let high = color(Double(step + 1) / Double(stepsOfOne) + margin)
    return SIMD4(low.x, low.y, low.z, low == high ? 1 : 0)
  }
}

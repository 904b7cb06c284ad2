/// How a heat map paints a colour difference: pale yellow over orange to purple, darker the more is lost, so
/// that the order survives for readers who are colour-blind.
public enum HeatmapScale {
  /// A colour difference and its paint, encoded sRGB of 8 bits.
  public struct Stop: Sendable, Hashable {
    /// CIEDE2000.
    public let deltaE: Double
    /// Red, green, blue.
    public let color: SIMD3<UInt8>
  }

  /// The stops of the scale. 1 is just noticeable side by side, 2 noticeable at a glance, 5 plain, 10 another
  /// colour; fixed, so that pictures can be compared.
  public static let stops = [
    Stop(deltaE: 0, color: [0xFF, 0xF3, 0xB0]), Stop(deltaE: 1, color: [0xFF, 0xD6, 0x0A]),
    Stop(deltaE: 2, color: [0xFF, 0x95, 0x00]), Stop(deltaE: 5, color: [0xE0, 0x20, 0x1A]),
    Stop(deltaE: 10, color: [0x8A, 0x00, 0x82]),
  ]

  /// The paint of `deltaE`, 0 or more: between the stops linear in encoded sRGB, rounded half up; the last
  /// stop's from there on.
  public static func color(_ deltaE: Double) -> SIMD3<UInt8> {
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
}

import Pixels

/// Colours by their 48-bit numbers, the ones met lately remembered: a direct-mapped cache.
struct GamutLossPalette: Sendable {
  private static let size = 1 << 12

  let scan: GamutScan
  private var entries: [(key: UInt64, color: GamutLossColor)?]

  init(_ scan: GamutScan) {
    self.scan = scan
    entries = Array(repeating: nil, count: Self.size)
  }

  /// The colour with number `key`.
  mutating func color(_ key: UInt64) -> GamutLossColor {
    let place = Int((key &* 0x9E37_79B9_7F4A_7C15) >> 52)
    if let entry = entries[place], entry.key == key { return entry.color }
    let linear = scan.linear(GamutScan.color(key))
    let color = GamutLossColor(
      source: scan.difference.lab(linear), target: scan.difference.clippedLab(linear))
    entries[place] = (key, color)
    return color
  }
}

import ColorManagement
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

  /// The CIEDE2000 that the pair loses, or nil where it is not lost: visible in the source, under one, and under
  /// half of what it was, in the target.
  mutating func lostDifference(_ a: UInt64, _ b: UInt64) -> Double? {
    let (first, second) = (color(a), color(b))
    let visible = GamutLossReport.visibleDifference
    // CIE94 does not exceed CIEDE2000 by half: what it calls far apart in the target is not lost.
    guard GamutLossColor.roughDifference(first.target, second.target) < 1.5 * visible else { return nil }
    let before = CIEDE2000.difference(first.source, second.source)
    guard before >= visible else { return nil }
    let after = CIEDE2000.difference(first.target, second.target)
    return after < visible && after <= before / 2 ? before : nil
  }
}

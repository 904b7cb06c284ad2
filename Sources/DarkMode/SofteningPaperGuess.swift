package import Pixels

/// The paper's whiteness and colour as far as the first rows of an image show, which part light pixels from ink.
///
/// White, unless a fifth of the pixels lies around one lower whiteness: off-white paper. A wrong guess costs precision,
/// not more: paper that is ink then is found by its components.
package struct SofteningPaperGuess {
  /// As `SofteningRowScanner.paper`.
  package private(set) var paper: (whiteness: UInt16, color: SIMD3<UInt8>) = (.max, SIMD3(repeating: 255))

  /// Bins of whiteness, and those up to this far from the middle of a peak.
  private static let bins = 256, reach = 6

  package init(samples: [UInt16], tables: SofteningTables) {
    let channels = tables.format.channelCount
    var counts = [Int](repeating: 0, count: Self.bins)
    var sums = [SIMD3<Int>](repeating: .zero, count: Self.bins)
    for first in stride(from: 0, to: samples.count - channels + 1, by: channels) {
      guard !tables.format.hasAlpha || samples[first + channels - 1] > 0 else { continue }
      let color = Self.color(samples, first, isGray: tables.format.isGray)
      let least = min(tables.linear[0][color.x], tables.linear[1][color.y], tables.linear[2][color.z])
      let bin = Int(tables.root[Int(least)] >> 8)
      counts[bin] += 1
      sums[bin] &+= color
    }
    take(counts, sums)
  }

  private static func color(_ samples: [UInt16], _ first: Int, isGray: Bool) -> SIMD3<Int> {
    SIMD3(Int(samples[first]), Int(samples[first + (isGray ? 0 : 1)]), Int(samples[first + (isGray ? 0 : 2)]))
  }

  /// Takes the fullest place from a whiteness of 0.75 on, unless it is white or holds too little.
  private mutating func take(_ counts: [Int], _ sums: [SIMD3<Int>]) {
    let windows = counts.indices.map { bin in
      counts[max(0, bin - Self.reach)...min(Self.bins - 1, bin + Self.reach)].reduce(0, +)
    }
    let total = counts.reduce(0, +)
    guard let fullest = (192..<Self.bins).max(by: { windows[$0] < windows[$1] }),
      windows[fullest] * 5 >= total, windows[fullest] > 0, fullest < 246
    else { return }
    let window = max(0, fullest - Self.reach)...min(Self.bins - 1, fullest + Self.reach)
    let sum = sums[window].reduce(SIMD3<Int>.zero, &+)
    let mean = sum / SIMD3(repeating: windows[fullest])
    paper = (
      UInt16(fullest * 256 + 128), SIMD3<UInt8>(truncatingIfNeeded: mean &>> 8)
    )
  }
}

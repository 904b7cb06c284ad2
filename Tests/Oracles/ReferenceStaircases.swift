package import Pixels

/// What `StaircaseScanner` and its kernels are compared with: whole lines, one sample after the other.
public enum ReferenceStaircases {
  /// How plateaus are found and joined at one scale.
  public struct Kind: Sendable, Hashable, CaseIterable {
    /// Side of the squares that are averaged, in pixels.
    public let scale: Int
    /// 0 narrow, 1 wide.
    public let tolerance: Int
    /// The most codes between the samples of a plateau, and between two plateaus of which one continues the other.
    let spread: Int
    /// Samples between two plateaus of one staircase, at most.
    let mostGap: Int
    /// The smallest step, in codes.
    let leastStep: Int
    /// The largest.
    let mostStep: Int

    /// Exactly equal samples.
    public static let exact = Kind(
      scale: 1, tolerance: 0, spread: 0, mostGap: 2, leastStep: 1, mostStep: 4500)

    /// Exact, then both tolerances of both averages.
    public static let allCases =
      [exact]
      + [2, 4].flatMap { scale in
        [
          Kind(scale: scale, tolerance: 0, spread: 64, mostGap: 4, leastStep: 176, mostStep: 3400),
          Kind(scale: scale, tolerance: 1, spread: 288, mostGap: 4, leastStep: 771, mostStep: 3400),
        ]
      }
  }

  /// Consecutive samples of a line that spread over at most `Kind.spread` codes.
  private struct Plateau {
    var start: Int
    var end: Int
    /// The middle between the least and the greatest.
    var value: Int
    /// Its last pixel, with `value` in the channel searched.
    var color: SIMD4<UInt16>
  }

  /// Bit x says whether a[x] and b[x] differ by more than `limit`.
  public static func differences(_ a: [UInt16], _ b: [UInt16], over limit: Int = 0) -> [UInt64] {
    var bits = [UInt64](repeating: 0, count: (a.count + 63) / 64)
    for x in a.indices where abs(Int(a[x]) - Int(b[x])) > limit { bits[x / 64] |= 1 << UInt64(x % 64) }
    return bits
  }

  /// Averages of 2 × 2 pixels; the last of an odd number is left out.
  public static func averages(_ upper: [SIMD4<UInt16>], _ lower: [SIMD4<UInt16>]) -> [SIMD4<UInt16>] {
    func pair(_ row: [SIMD4<UInt16>], _ x: Int) -> SIMD4<UInt32> {
      (SIMD4(truncatingIfNeeded: row[2 * x]) &+ SIMD4(truncatingIfNeeded: row[2 * x + 1])) / 2
    }
    return (0..<upper.count / 2).map { x in
      SIMD4(truncatingIfNeeded: (pair(upper, x) &+ pair(lower, x) &+ 1) / 2)
    }
  }

  /// The staircases of one line of pixels, or of averages where `kind` says so: channel `channel` of line `number`.
  package static func staircases(
    along line: [SIMD4<UInt16>], channel: Int, number: Int, direction: Staircase.Direction,
    kind: Kind = .exact
  ) -> [Staircase] {
    var found: [Staircase] = []
    var chain: [Plateau] = []
    func close() {
      guard chain.count > 3 else { return }
      found.append(staircase(chain, channel: channel, line: number, direction: direction, kind: kind))
    }
    for plateau in plateaus(of: line, channel: channel, spread: kind.spread) {
      guard let last = chain.last, plateau.start - last.end <= kind.mostGap else {
        close()
        chain = [plateau]
        continue
      }
      let step = plateau.value - last.value
      if abs(step) <= kind.spread {
        chain[chain.count - 1].end = plateau.end
      } else if abs(step) < kind.leastStep || abs(step) > kind.mostStep {
        close()
        chain = [plateau]
      } else {
        if chain.count > 1, !isSimilar(step, last.value - chain[chain.count - 2].value) {
          close()
          chain = [last]
        }
        chain.append(plateau)
      }
    }
    close()
    return found
  }

  /// The plateaus of at least four samples. A plateau goes on while its samples spread over at most `spread` codes.
  private static func plateaus(of line: [SIMD4<UInt16>], channel: Int, spread: Int) -> [Plateau] {
    var plateaus: [Plateau] = []
    var start = 0
    while start < line.count {
      var low = Int(line[start][channel])
      var high = low
      var end = start + 1
      while end < line.count {
        let sample = Int(line[end][channel])
        guard max(high, sample) - min(low, sample) <= spread else { break }
        (low, high) = (min(low, sample), max(high, sample))
        end += 1
      }
      if end - start >= 4 {
        var color = line[end - 1]
        color[channel] = UInt16(low + (high - low) / 2)
        plateaus.append(Plateau(start: start, end: end, value: Int(color[channel]), color: color))
      }
      start = end
    }
    return plateaus
  }

  /// One sign, and sizes within a factor of 20/9.
  private static func isSimilar(_ a: Int, _ b: Int) -> Bool {
    (a < 0) == (b < 0) && max(abs(a), abs(b)) * 9 <= min(abs(a), abs(b)) * 20
  }

  private static func staircase(
    _ chain: [Plateau], channel: Int, line: Int, direction: Staircase.Direction, kind: Kind
  ) -> Staircase {
    let first = chain[0]
    let last = chain[chain.count - 1]
    let sizes = zip(chain, chain.dropFirst()).map { abs($1.value - $0.value) }
    return Staircase(
      line: line * kind.scale, direction: direction, start: first.start * kind.scale,
      end: last.end * kind.scale, firstEnd: first.end * kind.scale, lastStart: last.start * kind.scale,
      steps: sizes.count, stepSum: sizes.reduce(0, +), leastStep: sizes.min() ?? 0,
      mostStep: sizes.max() ?? 0, channel: channel, scale: kind.scale, tolerance: kind.tolerance,
      color: last.color, colorBefore: chain[chain.count - 2].color)
  }
}

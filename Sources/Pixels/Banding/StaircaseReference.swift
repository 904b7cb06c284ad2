/// The plain form of `StaircaseScanner`: whole lines, one sample after the other.
public enum StaircaseReference {
  /// Bit x says whether a[x] and b[x] differ.
  public static func differences(_ a: [UInt16], _ b: [UInt16]) -> [UInt64] {
    var bits = [UInt64](repeating: 0, count: (a.count + 63) / 64)
    for x in a.indices where a[x] != b[x] { bits[x / 64] |= 1 << UInt64(x % 64) }
    return bits
  }

  /// Each line's plateau takes its sample when it then spreads `tolerance` at most; else it ends, and a new one
  /// starts with the sample. Returns those that end with `least` samples or more.
  public static func widen(
    _ plateaus: inout OpenPlateaus, samples: [UInt16], tolerance: UInt16, least: UInt16
  ) -> [OpenPlateaus.Closed] {
    var closed: [OpenPlateaus.Closed] = []
    for line in samples.indices {
      let low = min(plateaus.low[line], samples[line])
      let high = max(plateaus.high[line], samples[line])
      let length = plateaus.length[line]
      if length > 0, high - low <= tolerance {
        plateaus.low[line] = low
        plateaus.high[line] = high
        plateaus.length[line] = length == .max ? .max : length + 1
        continue
      }
      if length >= least {
        let middle = plateaus.low[line] + (plateaus.high[line] - plateaus.low[line]) / 2
        closed.append(OpenPlateaus.Closed(line: line, middle: middle, length: length))
      }
      plateaus.low[line] = samples[line]
      plateaus.high[line] = samples[line]
      plateaus.length[line] = 1
    }
    return closed
  }

  /// The exact staircases (scale 1) of one line of pixels: channel `channel` of `line`.
  public static func staircases(
    along line: [SIMD4<UInt16>], channel: Int, number: Int, direction: Staircase.Direction
  ) -> [Staircase] {
    var found: [Staircase] = []
    var chain: [Range<Int>] = []
    func close() {
      if chain.count > 3 { found.append(staircase(chain, line, channel, number, direction)) }
    }
    for plateau in plateaus(of: line.map { $0[channel] }) {
      guard let last = chain.last, plateau.lowerBound - last.upperBound <= 2 else {
        close()
        chain = [plateau]
        continue
      }
      func value(_ plateau: Range<Int>) -> Int { Int(line[plateau.lowerBound][channel]) }
      let step = value(plateau) - value(last)
      if step == 0 {
        chain[chain.count - 1] = last.lowerBound..<plateau.upperBound
      } else if abs(step) > 3400 {
        close()
        chain = [plateau]
      } else {
        if chain.count > 1, !isSimilar(step, value(last) - value(chain[chain.count - 2])) {
          close()
          chain = [last]
        }
        chain.append(plateau)
      }
    }
    close()
    return found
  }

  /// Runs of at least four equal samples.
  private static func plateaus(of line: [UInt16]) -> [Range<Int>] {
    var plateaus: [Range<Int>] = []
    var start = 0
    for x in 1...line.count where x == line.count || line[x] != line[start] {
      if x - start >= 4 { plateaus.append(start..<x) }
      start = x
    }
    return plateaus
  }

  /// One sign, and sizes within 20 to 9.
  private static func isSimilar(_ a: Int, _ b: Int) -> Bool {
    (a < 0) == (b < 0) && max(abs(a), abs(b)) * 9 <= min(abs(a), abs(b)) * 20
  }

  private static func staircase(
    _ chain: [Range<Int>], _ line: [SIMD4<UInt16>], _ channel: Int, _ number: Int,
    _ direction: Staircase.Direction
  ) -> Staircase {
    let first = chain[0]
    let last = chain[chain.count - 1]
    let values = chain.map { Int(line[$0.lowerBound][channel]) }
    let sizes = zip(values, values.dropFirst()).map { abs($1 - $0) }
    return Staircase(
      line: number, direction: direction, start: first.lowerBound, end: last.upperBound,
      firstEnd: first.upperBound, lastStart: last.lowerBound, steps: chain.count - 1,
      stepSum: sizes.reduce(0, +),
      leastStep: sizes.min() ?? 0, mostStep: sizes.max() ?? 0, channel: channel,
      scale: 1, tolerance: 0, color: line[last.upperBound - 1],
      colorBefore: line[chain[chain.count - 2].upperBound - 1])
  }
}

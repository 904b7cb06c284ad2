public import ColorManagement
import Pixels

/// What a mapping from Display P3 to sRGB does to random colours, corners and gradients: the figures of the article Gamut.
public struct GamutFigures: Sendable {
  /// CIEDE2000 of colours out of gamut: mean, 99th percentile, maximum.
  public let outside: (mean: Double, most: Double, max: Double)
  /// CIEDE2000 of colours in gamut.
  public let inside: (mean: Double, max: Double)
  /// Degrees of OKLCh hue that colours out of gamut shift in the mean.
  public let hue: Double
  /// How much farther (CIEDE2000) a primary or secondary of Display P3 moves than to the nearest colour of sRGB's surface, at
  /// most.
  public let corners: Double
  /// The largest change of the step (OKLab) from one window of 64 of 8,192 steps to the next, in units of the mean step, on
  /// the gradients between Display P3's neighbouring primaries and secondaries, and from these to white.
  public let smoothness: Double

  /// Of `count` random 16-bit colours, seed 39.
  public init(_ mapping: GamutMapping, colors count: Int) throws {
    let trial = try GamutTrial(mapping)
    var random = SplitMix64(seed: 39)
    var (outside, inside, hue): ([Double], [Double], Double) = ([], [], 0)
    for _ in 0..<count {
      let color = SIMD3<UInt16>.random(in: 0...65535, using: &random)
      let linear = trial.source(color)
      let move = GamutMove(from: linear, to: trial.result(color).linear)
      if linear.min() < -GamutTally.tolerance || linear.max() > 1 + GamutTally.tolerance {
        outside.append(move.difference)
        hue += move.hue
      } else {
        inside.append(move.difference)
      }
    }
    outside.sort()
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
    self.outside = (mean(outside), outside[outside.count * 99 / 100], outside.last ?? 0)
    self.inside = (mean(inside), inside.max() ?? 0)
    self.hue = hue / Double(outside.count)
    corners = Self.corners.map { GamutMove(of: $0.color, by: trial).difference - $0.nearest }.max() ?? 0
    smoothness = Self.gradients.map { Self.unevenness(from: $0, to: $1, trial) }.max() ?? 0
  }

  /// Red, yellow, green, cyan, blue and magenta of Display P3, and the least CIEDE2000 to a colour of sRGB's surface, from
  /// 241² of each of its faces.
  private static let corners: [(color: SIMD3<Double>, nearest: Double)] = [
    ([1, 0, 0], 6.01), ([1, 1, 0], 4.99), ([0, 1, 0], 5.21), ([0, 1, 1], 4.65), ([0, 0, 1], 0.94),
    ([1, 0, 1], 3.02),
  ]

  private static var gradients: [(SIMD3<Double>, SIMD3<Double>)] {
    let colors = corners.map(\.color)
    return zip(colors, colors[1...] + colors[..<1]).map { ($0, $1) } + colors.map { ($0, SIMD3(1, 1, 1)) }
  }

  private static func unevenness(from start: SIMD3<Double>, to end: SIMD3<Double>, _ trial: GamutTrial)
    -> Double
  {
    let oklab = OKLabTransform(.sRGB)
    let colors = (0..<8192).map { index in
      let color = start + (end - start) * (Double(index) / 8191)
      return oklab.oklab(linear: trial.mapped(trial.source(encoded: color)))
    }
    let windows = stride(from: 0, to: 8191 - 63, by: 64).map { first in
      (first..<first + 64).map { colors[$0].distance(to: colors[$0 + 1]) }.reduce(0, +) / 64
    }
    let mean = windows.reduce(0, +) / Double(windows.count)
    return (zip(windows, windows[1...]).map { abs($1 - $0) }.max() ?? 0) / mean
  }
}

extension GamutMove {
  fileprivate init(of color: SIMD3<Double>, by trial: GamutTrial) {
    let linear = trial.source(encoded: color)
    self.init(from: linear, to: trial.mapped(linear))
  }
}

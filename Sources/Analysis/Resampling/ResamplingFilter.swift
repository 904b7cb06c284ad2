import Pixels

/// How pixels of a smaller image are computed from those of a larger one.
package enum ResamplingFilter: String, Sendable, Hashable, CaseIterable {
  /// The sinc function, windowed by its own middle lobe over three lobes (Duchon 1979): sharp.
  case lanczos3
  /// The share of each pixel in the area of the new one; never overshoots.
  case area

  /// The weight at `x`, in pixels of the smaller image from its centre. Unused for `area`.
  static func lanczos3(_ x: Double) -> Double {
    let x = x.magnitude
    if x >= 3 { return 0 }
    // For smaller x the series 1 − (πx)²·… differs from 1 by less than a Double can represent.
    if x < 1e-9 { return 1 }
    let angle = Double.pi * x
    return 3 * ReproducibleMath.sine(angle) * ReproducibleMath.sine(angle / 3) / (angle * angle)
  }
}

/// The pixels along one axis that contribute to one new pixel.
struct ResamplingWeights: Sendable, Hashable {
  /// The first of these pixels.
  let first: Int
  /// Their weights, which sum to 1.
  let weights: [Double]

  /// The pixel after the last one.
  var end: Int { first + weights.count }

  /// The weights of each of `count` new pixels made from `sourceCount` pixels.
  ///
  /// Weights beyond the image's edge are dropped, and the others scaled to sum to 1.
  static func all(from sourceCount: Int, to count: Int, filter: ResamplingFilter) -> [ResamplingWeights] {
    precondition(count >= 1 && sourceCount >= count, "resampling only makes images smaller")
    let ratio = Double(sourceCount) / Double(count)
    return (0..<count).map { index in
      switch filter {
      case .area: area(index, ratio: ratio, sourceCount: sourceCount)
      case .lanczos3: lanczos3(index, ratio: ratio, sourceCount: sourceCount)
      }
    }
  }

  private static func area(_ index: Int, ratio: Double, sourceCount: Int) -> ResamplingWeights {
    let (start, end) = (Double(index) * ratio, Double(index + 1) * ratio)
    let first = Int(start)
    let last = min(sourceCount, Int(end.rounded(.up)))
    return normalized(first, (first..<last).map { min(end, Double($0 + 1)) - max(start, Double($0)) })
  }

  private static func lanczos3(_ index: Int, ratio: Double, sourceCount: Int) -> ResamplingWeights {
    // Pixel centres are at half-integers: new pixel i covers [i·ratio, (i + 1)·ratio).
    let center = (Double(index) + 0.5) * ratio - 0.5
    let first = max(0, Int((center - 3 * ratio).rounded(.up)))
    let last = min(sourceCount - 1, Int((center + 3 * ratio).rounded(.down)))
    return normalized(first, (first...last).map { ResamplingFilter.lanczos3((Double($0) - center) / ratio) })
  }

  private static func normalized(_ first: Int, _ weights: [Double]) -> ResamplingWeights {
    let sum = weights.reduce(0, +)
    return ResamplingWeights(first: first, weights: weights.map { $0 / sum })
  }
}

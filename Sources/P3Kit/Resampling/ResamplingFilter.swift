import Pixels

/// How pixels of a smaller image are made of those of a larger one.
public enum ResamplingFilter: String, Sendable, Hashable, CaseIterable {
  /// The sinc function, windowed by its own middle lobe over three lobes (Duchon 1979): sharp.
  case lanczos3
  /// The exact share of each pixel in the area of the new one: never overshoots.
  case area

  /// The weight at `x`, in pixels of the smaller image from its centre. Not for `area`, which has none.
  static func lanczos3(_ x: Double) -> Double {
    let x = x.magnitude
    if x >= 3 { return 0 }
    // Below this the series 1 − (πx)²·… differs from 1 by less than a Double can hold.
    if x < 1e-9 { return 1 }
    let angle = Double.pi * x
    return 3 * ReproducibleMath.sine(angle) * ReproducibleMath.sine(angle / 3) / (angle * angle)
  }
}

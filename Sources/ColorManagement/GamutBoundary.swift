import Pixels

/// Where a ray of constant OKLab lightness and hue leaves the cube of an RGB space.
///
/// Along the ray the cube roots of the cone responses are linear in chroma, so each RGB channel is a cubic
/// polynomial of chroma: the exit is the least root among six cubics, found on intervals where they are monotone.
struct GamutBoundary: Sendable {
  /// Cone responses to linear RGB, row by row.
  private let rows: [SIMD3<Double>]

  init(_ transform: OKLabTransform) { rows = transform.rgbRows }

  /// The largest chroma such that the whole ray from the neutral axis to it lies in the cube.
  ///
  /// - Parameters:
  ///   - lightness: OKLab L; outside 0…1 the answer is 0.
  ///   - direction: how the cube roots of the cone responses change with chroma.
  ///   - limit: the answer is at most this; nothing beyond it is looked at.
  func chroma(lightness: Double, direction: SIMD3<Double>, limit: Double) -> Double {
    guard lightness > 0, lightness < 1 else { return 0 }
    var best = limit
    for row in rows {
      let cubic = Cubic(row: row, lightness: lightness, direction: direction)
      best = cubic.firstExit(limit: best)
    }
    return best
  }

  /// One channel along the ray: ((c3·x + c2)·x + c1)·x + c0.
  private struct Cubic {
    let c0, c1, c2, c3: Double

    init(row: SIMD3<Double>, lightness: Double, direction: SIMD3<Double>) {
      let weighted = row * direction
      c0 = lightness * lightness * lightness
      c1 = 3 * lightness * lightness * weighted.sum()
      c2 = 3 * lightness * (weighted * direction).sum()
      c3 = (weighted * direction * direction).sum()
    }

    func value(_ x: Double) -> Double { ((c3 * x + c2) * x + c1) * x + c0 }

    func slope(_ x: Double) -> Double { (3 * c3 * x + 2 * c2) * x + c1 }

    /// The least x in 0…limit at which the value leaves 0…1; `limit` if it never does.
    func firstExit(limit: Double) -> Double {
      let (first, second) = turningPoints(below: limit)
      if let exit = exit(between: 0, and: first) { return exit }
      if first < limit, let exit = exit(between: first, and: second) { return exit }
      if second < limit, let exit = exit(between: second, and: limit) { return exit }
      return limit
    }

    /// The exit on an interval where the value is monotone, and inside 0…1 at its start.
    private func exit(between start: Double, and end: Double) -> Double? {
      let value = value(end)
      if value < 0 { return root(of: 0, start, end) }
      return value > 1 ? root(of: 1, start, end) : nil
    }

    /// Where the slope is zero, ascending; `limit` in place of those that do not lie in 0…limit.
    private func turningPoints(below limit: Double) -> (Double, Double) {
      let discriminant = c2 * c2 - 3 * c1 * c3
      guard discriminant > 0 else { return (limit, limit) }
      let root = discriminant.squareRoot()
      // The stable form of both roots of 3·c3·x² + 2·c2·x + c1.
      let q = -(c2 + (c2 < 0 ? -root : root))
      let a = c3 == 0 ? limit : q / (3 * c3)
      let b = q == 0 ? limit : c1 / q
      let (low, high) = (a > 0 && a < limit ? a : limit, b > 0 && b < limit ? b : limit)
      return (min(low, high), max(low, high))
    }

    /// The crossing of `target` between `inside` and `outside`, on the inner side: Newton's steps, replaced by
    /// halving where they would leave the bracket.
    private func root(of target: Double, _ inside: Double, _ outside: Double) -> Double {
      var (low, high) = (inside, outside)
      var x = (low + high) / 2
      for _ in 0..<60 {
        let error = value(x) - target
        if error == 0 { return x }
        let isOutside = target == 0 ? error < 0 : error > 0
        if isOutside { high = x } else { low = x }
        if high - low <= 1e-14 { break }
        let newton = x - error / slope(x)
        let next = newton > low && newton < high ? newton : (low + high) / 2
        // Converged: less than a thousandth of a 16-bit step, whichever side it comes from.
        if abs(next - x) <= 1e-15 { return next }
        x = next
      }
      return low
    }
  }
}

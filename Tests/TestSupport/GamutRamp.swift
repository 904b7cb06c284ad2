import ColorManagement
import Pixels

/// The Display P3 gradients that the gamut mappings are compared on.
public enum GamutRamp: String, CaseIterable {
  /// From sRGB's green to Display P3's, linear in encoded Display P3: 65,536 samples in the table.
  case green = "sRGB green to P3 green"
  /// A sunset from its zenith to the horizon: violet, magenta, red, orange, yellow; partly outside sRGB.
  case sunset = "sunset"

  /// Encoded Display P3 at `position`, 0 to 1.
  public func color(at position: Double) -> SIMD3<Double> {
    let last = Double(stops.count - 1)
    let index = min(Int(position * last), stops.count - 2)
    let (from, to) = (stops[index], stops[index + 1])
    return from + (to - from) * (position * last - Double(index))
  }

  /// `count` pixels along the gradient.
  public func samples(_ count: Int) -> [SIMD3<UInt16>] {
    (0..<count).map { index in
      SIMD3<UInt16>(color(at: Double(index) / Double(count - 1)) * 65535, rounding: .toNearestOrAwayFromZero)
    }
  }

  private var stops: [SIMD3<Double>] {
    switch self {
    case .green:
      // sRGB (0, 1, 0) in Display P3, from the published chromaticities.
      [SIMD3(0.458407, 0.985265, 0.298330), SIMD3(0, 1, 0)]
    case .sunset:
      [
        SIMD3(0.16, 0.10, 0.34), SIMD3(0.52, 0.08, 0.45), SIMD3(0.93, 0.11, 0.27), SIMD3(1, 0.42, 0.02),
        SIMD3(1, 0.80, 0.10),
      ]
    }
  }
}

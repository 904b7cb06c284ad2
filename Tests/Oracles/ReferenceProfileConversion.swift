import Foundation

/// What a matrix/TRC conversion must give, straight from the profiles' numbers: a second opinion that shares no code
/// with `ReferenceConverter`. It solves the destination's matrix instead of inverting it, takes the C library's `pow`,
/// and inverts the destination's curve by its formula instead of by decision levels.
///
/// Destinations have the sRGB kind of curve (parametric type 3), as sRGB and Display P3 do.
public final class ReferenceProfileConversion {
  private let isGray: Bool
  /// Linear light of each code, per channel.
  private let decoded: [[Double]]
  private let sourceColorants: [[Double]]
  private let destinationColorants: [[Double]]
  private let destinationCurve: [Double]
  private var remembered: [UInt64: SIMD3<UInt16>] = [:]

  /// The conversion between two profiles, or nil where one has tables or the destination another kind of curve.
  public init?(source: [UInt8], destination: [UInt8]) {
    guard let from = ReferenceProfile(source), let to = ReferenceProfile(destination),
      case .parametric(3, let curve) = to.curves[0], to.curves.allSatisfy({ $0 == to.curves[0] })
    else { return nil }
    isGray = to.curves.count == 1
    var tables: [ReferenceProfile.Curve: [Double]] = [:]
    for curve in from.curves where tables[curve] == nil {
      tables[curve] = (0...65535).map { Self.linear(curve, code: $0) }
    }
    decoded = from.curves.compactMap { tables[$0] }
    sourceColorants = from.colorants
    destinationColorants = to.colorants
    destinationCurve = curve
  }

  /// The destination codes of a source pixel's colour channels, one or three.
  public func convert(_ codes: SIMD3<UInt16>) -> SIMD3<UInt16> {
    let key = UInt64(codes.x) << 32 | UInt64(codes.y) << 16 | UInt64(codes.z)
    if let known = remembered[key] { return known }
    let result = computed(codes)
    remembered[key] = result
    return result
  }

  private func computed(_ codes: SIMD3<UInt16>) -> SIMD3<UInt16> {
    if isGray {
      // A colour profile on grey reads R = G = B; equal curves and a neutral axis make that one curve.
      return SIMD3(repeating: encoded(decoded[0][Int(codes.x)]))
    }
    let light = (0..<3).map { decoded[$0][Int(codes[$0])] }
    let xyz = (0..<3).map { row in
      sourceColorants[0][row] * light[0] + sourceColorants[1][row] * light[1] + sourceColorants[2][row]
        * light[2]
    }
    let linear = solved(xyz)
    return SIMD3(encoded(linear[0]), encoded(linear[1]), encoded(linear[2]))
  }

  /// Linear destination RGB of `xyz` by Cramer's rule.
  private func solved(_ xyz: [Double]) -> [Double] {
    let columns = destinationColorants
    let whole = Self.determinant(columns)
    return (0..<3).map { index in
      var replaced = columns
      replaced[index] = xyz
      return Self.determinant(replaced) / whole
    }
  }

  private static func determinant(_ c: [[Double]]) -> Double {
    c[0][0] * (c[1][1] * c[2][2] - c[1][2] * c[2][1]) - c[1][0] * (c[0][1] * c[2][2] - c[0][2] * c[2][1])
      + c[2][0] * (c[0][1] * c[1][2] - c[0][2] * c[1][1])
  }

  /// The code whose encoded value is nearest, halves upwards. Between the ends of the curve's two parts, which
  /// rounded parameters leave apart, lies the break itself.
  private func encoded(_ linear: Double) -> UInt16 {
    let (g, a, b, c, d) = (
      destinationCurve[0], destinationCurve[1], destinationCurve[2], destinationCurve[3], destinationCurve[4]
    )
    let value = linear < c * d ? linear / c : max(d, (pow(linear, 1 / g) - b) / a)
    return UInt16(min(max((value * 65535 + 0.5).rounded(.down), 0), 65535))
  }

  private static func linear(_ curve: ReferenceProfile.Curve, code: Int) -> Double {
    switch curve {
    case .sampled(let entries):
      let (index, rest) = (code * (entries.count - 1)).quotientAndRemainder(dividingBy: 65535)
      let low = Double(entries[index])
      let high = Double(entries[min(index + 1, entries.count - 1)])
      return (low + (high - low) * Double(rest) / 65535) / 65535
    case .parametric(let type, let p):
      let x = Double(code) / 65535
      switch type {
      case 0: return pow(x, p[0])
      case 1: return x >= -p[2] / p[1] ? pow(p[1] * x + p[2], p[0]) : 0
      case 2: return (x >= -p[2] / p[1] ? pow(p[1] * x + p[2], p[0]) : 0) + p[3]
      case 3: return x >= p[4] ? pow(p[1] * x + p[2], p[0]) : p[3] * x
      default: return x >= p[4] ? pow(p[1] * x + p[2], p[0]) + p[5] : p[3] * x + p[6]
      }
    }
  }
}

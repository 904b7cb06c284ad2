import Foundation

/// CIE L*a*b* (D65) of encoded sRGB, and CIEDE2000, with the C library's functions: measures results without the code
/// of `ColorManagement` that made them.
public struct ReferenceCIELAB: Sendable {
  /// L*, 0 to 100.
  public let lightness: Double
  /// a*, green to red.
  public let a: Double
  /// b*, blue to yellow.
  public let b: Double

  /// From encoded sRGB, 0 to 1.
  public init(encoded: SIMD3<Double>) {
    func linear(_ v: Double) -> Double { v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4) }
    let (r, g, b) = (linear(encoded.x), linear(encoded.y), linear(encoded.z))
    func f(_ t: Double) -> Double { t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116 }
    let x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047)
    let y = f(0.2126729 * r + 0.7151522 * g + 0.0721750 * b)
    let z = f((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883)
    lightness = 116 * y - 16
    a = 500 * (x - y)
    self.b = 200 * (y - z)
  }

  /// A colour by its coordinates.
  public init(lightness: Double, a: Double, b: Double) {
    self.lightness = lightness
    self.a = a
    self.b = b
  }

  /// CIEDE2000 as Sharma, Wu and Dalal (2005) write it out.
  public func difference(to other: ReferenceCIELAB) -> Double {
    let meanChroma = (hypot(a, b) + hypot(other.a, other.b)) / 2
    let g = 0.5 * (1 - sqrt(pow(meanChroma, 7) / (pow(meanChroma, 7) + pow(25.0, 7))))
    let (a1, a2) = ((1 + g) * a, (1 + g) * other.a)
    let (c1, c2) = (hypot(a1, b), hypot(a2, other.b))
    let (h1, h2) = (Self.hue(a1, b), Self.hue(a2, other.b))
    var turn = h2 - h1
    if c1 * c2 == 0 { turn = 0 } else if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
    var mean = (h1 + h2) / 2
    if c1 * c2 == 0 { mean = h1 + h2 } else if abs(h1 - h2) > 180 { mean += h1 + h2 < 360 ? 180 : -180 }
    func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }
    let t =
      1 - 0.17 * cosine(mean - 30) + 0.24 * cosine(2 * mean) + 0.32 * cosine(3 * mean + 6)
      - 0.2 * cosine(4 * mean - 63)
    let l = (lightness + other.lightness) / 2 - 50
    let c = (c1 + c2) / 2
    let dl = (other.lightness - lightness) / (1 + 0.015 * l * l / sqrt(20 + l * l))
    let dc = (c2 - c1) / (1 + 0.045 * c)
    let dh = 2 * sqrt(c1 * c2) * sin(turn / 2 * .pi / 180) / (1 + 0.015 * c * t)
    let rotation =
      -2 * sqrt(pow(c, 7) / (pow(c, 7) + pow(25.0, 7)))
      * sin(60 * exp(-pow((mean - 275) / 25, 2)) * .pi / 180)
    return sqrt(dl * dl + dc * dc + dh * dh + rotation * dc * dh)
  }

  private static func hue(_ a: Double, _ b: Double) -> Double {
    if a == 0 && b == 0 { return 0 }
    let degrees = atan2(b, a) * 180 / .pi
    return degrees < 0 ? degrees + 360 : degrees
  }
}

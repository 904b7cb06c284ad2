import Pixels

/// What is converted.
public enum Workload {
  private static let curve = ToneCurve.parametric(
    TransferFunction(g: 157289 / 65536, a: 62119 / 65536, b: 3417 / 65536, c: 5072 / 65536, d: 2651 / 65536))

  /// Display P3 to sRGB from the built-in profiles' s15Fixed16 numbers.
  public static let conversion: MatrixConversion = {
    let sRGB = colorants([28576, 25238, 9376, 14578, 46985, 3973, 911, 6362, 46788])
    let displayP3 = colorants([33759, 19135, 10296, 15807, 45367, 4362, -69, 2745, 51385])
    guard let inverse = sRGB.inverse else { preconditionFailure("colorants are independent") }
    return MatrixConversion(
      source: [curve, curve, curve], matrix: inverse.multiplied(by: displayP3),
      destination: [curve, curve, curve])
  }()

  /// `pixels` uniform random pixels, the same ones every time.
  public static func randomPixels(_ pixels: Int, _ format: PixelFormat) -> [UInt16] {
    var state: UInt64 = 1
    return (0..<pixels * format.channelCount).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt16(truncatingIfNeeded: state >> 40)
    }
  }

  private static func colorants(_ elements: [Double]) -> Matrix3x3 {
    let m = elements.map { $0 / 65536 }
    return Matrix3x3([m[0], m[1], m[2]], [m[3], m[4], m[5]], [m[6], m[7], m[8]])
  }
}

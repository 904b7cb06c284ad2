@testable import Pixels

/// Curves and matrices of well-known profiles, and awkward ones.
enum Curves {
  /// The IEC 61966-2-1 curve as the built-in profiles' s15Fixed16 numbers have it.
  static let sRGB = ToneCurve.parametric(
    TransferFunction(
      g: 157289 / 65536, a: 62119 / 65536, b: 3417 / 65536, c: 5072 / 65536, d: 2651 / 65536))
  static let adobe = ToneCurve.parametric(.gamma(2.19921875))
  /// ROMM RGB (ISO 22028-2).
  static let romm = ToneCurve.parametric(TransferFunction(g: 1.8, a: 1, b: 0, c: 1 / 16, d: 1 / 32))
  /// ITU-R BT.2020, the inverse of its 12-bit OETF.
  static let rec2020 = ToneCurve.parametric(
    TransferFunction(
      g: 1 / 0.45, a: 1 / 1.0993, b: 0.0993 / 1.0993, c: 1 / 4.5, d: 0.08145))

  /// `curve` in `count` entries of 16 bits.
  static func sampled(_ curve: ToneCurve, _ count: Int) -> ToneCurve {
    .sampled(
      (0..<count).map { UInt16((curve.linear(Double($0) / Double(count - 1)) * 65535).rounded()) })
  }

  static let p3ToSRGB = Matrix3x3(
    [1.2249401762805602, -0.22494017628055996, 0],
    [-0.042056954709688204, 1.0420569547096881, 0],
    [-0.01963755459033448, -0.07863604555063196, 1.0982736001409664])
  static let sRGBToP3 = Matrix3x3(
    [0.8224619687143629, 0.17753803128563716, 0],
    [0.03319419885096162, 0.9668058011490384, 0],
    [0.017082631108462893, 0.07239744066396339, 0.9105199282275736])
  /// ProPhoto RGB to sRGB: rows with large elements of both signs, which weigh errors more than most.
  static let wideToSRGB = Matrix3x3(
    [2.0342519045, -0.7273542762, -0.3068976283], [-0.2288147193, 1.2317303258, -0.0029156065],
    [-0.0085649760, -0.1532726796, 1.1618376556])
  static let adobeToSRGB = Matrix3x3(
    [1.3983557, -0.3983557, 0], [0, 1, 0], [0, -0.0429290, 1.0429290])
}

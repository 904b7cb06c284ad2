public import ColorManagement
public import Pixels

/// What the banding rule knows of the colours of an image: enough to say how far apart two codes look.
///
/// Distances are Euclidean in OKLab (Björn Ottosson, "A perceptual color space for image processing", 2020):
/// 0.01 is about one ΔE2000 for small steps.
public struct BandingColor: Sendable {
  /// Linear values at the 1025 codes 0, 64, … 65536, per colour channel.
  private let knots: [[Double]]

  /// Linear RGB to the cone responses of OKLab; unused for grey.
  private let toLMS: Matrix3x3

  /// - Parameters:
  ///   - curves: one (grey) or three (red, green, blue).
  ///   - toXYZ: linear RGB to XYZ relative to D65; ignored for grey.
  public init(curves: [ToneCurve], toXYZ: Matrix3x3) {
    precondition(curves.count == 1 || curves.count == 3, "a colour has one curve or three")
    var made: [ToneCurve: [Double]] = [:]
    knots = curves.map { curve in
      if let values = made[curve] { return values }
      let values = (0...1024).map { curve.linear(min(Double($0) * 64 / 65535, 1)) }
      made[curve] = values
      return values
    }
    toLMS = Self.lmsFromXYZ.multiplied(by: toXYZ)
  }

  /// The colours of `profile`. A profile of tables is judged as if it were sRGB: the rule needs sizes of
  /// steps, not their exact colour.
  public init(_ profile: ICCProfile) {
    switch profile.model {
    case .matrix(let model):
      self.init(curves: model.curves, toXYZ: Self.d65FromD50.multiplied(by: model.colorants))
    case .gray(let curve):
      self.init(curves: [curve], toXYZ: .identity)
    case .lut:
      self.init(curves: Self.sRGBCurves, toXYZ: Self.sRGBToXYZ)
    }
  }

  /// Whether there is one curve.
  var isGray: Bool { knots.count == 1 }

  /// OKLab of the codes of one colour; only the first counts for grey.
  func lab(_ codes: SIMD4<UInt16>) -> SIMD3<Double> {
    isGray
      ? lab(linear: SIMD3(repeating: linear(codes.x, 0)))
      : lab(linear: SIMD3(linear(codes.x, 0), linear(codes.y, 1), linear(codes.z, 2)))
  }

  /// OKLab of linear values 0…1.
  func lab(linear: SIMD3<Double>) -> SIMD3<Double> {
    if isGray { return SIMD3(Self.cubeRoot(max(linear.x, 0)), 0, 0) }
    let cones = toLMS.multiplied(by: linear)
    let roots = SIMD3(Self.cubeRoot(cones.x), Self.cubeRoot(cones.y), Self.cubeRoot(cones.z))
    return Self.labFromRoots.multiplied(by: roots)
  }

  /// The linear value of one code, between its neighbouring knots.
  func linear(_ code: UInt16, _ channel: Int) -> Double {
    let knots = knots[isGray ? 0 : channel]
    let low = knots[Int(code) / 64]
    return low + (knots[Int(code) / 64 + 1] - low) * Double(code % 64) / 64
  }

  /// The real cube root by Newton's method from an estimate of the exponent: the same bits everywhere.
  static func cubeRoot(_ value: Double) -> Double {
    guard value != 0 else { return 0 }
    let size = abs(value)
    // Dividing the bit pattern by three thirds the exponent; the constant restores its bias.
    var root = Double(bitPattern: size.bitPattern / 3 + 0x2A9F_7893_0000_0000)
    for _ in 0..<4 { root -= (root - size / (root * root)) / 3 }
    return value < 0 ? -root : root
  }

  // MARK: Matrices

  /// Ottosson's M1.
  private static let lmsFromXYZ = Matrix3x3(
    [0.8189330101, 0.3618667424, -0.1288597137], [0.0329845436, 0.9293118715, 0.0361456387],
    [0.0482003018, 0.2643662691, 0.6338517070])

  /// Ottosson's M2.
  private static let labFromRoots = Matrix3x3(
    [0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.8086757660])

  /// Bradford from D50 to D65 (Bruce Lindbloom's table).
  private static let d65FromD50 = Matrix3x3(
    [0.9555766, -0.0230393, 0.0631636], [-0.0282895, 1.0099416, 0.0210077],
    [0.0122982, -0.0204830, 1.3299098])

  private static let sRGBCurves = [ToneCurve](repeating: .parametric(RGBColorSpace.sRGB.transfer), count: 3)

  /// IEC 61966-2-1.
  private static let sRGBToXYZ = Matrix3x3(
    [0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505])
}

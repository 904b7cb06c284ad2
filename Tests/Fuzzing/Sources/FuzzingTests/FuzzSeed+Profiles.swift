import ColorManagement
import Pixels
import TestSupport

// Seeds of the profile parser: matrix and grey, every kind of curve, tables.

extension FuzzSeed {
  static var profiles: [FuzzSeed] {
    let spaces = RGBColorSpace.allCases.flatMap { space in
      [
        profile(space.rawValue, space.profile.bytes),
        profile("\(space.rawValue)-gray", space.grayProfile.bytes),
      ]
    }
    return spaces
      + curves.compactMap { name, curve in
        (try? ICCProfile.made(name: name, chromaticities: .sRGB, curve: curve)).map {
          profile(name, $0.bytes)
        }
      } + [profile("tables", smallTables)]
  }

  private static func profile(_ name: String, _ bytes: [UInt8]) -> FuzzSeed {
    FuzzSeed(target: "profile", name: name + ".icc", bytes: bytes)
  }

  private static let curves: [(String, ToneCurve)] = [
    ("curve-linear", .sampled([])),
    ("curve-gamma", .sampled([563])),
    ("curve-points", .sampled((0..<33).map { UInt16($0 * $0 * 63) })),
    ("curve-inverted-points", .sampled((0..<17).map { UInt16(65535 - $0 * 4095) })),
    (
      "curve-seven",
      .parametric(TransferFunction(g: 2.4, a: 0.9, b: 0.05, c: 0.08, d: 0.04, e: 0.01, f: 0.002))
    ),
  ]

  /// lut16Type in both directions.
  private static var smallTables: [UInt8] { TableProfile.bytes }
}

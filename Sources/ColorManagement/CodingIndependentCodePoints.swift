import Pixels

/// The SDR code points of Rec. ITU-T H.273 (07/2024) that describe RGB images.
enum CodingIndependentCodePoints {
  /// CIE standard illuminant C as H.273 rounds it.
  private static let illuminantC = SIMD2(0.310, 0.316)

  /// Table 2, ColourPrimaries.
  static func primaries(_ value: UInt8) throws(ColorError) -> Chromaticities {
    switch value {
    case 1: return .sRGB
    case 4:
      return Chromaticities(red: [0.67, 0.33], green: [0.21, 0.71], blue: [0.14, 0.08], white: illuminantC)
    case 5:
      return Chromaticities(
        red: [0.64, 0.33], green: [0.29, 0.60], blue: [0.15, 0.06], white: Chromaticities.d65)
    case 6, 7:
      return Chromaticities(
        red: [0.630, 0.340], green: [0.310, 0.595], blue: [0.155, 0.070], white: Chromaticities.d65)
    case 8:
      return Chromaticities(
        red: [0.681, 0.319], green: [0.243, 0.692], blue: [0.145, 0.049], white: illuminantC)
    case 9: return RGBColorSpace.rec2020.chromaticities
    case 11:
      // DCI-P3 with its own white, often a mistake for 12: see the rule `dci-white-cicp`.
      return Chromaticities(
        red: [0.680, 0.320], green: [0.265, 0.690], blue: [0.150, 0.060], white: [0.314, 0.351])
    case 12: return RGBColorSpace.displayP3.chromaticities
    case 22:
      return Chromaticities(
        red: [0.630, 0.340], green: [0.295, 0.605], blue: [0.155, 0.077], white: Chromaticities.d65)
    default: throw .unsupportedCodePoint(field: "colour primaries", value: value)
    }
  }

  /// Table 3, TransferCharacteristics, from encoded to linear.
  static func transfer(_ value: UInt8) throws(ColorError) -> TransferFunction {
    switch value {
    // BT.709, BT.601 and BT.2020 with 10 and 12 bits have the same function.
    case 1, 6, 14, 15: return RGBColorSpace.rec2020.transfer
    case 4: return .gamma(2.2)
    case 5: return .gamma(2.8)
    // SMPTE ST 240: V = 1.1115·L^0.45 − 0.1115 from L = 0.0228, 4·L below.
    case 7: return TransferFunction(g: 1 / 0.45, a: 1 / 1.1115, b: 0.1115 / 1.1115, c: 1 / 4, d: 4 * 0.0228)
    case 8: return .gamma(1)
    case 13: return RGBColorSpace.sRGB.transfer
    case 16, 18: throw .highDynamicRange(transfer: value)
    default: throw .unsupportedCodePoint(field: "transfer characteristics", value: value)
    }
  }
}

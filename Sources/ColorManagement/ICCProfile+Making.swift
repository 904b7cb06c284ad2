// Profiles made from other PNG chunks: gAMA and cHRM, cICP.
package import Pixels
import Synchronization

extension ICCProfile {
  /// The arguments of `fromGamma`.
  private struct GammaAndPrimaries: Hashable {
    let gamma: Double
    let chromaticities: Chromaticities?
    let isGray: Bool
  }

  /// Recent profiles made from gAMA and cHRM: the images of a folder mostly have the same chunks.
  private static let madeOfGamma = Mutex(BoundedCache<GammaAndPrimaries, ICCProfile>(capacity: 4))

  /// A display profile with these primaries and one curve for all channels; with `gray` the grey profile of the curve.
  ///
  /// White is adapted to D50 by Bradford; the s15Fixed16 colorants sum to D50 exactly. Throws
  /// `ColorError.degenerateChromaticities`.
  package static func made(
    name: String, chromaticities: Chromaticities, curve: ToneCurve, gray: Bool = false
  ) throws(ColorError) -> ICCProfile {
    let toXYZ = try chromaticities.matrixToXYZ()
    let white = Chromaticities.xyz(chromaticities.white)
    guard let adaptation = ChromaticAdaptation.matrix(from: white, to: ChromaticAdaptation.d50) else {
      throw .degenerateChromaticities(fact: "white \(chromaticities.white) cannot be adapted to D50")
    }
    let curveData = ICCProfileWriter.curve(curve)
    var tags: [(signature: FourCC, data: [UInt8])] = [("kTRC", curveData)]
    if !gray {
      let colorants = try balanced(adaptation.multiplied(by: toXYZ))
      tags = zip(["rXYZ", "gXYZ", "bXYZ"] as [FourCC], colorants).map { ($0, ICCProfileWriter.xyz($1)) }
      tags += (["rTRC", "gTRC", "bTRC"] as [FourCC]).map { ($0, curveData) }
    }
    let writer = ICCProfileWriter(
      name: name,
      adaptation: adaptation.rows.flatMap { row in (0..<3).map { ICCProfileWriter.fixed(row[$0]) } },
      tags: tags, colorModel: gray ? "GRAY" : "RGB ")
    return try ICCProfile(bytes: writer.bytes())
  }

  /// Columns of `colorants` as s15Fixed16 numbers whose rows sum to D50; green absorbs the rounding.
  private static func balanced(_ colorants: Matrix3x3) throws(ColorError) -> [[Int32]] {
    var columns = (0..<3).map { column in (0..<3).map { ICCProfileWriter.fixed(colorants[$0, column]) } }
    for row in 0..<3 {
      // Wide enough for three numbers at the ends of their range.
      let residual = Int64(ICCProfileWriter.d50[row]) - columns.reduce(0) { $0 + Int64($1[row]) }
      guard abs(residual) <= 2 else {
        throw .degenerateChromaticities(fact: "the colorants are out of the range of an ICC profile")
      }
      columns[1][row] += Int32(residual)
    }
    return columns
  }

  /// The profile that a PNG's gAMA and cHRM chunks describe (PNG 3rd edition, clauses 11.3.2.1 and 11.3.2.2).
  ///
  /// - Parameters:
  ///   - gamma: the file's gamma, such as 0.45455; samples decode with the power 1/gamma.
  ///   - chromaticities: from the cHRM chunk; nil (gAMA alone) means sRGB's.
  ///   - gray: makes the grey profile of the curve.
  package static func fromGamma(
    _ gamma: Double, chromaticities: Chromaticities? = nil, gray: Bool = false
  ) throws(ColorError) -> ICCProfile {
    // Real image files stay far within 0.01…100.
    guard gamma.isFinite, (0.01...100).contains(gamma) else { throw .gammaOutOfRange(gamma) }
    let key = GammaAndPrimaries(gamma: gamma, chromaticities: chromaticities, isGray: gray)
    return try madeOfGamma.withLock { profiles throws(ColorError) in
      try profiles.value(for: key) { () throws(ColorError) in
        let thousandths = (1000 / gamma).rounded()
        return try made(
          name: "PNG gamma \(thousandths / 1000)", chromaticities: chromaticities ?? .sRGB,
          curve: .parametric(.gamma(1 / gamma)), gray: gray)
      }
    }
  }

  /// The profile that the first two bytes of a cICP chunk describe (Rec. ITU-T H.273, tables 2 and 3).
  ///
  /// sRGB (1, 13), Display P3 (12, 13) and BT.2020 (9 with 1, 6, 14 or 15) give the built-in profiles. Throws
  /// `ColorError.highDynamicRange` for PQ and HLG, `ColorError.unsupportedCodePoint` for code points without an RGB
  /// profile.
  package static func fromCICP(
    primaries: UInt8, transfer: UInt8, gray: Bool = false
  ) throws(ColorError) -> ICCProfile {
    let curve = try CodingIndependentCodePoints.transfer(transfer)
    let chromaticities = try CodingIndependentCodePoints.primaries(primaries)
    if let known = RGBColorSpace.allCases.first(where: {
      $0.chromaticities == chromaticities && $0.transfer == curve
    }) {
      return gray ? known.grayProfile : known.profile
    }
    return try made(
      name: "CICP \(primaries)/\(transfer)", chromaticities: chromaticities, curve: .parametric(curve),
      gray: gray)
  }
}

// The rules about whether a wide gamut is stored well, and needed.
import ColorManagement
import PNGCodec

extension Rule {
  /// A finding where a wide gamut has 8 bits per sample or fewer.
  ///
  /// - Parameters:
  ///   - effectiveDepth: bits per sample that the values need.
  ///   - visiblePixels: with alpha above 0; nil where they were not counted.
  static func lowDepthFindings(
    _ profile: ICCProfile, bitDepth: Int, effectiveDepth: Int, visiblePixels: Int?
  ) -> [Finding] {
    // Steps that nobody sees are not coarse.
    guard profile.isWideGamut == true, effectiveDepth <= 8, visiblePixels != 0 else { return [] }
    let how =
      bitDepth == 16
      ? "16 bits per sample that hold only \(effectiveDepth)-bit values" : "\(bitDepth) bits per sample"
    return [
      Finding(
        .lowDepthWideGamut,
        "\(profile.reportName) at \(how): its steps are coarser than those of sRGB, and gradients show it")
    ]
  }
}

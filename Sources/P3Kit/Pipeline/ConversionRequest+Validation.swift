// Combinations of options that cannot work, found before any image is opened.
import ColorManagement

extension ConversionRequest {
  /// Options that exclude each other: a usage error, in words.
  public struct Contradiction: Error, Sendable, CustomStringConvertible {
    /// What does not fit, and what does.
    public let description: String
  }

  /// - Throws: `Contradiction` when the tagging cannot describe the target.
  public func validate() throws(Contradiction) {
    let name = target.profile.reportName
    switch tagging {
    case .auto, .icc: return
    case .srgbChunk where targetSpace != .sRGB:
      throw Contradiction(description: "--tag srgb-chunk can only tag sRGB, not \(name): use --tag icc")
    case .cicp where codePoints == nil, .both where codePoints == nil:
      throw Contradiction(
        description:
          "--tag \(tagging.rawValue): cICP has no code points for \(name), only for sRGB, Display P3 "
          + "and Rec. 2020: use --tag icc")
    case .srgbChunk, .cicp, .both: return
    }
  }

  /// The built-in space that the target equals by its numbers.
  var targetSpace: RGBColorSpace? { target.profile.knownSpace }
}

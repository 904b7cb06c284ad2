package import ColorManagement
import ImageFiles
package import PNGCodec

/// Which colour chunks an output carries.
public enum ColorTagging: String, Sendable, Hashable, Codable, CaseIterable {
  /// Always an ICC profile, with cICP beside it for Display P3.
  case auto
  /// Only an ICC profile.
  case icc
  /// Only cICP.
  case cicp
  /// An ICC profile and cICP.
  case both
  /// The sRGB chunk with its gAMA and cHRM: the smallest sRGB file.
  case srgbChunk = "srgb-chunk"
}

// Makes the colour chunks of an output.

extension ConversionRequest {
  /// The code points of the target's colours, if H.273 has them.
  var codePoints: PNGCodePoints? {
    switch targetSpace {
    case .sRGB: .sRGB
    case .displayP3: .displayP3
    case .rec2020: PNGCodePoints(primaries: 9, transfer: 14)
    case .adobeRGB, .proPhoto, nil: nil
    }
  }

  /// The colour chunks for an image in `profile`, and the names of the chunks that carry its colours.
  package func colorChunks(for profile: ICCProfile) -> (chunks: [PNGChunk], tag: String) {
    var icc: PNGChunk { PNGChunk.embeddedProfile(name: embeddedName(of: profile), profile: profile.bytes) }
    let cicp = codePoints.map { PNGChunk.codePoints($0) }
    switch (tagging, cicp) {
    case (.srgbChunk, _):
      return (PNGChunk.sRGB(intent: intent.pngValue), "sRGB")
    case (.cicp, let cicp?):
      return ([cicp], "cICP")
    case (.both, let cicp?):
      return ([cicp, icc], "iCCP+cICP")
    case (.auto, let cicp?) where targetSpace == .displayP3:
      return ([cicp, icc], "iCCP+cICP")
    case (.auto, _), (.icc, _), (.cicp, nil), (.both, nil):
      return ([icc], "iCCP")
    }
  }

  /// The name inside iCCP: Latin-1, 1 to 79 bytes (PNG 3rd edition, clause 11.3.2.3).
  private func embeddedName(of profile: ICCProfile) -> String {
    let printable = profile.name.unicodeScalars.filter { (0x20...0x7E).contains($0.value) }
    let name = String(String.UnicodeScalarView(printable)).split(separator: " ").joined(separator: " ")
    return name.isEmpty ? "ICC profile" : String(name.prefix(79))
  }
}

extension ConversionRequest {
  /// Which of the input's other chunks are kept.
  var metadataFilter: MetadataFilter {
    MetadataFilter(selection: metadata, exifColorSpace: targetSpace == .sRGB ? .sRGB : .uncalibrated)
  }
}

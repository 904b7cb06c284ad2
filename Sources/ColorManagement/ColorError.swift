import Pixels

/// Problems of a profile, of a pair of profiles, or of the numbers that a profile is made from.
///
/// Cases hold facts; `description` states the fact and the remedy. The caller adds the file.
public enum ColorError: Error, Sendable, Hashable {
  /// The bytes are no ICC profile: too short, no `acsp`, or a wrong size field.
  case notAProfile(fact: String)
  /// The profile is larger than `ICCProfile.maximumByteCount`.
  case profileTooLarge(byteCount: Int, limit: Int)
  /// The profile is an ICC profile, but `place` (a header field or a tag) breaks the format.
  case malformedProfile(place: String, fact: String)
  /// The profile's version is above 4 (iccMAX).
  case unsupportedProfileVersion(String)
  /// A profile class that describes no device or colour space: device link, abstract, named colour.
  case unsupportedProfileClass(String)
  /// A profile whose device colour is neither RGB nor grey: CMYK, Lab and the rest.
  case unsupportedColorSpace(String)
  /// Primaries and white that span no colour space: collinear, or with a y that is not positive.
  case degenerateChromaticities(fact: String)
  /// A gamma that no decoder can use.
  case gammaOutOfRange(Double)
  /// A cICP code point (Rec. ITU-T H.273) that is reserved, unspecified, or has no RGB profile.
  case unsupportedCodePoint(field: String, value: UInt8)
  /// A cICP transfer, of the PNG chunk or the ICC tag, that carries high dynamic range: 16 (PQ) or 18 (HLG).
  case highDynamicRange(transfer: UInt8)
  /// The destination's colorants or curves have no inverse, so nothing can be encoded with them.
  case destinationNotInvertible(profile: String, fact: String)
  /// Grey pixels with a colour profile, or colour pixels with a grey profile, where that is not allowed.
  case colorModelMismatch(fact: String, remedy: String)
  /// Exact gamut counts need RGB matrix/TRC profiles on both sides.
  case gamutNeedsMatrixProfile(profile: String, kind: String)
  /// LittleCMS refused; `code` is a `cmsERROR_…` value, `message` the text of LittleCMS.
  case engine(code: UInt32, message: String)
}

extension ColorError: CustomStringConvertible {
  /// The fact and its remedy in one line, without the file's name.
  public var description: String {
    switch self {
    case .notAProfile(let fact):
      "not an ICC profile: \(fact)"
    case .profileTooLarge(let byteCount, let limit):
      "ICC profile of \(byteCount) bytes is over the limit of \(limit) bytes"
    case .malformedProfile(let place, let fact):
      "damaged ICC profile: \(place): \(fact) (export the profile again, or choose one\(Wording.current.source))"
    case .unsupportedProfileVersion(let version):
      "ICC profile version \(version) (iccMAX) is not supported (export the profile as version 4 or 2)"
    case .unsupportedProfileClass(let name):
      "\(name) profiles describe no image colours (use a display, input, output or colour space profile)"
    case .unsupportedColorSpace(let name):
      "the profile is for \(name) colour, PNG holds RGB or grey (choose the right profile\(Wording.current.source))"
    case .degenerateChromaticities(let fact):
      "chromaticities span no colour space: \(fact) (name the real profile\(Wording.current.source))"
    case .gammaOutOfRange(let gamma):
      "a gamma of \(gamma) makes no image (name the real profile\(Wording.current.source))"
    case .unsupportedCodePoint(let field, let value):
      "cICP \(field) \(value) is not supported (name the real profile\(Wording.current.source))"
    case .highDynamicRange(let transfer):
      "cICP transfer \(transfer) (\(transfer == 16 ? "PQ" : "HLG")) is high dynamic range, which needs "
        + "tone mapping that p3tool does not do (export an SDR version)"
    case .destinationNotInvertible(let profile, let fact):
      "nothing can be converted to \(profile): \(fact)"
    case .colorModelMismatch(let fact, let remedy):
      "\(fact) (\(remedy))"
    case .gamutNeedsMatrixProfile(let profile, let kind):
      "exact gamut counts need RGB matrix profiles, but \(profile) is \(kind)"
    case .engine(let code, let message):
      "LittleCMS: \(message) (code \(code))"
    }
  }
}

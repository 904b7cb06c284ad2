public import ColorManagement
package import PNGCodec
import Pixels

/// The profile by which an image's samples are read, and the statement that determined it.
public struct SourceColor: Sendable {
  /// RGB, or grey for a grey image. (An RGB profile of a grey image is kept.)
  public let profile: ICCProfile

  /// The statement that determined the profile.
  public let tag: SourceTag

  /// Sentences about assumed profiles and skipped tags.
  public let notes: [String]

  /// A skipped statement of the file, and the reason.
  struct PassedOver: Hashable {
    let tag: PNGColorTag
    let fact: String
    var note: String { "\(tag.rawValue) passed over: \(fact)" }
  }

  /// Skipped statements, highest precedence first.
  let passedOver: [PassedOver]

  /// Picks the profile by PNG 3rd edition, clause 4.3: cICP, then iCCP, then sRGB, then gAMA and cHRM.
  ///
  /// Two kinds of statements are skipped with a note: unknown cICP code points, and a grey profile in a colour image,
  /// which clause 11.3.2.3 forbids and no viewer applies. An RGB profile in a grey image is also forbidden, but
  /// browsers give it a meaning: R = G = B.
  ///
  /// - Parameters:
  ///   - info: the colour chunks of the file.
  ///   - isGray: whether the image has one colour channel.
  ///   - override: the user's `--from`, which overrides every chunk.
  ///   - assumed: the profile of untagged images.
  ///   - path: the file's name, for errors.
  /// - Throws: `ImageError.color` for an unusable embedded profile and for HDR code points: converting with a guess
  ///   would silently give wrong colours.
  package init(
    resolving info: PNGColorInfo, isGray: Bool, override: ICCProfile? = nil, assumed: ICCProfile, path: String
  ) throws(ImageError) {
    if let override {
      self.init(profile: override, tag: .override)
      return
    }
    var passedOver: [PassedOver] = []
    if let codePoints = info.cicp {
      do throws(ColorError) {
        let profile = try Self.profile(of: codePoints, gray: isGray)
        self.init(profile: profile, tag: .cICP, remarks: Self.remarks(on: codePoints))
        return
      } catch {
        if case .highDynamicRange = error { throw .color("\(path): cICP", error) }
        passedOver.append(PassedOver(tag: .cicp, fact: "\(error)"))
      }
    }
    if let embedded = info.embeddedProfile {
      let profile = try ImageError.at("\(path): iCCP") { () throws(ColorError) in
        try ICCProfile(bytes: embedded.bytes)
      }
      if isGray || profile.colorSpace == .rgb {
        let remarks =
          isGray && profile.colorSpace == .rgb
          ? ["an RGB profile on a greyscale image is illegal in PNG: the samples are read as R=G=B"] : []
        self.init(profile: profile, tag: .iCCP, passedOver: passedOver, remarks: remarks)
        return
      }
      passedOver.append(
        PassedOver(tag: .iccp, fact: "the image is RGB, but the profile is for grey, which PNG forbids"))
    }
    try self.init(untagged: info, isGray: isGray, assumed: assumed, path: path, passedOver)
  }

  private init(
    untagged info: PNGColorInfo, isGray: Bool, assumed: ICCProfile, path: String, _ passedOver: [PassedOver]
  ) throws(ImageError) {
    if info.renderingIntent != nil {
      self.init(
        profile: isGray ? RGBColorSpace.sRGB.grayProfile : RGBColorSpace.sRGB.profile, tag: .sRGB,
        passedOver: passedOver)
    } else if let gamma = info.gamma {
      let profile = try ImageError.at("\(path): gAMA, cHRM") { () throws(ColorError) in
        try ICCProfile.fromGamma(
          gamma, chromaticities: info.chromaticities.map { Chromaticities($0) }, gray: isGray)
      }
      self.init(
        profile: profile, tag: info.chromaticities == nil ? .gAMA : .gAMAAndCHRM, passedOver: passedOver)
    } else {
      let none = passedOver.isEmpty ? "no colour tag" : "no usable colour tag"
      self.init(
        profile: isGray ? (try? assumed.grayCounterpart()) ?? assumed : assumed, tag: .none,
        passedOver: passedOver,
        remarks: ["\(none): \(assumed.reportName) is assumed\(Wording.current.assumed)"])
    }
  }

  private init(
    profile: ICCProfile, tag: SourceTag, passedOver: [PassedOver] = [], remarks: [String] = []
  ) {
    self.profile = profile
    self.tag = tag
    self.passedOver = passedOver
    notes = passedOver.map(\.note) + remarks
  }

  private static func profile(of codePoints: PNGCodePoints, gray: Bool) throws(ColorError) -> ICCProfile {
    guard codePoints.matrix == 0 else {
      throw .unsupportedCodePoint(field: "matrix coefficients", value: codePoints.matrix)
    }
    let profile = try ICCProfile.fromCICP(
      primaries: codePoints.primaries, transfer: codePoints.transfer, gray: gray)
    guard codePoints.isFullRange else { throw .unsupportedCodePoint(field: "full-range flag", value: 0) }
    return profile
  }

  private static func remarks(on codePoints: PNGCodePoints) -> [String] {
    guard codePoints.primaries == 11 else { return [] }
    return [
      "cICP primaries 11 have the DCI white, which no display uses: Display P3 is 12 (probably a mistake)"
    ]
  }
}

/// The statement that determined an image's colours; named after the PNG chunks.
public enum SourceTag: String, Sendable, Hashable, Codable {
  /// Code points of H.273.
  case cICP
  /// An embedded ICC profile.
  case iCCP
  /// The sRGB chunk.
  case sRGB
  /// A gamma with primaries and white.
  case gAMAAndCHRM = "gAMA+cHRM"
  /// gAMA alone, with sRGB's primaries.
  case gAMA
  /// No usable tag; the profile is assumed.
  case none
  /// The user's `--from`.
  case override
}

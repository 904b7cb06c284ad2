public import ColorManagement
public import PNGCodec

/// The profile that an image's samples are to be read with, and why it is that one.
public struct SourceColor: Sendable {
  /// RGB, or grey for a grey image (an RGB profile on a grey image is kept as it is: the file says so).
  public let profile: ICCProfile

  /// The statement that decided.
  public let tag: SourceTag

  /// Remarks, each a sentence: profiles that were assumed, tags that were passed over.
  public let notes: [String]

  /// Picks the profile by PNG 3rd edition, clause 4.3: cICP, then iCCP, then sRGB, then gAMA and cHRM; each
  /// is passed over with a note when it is not understood.
  ///
  /// - Parameters:
  ///   - info: the colour chunks of the file.
  ///   - isGray: whether the image has one colour channel.
  ///   - override: the user's `--from`, which beats every chunk.
  ///   - assumed: the profile of untagged images.
  ///   - path: the file's name, for errors.
  /// - Throws: `ImageError.color` for an embedded profile that cannot be used and for HDR code points:
  ///   converting with a guess would give wrong colours silently.
  public init(
    resolving info: PNGColorInfo, isGray: Bool, override: ICCProfile? = nil, assumed: ICCProfile, path: String
  ) throws(ImageError) {
    if let override {
      self.init(profile: override, tag: .override, notes: [])
      return
    }
    var notes: [String] = []
    if let codePoints = info.cicp {
      do throws(ColorError) {
        let profile = try Self.profile(of: codePoints, gray: isGray)
        self.init(profile: profile, tag: .cICP, notes: notes + Self.remarks(on: codePoints))
        return
      } catch {
        if case .highDynamicRange = error { throw .color("\(path): cICP", error) }
        notes.append("cICP passed over: \(error)")
      }
    }
    if let embedded = info.embeddedProfile {
      let profile = try ImageError.at("\(path): iCCP") { () throws(ColorError) in
        try ICCProfile(bytes: embedded.bytes)
      }
      if isGray, profile.colorSpace == .rgb {
        notes.append("an RGB profile on a greyscale image is illegal in PNG: the samples are read as R=G=B")
      }
      self.init(profile: profile, tag: .iCCP, notes: notes)
      return
    }
    try self.init(untagged: info, isGray: isGray, assumed: assumed, path: path, notes: notes)
  }

  private init(
    untagged info: PNGColorInfo, isGray: Bool, assumed: ICCProfile, path: String, notes: [String]
  ) throws(ImageError) {
    if info.renderingIntent != nil {
      self.init(
        profile: isGray ? RGBColorSpace.sRGB.grayProfile : RGBColorSpace.sRGB.profile, tag: .sRGB,
        notes: notes)
    } else if let gamma = info.gamma {
      let profile = try ImageError.at("\(path): gAMA, cHRM") { () throws(ColorError) in
        try ICCProfile.fromGamma(
          gamma, chromaticities: info.chromaticities.map { Chromaticities($0) }, gray: isGray)
      }
      self.init(profile: profile, tag: info.chromaticities == nil ? .gAMA : .gAMAAndCHRM, notes: notes)
    } else {
      self.init(
        profile: isGray ? (try? assumed.grayCounterpart()) ?? assumed : assumed, tag: .none,
        notes: notes + ["no colour tag: \(assumed.reportName) is assumed (choose with --assume)"])
    }
  }

  private init(profile: ICCProfile, tag: SourceTag, notes: [String]) {
    self.profile = profile
    self.tag = tag
    self.notes = notes
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

/// Which statement of a file (or of the user) decided its colours; named for the PNG chunks.
public enum SourceTag: String, Sendable, Hashable, Codable {
  case cICP
  case iCCP
  case sRGB
  case gAMAAndCHRM = "gAMA+cHRM"
  case gAMA
  /// No usable tag: the assumed profile.
  case none
  /// The user's `--from`.
  case override
}

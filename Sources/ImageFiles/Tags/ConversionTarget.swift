public import ColorManagement

/// The target colour space of a conversion.
public enum ConversionTarget: Sendable, Hashable {
  /// A built-in space with our own compact profile.
  case space(RGBColorSpace)

  /// The profile of an ICC file, and the stem of the file's name for default output names.
  case profile(ICCProfile, stem: String)

  /// The part between stem and extension of default output names: `srgb`, `display-p3`, the profile's stem.
  package var outputSuffix: String {
    switch self {
    case .space(let space): space.rawValue
    case .profile(_, let stem): stem
    }
  }

  /// The profile that colour images are converted to.
  public var profile: ICCProfile {
    switch self {
    case .space(let space): space.profile
    case .profile(let profile, _): profile
    }
  }
}

// Reads ICC files as targets and sources.

extension ConversionTarget {
  /// The profile in the ICC file at `path`.
  ///
  /// - Throws: `ImageError.file` if it cannot be read, `ImageError.color` if it is no profile that images can have.
  public static func profile(file path: String) throws(ImageError) -> ConversionTarget {
    let bytes = try InputFile.read(path, limit: ICCProfile.maximumByteCount)
    let profile = try ImageError.at(path) { () throws(ColorError) in try ICCProfile(bytes: bytes) }
    return .profile(profile, stem: FilePath(path).stem)
  }
}

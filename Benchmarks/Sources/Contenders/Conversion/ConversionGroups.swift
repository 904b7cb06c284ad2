@testable import Pixels

/// The tables of the sections `conversion` and `profiles`.
enum ConversionGroups {
  /// Pixels that fit the L2 cache together with their results.
  static let l2Pixels = 32_768

  /// Display P3 to sRGB: a buffer in L2, rows that are no multiple of any vector, 24 megapixels.
  static func sizes(isQuick: Bool) -> [() -> ContenderGroup] {
    [PixelFormat.rgba16, .rgb16].flatMap { format in
      [
        { ConversionGroup(.wideToStandard, format, width: l2Pixels).group },
        { ConversionGroup(.wideToStandard, format, width: 1_001, rows: 33).group },
      ] + (isQuick ? [] : [{ ConversionGroup(.wideToStandard, format, width: 24_000_000).group }])
    }
  }

  /// Pure gammas, a wide space, grey.
  static var profiles: [() -> ContenderGroup] {
    [
      { ConversionGroup(ProfilePair(.sRGB, .displayP3), .rgba16, width: l2Pixels).group },
      { ConversionGroup(ProfilePair(.adobeRGB, .sRGB), .rgba16, width: l2Pixels).group },
      { ConversionGroup(ProfilePair(.proPhoto, .sRGB), .rgba16, width: l2Pixels).group },
      { ConversionGroup(ProfilePair(.adobeRGB, .sRGB, isGray: true), .gray16, width: l2Pixels).group },
      { ConversionGroup(ProfilePair(.adobeRGB, .sRGB, isGray: true), .grayAlpha16, width: l2Pixels).group },
    ]
  }
}

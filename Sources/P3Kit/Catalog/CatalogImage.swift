import ColorManagement
import PNGCodec
import Pixels

/// One image file of a set, as far as a lint looks at it.
struct CatalogImage: Sendable {
  let width: Int
  let height: Int
  let profile: ICCProfile
  let tag: SourceTag

  /// Reads the head of the PNG at `path`.
  init(_ path: String) throws(ConversionError) {
    let reader = try ImageSource.file(path).openReader(limits: PNGLimits())
    let color = try SourceColor(
      resolving: reader.colorInfo, isGray: reader.header.colorType.isGray,
      assumed: RGBColorSpace.sRGB.profile, path: path)
    width = reader.header.width
    height = reader.header.height
    profile = color.profile
    tag = color.tag
  }

  /// Whether the primaries are those of `space`, as far as profiles of different makers agree.
  func hasPrimaries(of space: RGBColorSpace) -> Bool {
    guard let own = profile.chromaticities else { return false }
    let wanted = space.chromaticities
    return [(own.red, wanted.red), (own.green, wanted.green), (own.blue, wanted.blue)].allSatisfy { a, b in
      abs(a.x - b.x) < 0.01 && abs(a.y - b.y) < 0.01
    }
  }

  /// Whether the image has one colour channel: then it fits every gamut.
  var isGray: Bool { profile.colorSpace == .gray }
}

// Whether a profile's gamut is wider than sRGB's.
import ColorManagement
import Pixels

extension ICCProfile {
  /// How much larger than sRGB's the triangle of the primaries in CIE 1931 xy must be: P3's and Adobe RGB's
  /// are a third larger, those of sRGB profiles with rounded numbers a percent at most.
  private static let wideGamutRatio = 1.15

  /// Whether the profile is Display P3, wider, or as wide in another direction. Nil where that cannot be told:
  /// grey and table profiles.
  var isWideGamut: Bool? {
    guard let own = chromaticities else { return nil }
    return Self.area(own) >= Self.wideGamutRatio * Self.area(.sRGB)
  }

  /// The area of the triangle of the primaries, in xy.
  private static func area(_ points: Chromaticities) -> Double {
    let a = points.green - points.red
    let b = points.blue - points.red
    return abs(a.x * b.y - a.y * b.x) / 2
  }
}

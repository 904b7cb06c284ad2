public import ColorManagement
import Pixels

/// The figures of a profile, part of the JSON of `inspect` and `profiles`.
public struct ProfileReport: Sendable, Codable {
  /// The xy chromaticities of primaries and white.
  public struct Primaries: Sendable, Codable {
    /// CIE 1931 (x, y).
    public let red, green, blue, white: [Double]
  }

  /// The description inside the profile.
  public let name: String
  /// The ICC version, such as 4.3.
  public let version: String
  /// Size in bytes.
  public let size: Int
  /// `input`, `display`, `output` or `colorSpace`.
  public let deviceClass: String
  /// `rgb` or `gray`.
  public let colorSpace: String
  /// `matrix`, `gray` or `lut`.
  public let model: String
  /// The primaries and white before adaptation to D50; absent for grey and table profiles.
  public let primaries: Primaries?
  /// The tone curve in text, one per distinct curve.
  public let curves: [String]
  /// The name (as for `--to`) of the built-in space that the profile's numbers equal.
  public let equals: String?
  /// The largest difference, in 16-bit codes, between keeping samples as samples of that space and converting them
  /// exactly; see `ICCProfile.largestDifference(whenTakenFor:)`.
  public let equalsWithinCodes: Int?
  /// Creation date, as the profile states it; absent if it has none.
  public let created: String?
  /// Irregularities of the profile, each a sentence.
  public let remarks: [String]

  /// The figures of `profile`.
  package init(_ profile: ICCProfile) {
    name = profile.name
    version = profile.version
    size = profile.bytes.count
    deviceClass = profile.deviceClass.rawValue
    colorSpace = profile.colorSpace.rawValue
    switch profile.model {
    case .matrix(let model):
      self.model = "matrix"
      curves = Self.words(model.curves)
    case .gray(let curve):
      model = "gray"
      curves = Self.words([curve])
    case .lut:
      model = "lut"
      curves = []
    }
    primaries = profile.chromaticities.map(Primaries.init)
    let space = profile.knownSpace
    equals = space?.rawValue
    equalsWithinCodes = space.flatMap { profile.largestDifference(whenTakenFor: $0) }
    created = profile.creationDate.isEmpty ? nil : profile.creationDate
    remarks = profile.remarks
  }

  private static func words(_ curves: [ToneCurve]) -> [String] {
    var seen: [ToneCurve] = []
    for curve in curves where !seen.contains(curve) { seen.append(curve) }
    return seen.map(words)
  }

  private static func words(_ curve: ToneCurve) -> String {
    switch curve {
    case .sampled(let entries): "\(entries.count)-entry table"
    case .parametric(let function) where function.c == 0 && function.d <= 0 && function.e == 0:
      function.g == 1 ? "linear" : "gamma \(rounded(function.g))"
    case .parametric(let function): "parametric, gamma \(rounded(function.g)) with a linear toe"
    }
  }

  /// Rounded to four decimals, the resolution of s15Fixed16.
  private static func rounded(_ value: Double) -> Double { (value * 10000).rounded() / 10000 }
}

extension ProfileReport.Primaries {
  init(_ chromaticities: Chromaticities) {
    func pair(_ point: SIMD2<Double>) -> [Double] {
      [point.x, point.y].map { ($0 * 10000).rounded() / 10000 }
    }
    self.init(
      red: pair(chromaticities.red), green: pair(chromaticities.green), blue: pair(chromaticities.blue),
      white: pair(chromaticities.white))
  }
}

// The name of a profile in reports and messages.

extension ICCProfile {
  /// The name of the built-in space that the profile's numbers equal, else its own description.
  package var reportName: String {
    if let knownSpace { return knownSpace.displayName }
    return name.isEmpty ? "unnamed \(colorSpace.rawValue) profile" : name
  }
}

// Whether a profile's gamut is wider than sRGB's.

extension ICCProfile {
  /// The least ratio of the areas of the primaries' triangles in CIE 1931 xy, profile to sRGB. P3's and Adobe RGB's are
  /// a third larger; those of sRGB profiles with rounded numbers at most a percent.
  private static let wideGamutRatio = 1.15

  /// Whether the profile is wider than sRGB, such as Display P3 or Adobe RGB. Nil if unknown, for grey and table
  /// profiles.
  public var isWideGamut: Bool? {
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

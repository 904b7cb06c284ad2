import Pixels
import Synchronization

/// The profiles of the spaces of `RGBColorSpace`, each made once on first use.
enum BuiltInProfiles {
  /// One profile per space.
  struct Table: ~Copyable, Sendable {
    private let writer: @Sendable (RGBColorSpace) -> ICCProfileWriter
    private let profiles = Mutex<[RGBColorSpace: ICCProfile]>([:])

    fileprivate init(_ writer: @escaping @Sendable (RGBColorSpace) -> ICCProfileWriter) {
      self.writer = writer
    }

    subscript(space: RGBColorSpace) -> ICCProfile {
      profiles.withLock { profiles in
        if let profile = profiles[space] { return profile }
        do {
          let profile = try ICCProfile(bytes: writer(space).bytes())
          profiles[space] = profile
          return profile
        } catch {
          preconditionFailure("the built-in profile \(space) is wrong: \(error)")
        }
      }
    }
  }

  static let rgb = Table { space in
    let curve = ICCProfileWriter.curve(.parametric(space.transfer))
    let colorants = Self.colorants(space)
    return ICCProfileWriter(
      name: space.displayName, adaptation: adaptation(space),
      tags: [
        ("rXYZ", ICCProfileWriter.xyz(colorants[0])), ("gXYZ", ICCProfileWriter.xyz(colorants[1])),
        ("bXYZ", ICCProfileWriter.xyz(colorants[2])), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
      ], colorModel: "RGB ")
  }

  static let gray = Table { space in
    ICCProfileWriter(
      name: "\(space.displayName) Gray", adaptation: adaptation(space),
      tags: [("kTRC", ICCProfileWriter.curve(.parametric(space.transfer)))], colorModel: "GRAY")
  }

  /// Red, green and blue in XYZ relative to D50, s15Fixed16. Each row sums to D50 exactly, so that neutrals stay
  /// neutral. The numbers of sRGB are those nearest to the chromaticities of IEC 61966-2-1, adapted by Bradford; common
  /// sRGB profiles differ by up to 3 units, which moves saturated colours in Display P3 by up to 18 codes of 65,535
  /// from CSS Color 4's results.
  private static func colorants(_ space: RGBColorSpace) -> [[Int32]] {
    switch space {
    case .sRGB: [[28576, 14581, 912], [25239, 46983, 6362], [9375, 3972, 46787]]
    case .displayP3: [[33759, 15807, -69], [19135, 45367, 2745], [10296, 4362, 51385]]
    case .adobeRGB: [[39960, 20389, 1276], [13453, 41004, 3989], [9777, 4143, 48796]]
    case .rec2020: [[44137, 18288, -127], [10858, 44259, 1965], [8195, 2989, 52223]]
    case .proPhoto: [[52279, 18878, 0], [8858, 46653, 1], [2053, 5, 54060]]
    }
  }

  /// Bradford from the space's white to D50, s15Fixed16.
  static func adaptation(_ space: RGBColorSpace) -> [Int32] {
    switch space {
    case .sRGB, .displayP3, .adobeRGB, .rec2020: [68674, 1502, -3291, 1939, 64912, -1119, -606, 988, 49262]
    case .proPhoto: [65533, -2, -2, -3, 65539, -1, -1, 1, 65519]
    }
  }
}

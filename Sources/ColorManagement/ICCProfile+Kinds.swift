package import Pixels

// The classes and spaces of an ICC header that p3tool accepts (ICC.1:2022, clauses 7.2.5 to 7.2.7).

extension ICCProfile {
  /// What a profile describes. Link, abstract and named-colour profiles are refused.
  package enum DeviceClass: String, Sendable, Hashable, CaseIterable {
    /// A camera or scanner.
    case input
    /// A display.
    case display
    /// A printer.
    case output
    /// A colour space, such as ProPhoto RGB.
    case colorSpace

    init?(_ signature: FourCC) {
      switch signature {
      case "scnr": self = .input
      case "mntr": self = .display
      case "prtr": self = .output
      case "spac": self = .colorSpace
      default: return nil
      }
    }
  }

  /// The device colour of a profile.
  package enum ColorModel: String, Sendable, Hashable, CaseIterable {
    /// Three channels.
    case rgb
    /// One channel.
    case gray
  }

  /// The space that the profile's tables convert to; both are relative to D50.
  package enum ConnectionSpace: String, Sendable, Hashable, CaseIterable {
    /// CIE XYZ.
    case xyz
    /// CIE L*a*b*.
    case lab
  }

  /// The side of a conversion that a profile is used on.
  package enum Role: Sendable, Hashable, CaseIterable {
    /// Device to connection space (A2B tables).
    case source
    /// Connection space to device (B2A tables).
    case destination
  }

  /// Matrix and curves of a matrix/TRC profile (ICC.1:2022, annex F.3).
  package struct MatrixModel: Sendable, Hashable {
    /// Linear RGB to D50 XYZ: the columns are the exact s15Fixed16 numbers of `rXYZ`, `gXYZ` and `bXYZ`.
    package let colorants: Matrix3x3
    /// `rTRC`, `gTRC`, `bTRC`.
    package let curves: [ToneCurve]
  }

  /// How a profile turns codes into colour.
  package enum Model: Sendable, Hashable {
    /// Three curves and a matrix.
    case matrix(MatrixModel)
    /// One curve along the neutral axis.
    case gray(curve: ToneCurve)
    /// Multidimensional tables, or anything else that only LittleCMS executes.
    case lut
  }
}

package import ColorManagement
package import PNGCodec
import Pixels

/// Finds colour statements of a file that contradict the governing one.
package struct TagConflicts {
  /// The statements that give other colours, in order of precedence.
  package let conflicting: [PNGColorTag]

  /// - Parameters:
  ///   - info: the colour chunks.
  ///   - governing: the profile that applies.
  package init(_ info: PNGColorInfo, isGray: Bool, governing: ICCProfile) {
    conflicting = info.present.filter { tag in
      guard let profile = Self.profile(of: tag, in: info, isGray: isGray) else { return true }
      return !Self.agree(profile, governing)
    }
  }

  /// The profile of one statement alone; nil if it is unusable.
  private static func profile(of tag: PNGColorTag, in info: PNGColorInfo, isGray: Bool) -> ICCProfile? {
    let assumed = RGBColorSpace.sRGB.profile
    let color = try? SourceColor(resolving: info.only(tag), isGray: isGray, assumed: assumed, path: "")
    return color?.tag == SourceTag.none ? nil : color?.profile
  }

  /// Whether two statements mean the same colours: equal profiles, or colorants within 0.004 and curves within 0.012 in
  /// linear light. gAMA 0.45455 beside sRGB, which the PNG standard recommends, agrees: its curve differs by up to
  /// 0.008.
  private static func agree(_ a: ICCProfile, _ b: ICCProfile) -> Bool {
    if a == b { return true }
    guard let first = Primaries(a), let second = Primaries(b) else { return false }
    return first.isClose(to: second)
  }

  /// The comparable part of a profile: colorants, and the curve at nine points.
  private struct Primaries {
    let colorants: Matrix3x3?
    let curves: [ToneCurve]

    init?(_ profile: ICCProfile) {
      switch profile.model {
      case .matrix(let model): (colorants, curves) = (model.colorants, model.curves)
      case .gray(let curve): (colorants, curves) = (nil, [curve])
      case .lut: return nil
      }
    }

    func isClose(to other: Primaries) -> Bool {
      if let mine = colorants, let theirs = other.colorants {
        for row in 0..<3 {
          for column in 0..<3 where abs(mine[row, column] - theirs[row, column]) > 0.004 { return false }
        }
      }
      return zip(curves, other.curves).allSatisfy { mine, theirs in
        (1...9).allSatisfy { abs(mine.linear(Double($0) / 10) - theirs.linear(Double($0) / 10)) < 0.012 }
      }
    }
  }
}

/// The colour statements of a file, part of the JSON of `inspect`.
public struct TagReport: Sendable, Codable {
  /// The governing statement: `cICP`, `iCCP`, `sRGB`, `gAMA+cHRM`, `gAMA` or `none`.
  public let governing: String
  /// All statements present, highest precedence first.
  public let present: [String]
  /// Statements that give other colours than the governing one.
  public let conflicting: [String]

  package init(governing: String, present: [String], conflicting: [String]) {
    self.governing = governing
    self.present = present
    self.conflicting = conflicting
  }
}

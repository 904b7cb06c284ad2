/// The numbers of a matrix/TRC or grey ICC profile, read by a few lines that share no code with `ICCProfile`
/// (ICC.1:2022, clauses 7.3, 10.6, 10.18, 10.31).
public struct ReferenceProfile: Sendable {
  /// A tone curve as its tag holds it.
  public enum Curve: Sendable, Hashable {
    /// `para`: the function type and its parameters.
    case parametric(type: Int, [Double])
    /// `curv` with two entries or more.
    case sampled([UInt16])
  }

  /// X, Y, Z of red, green and blue; empty for grey.
  public let colorants: [[Double]]

  /// Three curves, or the one of grey.
  public let curves: [Curve]

  /// The numbers of `profile`, or nil when it has tables or lacks a tag.
  public init?(_ profile: [UInt8]) {
    var tags: [String: ArraySlice<UInt8>] = [:]
    for index in 0..<Self.number(profile[128...], at: 0, size: 4) {
      let entry = profile[(132 + 12 * index)...]
      let (offset, count) = (Self.number(entry, at: 4, size: 4), Self.number(entry, at: 8, size: 4))
      tags[String(decoding: entry.prefix(4), as: UTF8.self)] = profile[offset..<offset + count]
    }
    if tags["A2B0"] != nil || tags["B2A0"] != nil { return nil }
    let isGray = tags["kTRC"] != nil
    let curveTags = isGray ? ["kTRC"] : ["rTRC", "gTRC", "bTRC"]
    curves = curveTags.compactMap { tags[$0].map(Self.curve) }
    colorants =
      isGray
      ? []
      : ["rXYZ", "gXYZ", "bXYZ"].compactMap { tags[$0] }.map { tag in
        (0..<3).map { Self.fixed(tag, at: 8 + 4 * $0) }
      }
    guard curves.count == curveTags.count, colorants.count == (isGray ? 0 : 3) else { return nil }
  }

  private static func curve(_ tag: ArraySlice<UInt8>) -> Curve {
    if tag.starts(with: "para".utf8) {
      let type = number(tag, at: 8, size: 2)
      return .parametric(type: type, (0..<[1, 3, 4, 5, 7][type]).map { fixed(tag, at: 12 + 4 * $0) })
    }
    let count = number(tag, at: 8, size: 4)
    let entries = (0..<count).map { UInt16(number(tag, at: 12 + 2 * $0, size: 2)) }
    switch entries.count {
    case 0: return .parametric(type: 0, [1])
    case 1: return .parametric(type: 0, [Double(entries[0]) / 256])
    default: return .sampled(entries)
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>, at offset: Int, size: Int) -> Int {
    bytes.dropFirst(offset).prefix(size).reduce(0) { $0 << 8 | Int($1) }
  }

  private static func fixed(_ bytes: ArraySlice<UInt8>, at offset: Int) -> Double {
    Double(Int32(truncatingIfNeeded: number(bytes, at: offset, size: 4))) / 65536
  }
}

import Pixels

/// Reads `curveType` and `parametricCurveType` exactly (ICC.1:2022, clauses 10.6 and 10.18), where LittleCMS
/// would quantise or idealise them.
enum ICCCurveParser {
  /// More entries than there are 16-bit codes add nothing.
  private static let maximumEntryCount = 65536

  /// The curve in the data of tag `name`, type signature first.
  static func curve(_ data: ArraySlice<UInt8>, tag name: FourCC) throws(ColorError) -> ToneCurve {
    guard data.count >= 12 else {
      throw .malformedProfile(place: "\(name)", fact: "\(data.count) bytes are too few for a curve")
    }
    let curve: ToneCurve
    switch FourCC(ICCTagTable.unsigned32(data, at: 0)) {
    case "curv": curve = try sampled(data, tag: name)
    case "para": curve = try parametric(data, tag: name)
    case let other: throw .malformedProfile(place: "\(name)", fact: "'\(other)' is no curve type")
    }
    try checkFinite(curve, tag: name)
    return curve
  }

  private static func sampled(_ data: ArraySlice<UInt8>, tag name: FourCC) throws(ColorError) -> ToneCurve {
    let count = Int(ICCTagTable.unsigned32(data, at: 8))
    guard count <= maximumEntryCount, 12 + 2 * count <= data.count else {
      throw .malformedProfile(place: "\(name)", fact: "\(count) entries do not fit into \(data.count) bytes")
    }
    switch count {
    case 0: return .identity
    case 1:
      // u8Fixed8Number.
      return try positive(gamma: Double(ICCTagTable.unsigned16(data, at: 12)) / 256, tag: name)
    default: return .sampled((0..<count).map { ICCTagTable.unsigned16(data, at: 12 + 2 * $0) })
    }
  }

  private static func positive(gamma: Double, tag name: FourCC) throws(ColorError) -> ToneCurve {
    guard gamma > 0 else { throw .malformedProfile(place: "\(name)", fact: "its gamma is \(gamma)") }
    return .parametric(.gamma(gamma))
  }

  private static func parametric(_ data: ArraySlice<UInt8>, tag name: FourCC) throws(ColorError) -> ToneCurve
  {
    let type = Int(ICCTagTable.unsigned16(data, at: 8))
    let counts = [1, 3, 4, 5, 7]
    guard counts.indices.contains(type) else {
      throw .malformedProfile(place: "\(name)", fact: "parametric function type \(type) is unknown")
    }
    guard 12 + 4 * counts[type] <= data.count else {
      throw .malformedProfile(
        place: "\(name)", fact: "\(counts[type]) parameters do not fit into \(data.count) bytes")
    }
    let p = (0..<counts[type]).map { ICCTagTable.fixed(data, at: 12 + 4 * $0) }
    guard p[0] > 0 else { throw .malformedProfile(place: "\(name)", fact: "its gamma is \(p[0])") }
    return .parametric(function(type: type, p))
  }

  /// Table 68 of ICC.1:2022 in the seven-parameter form; `p` has as many parameters as `type` needs.
  private static func function(type: Int, _ p: [Double]) -> TransferFunction {
    switch type {
    case 0: return .gamma(p[0])
    case 1: return TransferFunction(g: p[0], a: p[1], b: p[2], d: zeroCrossing(p[1], p[2]))
    case 2:
      return TransferFunction(g: p[0], a: p[1], b: p[2], d: zeroCrossing(p[1], p[2]), e: p[3], f: p[3])
    case 3: return TransferFunction(g: p[0], a: p[1], b: p[2], c: p[3], d: p[4])
    default:
      return TransferFunction(g: p[0], a: p[1], b: p[2], c: p[3], d: p[4], e: p[5], f: p[6])
    }
  }

  /// Where a·x + b becomes positive: −b/a. For a = 0 the standard's condition is meaningless; like LittleCMS we use the
  /// lower part.
  private static func zeroCrossing(_ a: Double, _ b: Double) -> Double {
    a == 0 ? .greatestFiniteMagnitude : -b / a
  }

  /// Refuses parameters with infinite values: each part is monotone, so its ends decide.
  private static func checkFinite(_ curve: ToneCurve, tag name: FourCC) throws(ColorError) {
    guard case .parametric(let function) = curve else { return }
    let ends = [0, 1, min(max(function.d, 0), 1), min(max(function.d.nextDown, 0), 1)]
    guard ends.allSatisfy({ abs(function.linear($0)) <= 65536 }) else {
      throw .malformedProfile(place: "\(name)", fact: "its parameters leave every sensible range")
    }
  }
}

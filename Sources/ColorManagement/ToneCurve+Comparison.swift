// When two profiles' curves count as equal.
import Pixels

extension ToneCurve {
  /// Whether both curves give the same double for each of the 65,536 codes.
  func isNumericallyEqual(to other: ToneCurve) -> Bool {
    if self == other { return true }
    // Unequal curves nearly always differ at the coarse codes: compares these before making whole tables.
    return Self.coarseCodes.allSatisfy { atCode($0) == other.atCode($0) }
      && linearValuesOfCodes() == other.linearValuesOfCodes()
  }

  /// Whether this curve lies, at each of the 65,536 codes, between the values of the rising curve `reference`
  /// at `tolerance` codes below and above.
  func follows(_ reference: ToneCurve, withinCodes tolerance: Int) -> Bool {
    if self == reference { return true }
    let isCloseAtCoarseCodes = Self.coarseCodes.allSatisfy { code in
      let value = atCode(code)
      return value >= reference.atCode(code - tolerance) && value <= reference.atCode(code + tolerance)
    }
    guard isCloseAtCoarseCodes else { return false }
    let values = linearValuesOfCodes()
    let limits = reference.linearValuesOfCodes()
    return values.indices.allSatisfy { code in
      values[code] >= limits[max(code - tolerance, 0)] && values[code] <= limits[min(code + tolerance, 65535)]
    }
  }

  private static var coarseCodes: StrideThrough<Int> { stride(from: 0, through: 65535, by: 257) }

  /// The linear value of `code`, limited to 0…65535.
  private func atCode(_ code: Int) -> Double { linear(Double(min(max(code, 0), 65535)) / 65535) }
}

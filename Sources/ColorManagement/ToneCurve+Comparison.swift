// When two profiles' curves count as the same.
import Pixels

extension ToneCurve {
  /// Whether both give the same double for each of the 65,536 codes.
  func isNumericallyEqual(to other: ToneCurve) -> Bool {
    if self == other { return true }
    // Unequal curves differ at the coarse codes already, nearly always: look there first.
    return stride(from: 0, through: 65535, by: 257).allSatisfy { agrees(with: other, atCode: $0) }
      && (0...65535).allSatisfy { agrees(with: other, atCode: $0) }
  }

  private func agrees(with other: ToneCurve, atCode code: Int) -> Bool {
    let encoded = Double(code) / 65535
    return linear(encoded) == other.linear(encoded)
  }

  /// Whether this curve lies, at each of the 65,536 codes, between the values of the rising curve `reference`
  /// at `tolerance` codes below and above.
  func follows(_ reference: ToneCurve, withinCodes tolerance: Int) -> Bool {
    if self == reference { return true }
    let referenceAt = { (code: Int) in reference.linear(Double(min(max(code, 0), 65535)) / 65535) }
    let isClose = { (code: Int) in
      let value = self.linear(Double(code) / 65535)
      return value >= referenceAt(code - tolerance) && value <= referenceAt(code + tolerance)
    }
    return stride(from: 0, through: 65535, by: 257).allSatisfy(isClose) && (0...65535).allSatisfy(isClose)
  }
}

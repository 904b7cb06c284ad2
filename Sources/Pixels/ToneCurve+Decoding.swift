// Linear values of all codes, for scans that compute in Double.

extension ToneCurve {
  /// The linear values of the 65,536 codes: the bits of `linear(code / 65535)`.
  package func linearValuesOfCodes() -> [Double] { linearValues(of: 65536) { Double($0) / 65535 } }
}

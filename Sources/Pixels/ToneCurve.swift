/// A profile's tone reproduction curve (TRC): encoded value in, linear value out, both nominally 0 to 1.
package enum ToneCurve: Sendable, Hashable {
  /// ICC `parametricCurveType`, and `curveType` with no entry (identity) or one (a pure gamma).
  case parametric(TransferFunction)

  /// ICC `curveType` with two or more entries, evenly spaced over 0 to 1, interpolated linearly;
  /// 65535 stands for 1 (ICC.1:2022, clause 10.6).
  case sampled([UInt16])

  /// Linear in, linear out.
  package static let identity = ToneCurve.parametric(.gamma(1))

  /// The linear value of `encoded`, 0 to 1.
  package func linear(_ encoded: Double) -> Double {
    switch self {
    case .parametric(let function): function.linear(encoded)
    case .sampled(let entries): Self.interpolated(entries, at: encoded)
    }
  }

  private static func interpolated(_ entries: [UInt16], at encoded: Double) -> Double {
    precondition(entries.count >= 2, "a sampled curve has at least two entries")
    let position = min(max(encoded, 0), 1) * Double(entries.count - 1)
    let index = min(Int(position), entries.count - 2)
    let low = Double(entries[index]) / 65535
    let high = Double(entries[index + 1]) / 65535
    return low + (high - low) * (position - Double(index))
  }
}

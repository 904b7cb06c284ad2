import Testing

@testable import Pixels

@Suite("Tables of curves")
struct TableTests {
  @Test("have the bits of one curve evaluation each")
  func bits() {
    for curve in Self.curves {
      let table = curve.linearValues(of: 65535) { (Double($0) + 0.5) / 65535 }
      let differing = table.indices.count { index in
        table[index].bitPattern != curve.linear((Double(index) + 0.5) / 65535).bitPattern
      }
      #expect(differing == 0)
    }
  }

  /// Curves of profiles, and those whose powers take shortcuts or fall.
  private static let curves: [ToneCurve] = [
    Curves.sRGB, Curves.adobe, Curves.rec2020, .identity, .parametric(.gamma(0)), NamedConversion.coarse,
    .sampled([65535, 30000, 0]), .parametric(TransferFunction(g: 2.4, a: -1, b: 0.7)),
    .parametric(TransferFunction(g: 2.2, a: 0, b: 1, c: 0.5, d: 0.5, e: -0.25, f: 0.1)),
    .parametric(TransferFunction(g: 3, a: 1, b: 0, c: 1, d: 2)),
    .parametric(TransferFunction(g: -1, a: 1, b: -0.5, c: 1, d: 0.75)),
  ]
}

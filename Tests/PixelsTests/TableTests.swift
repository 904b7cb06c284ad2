import Testing

@testable import Pixels

@Suite("Tables of curves")
struct TableTests {
  @Test("have the bits of one curve evaluation each")
  func bits() {
    for curve in [Curves.sRGB, Curves.adobe, Curves.rec2020, .identity] {
      let table = curve.linearValues(of: 65535) { (Double($0) + 0.5) / 65535 }
      let differing = table.indices.count { index in
        table[index].bitPattern != curve.linear((Double(index) + 0.5) / 65535).bitPattern
      }
      #expect(differing == 0)
    }
  }
}

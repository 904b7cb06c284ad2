/// One row of pixels as the search for losses sees it.
struct GamutLossReferenceRow: Sendable {
  /// 48-bit colour numbers; `invisible` where alpha is 0.
  var keys: [UInt64]
  /// Which pixels are out of gamut.
  var isOut: [Bool]
  /// Whether any is.
  var hasOut: Bool

  /// No colour has this number.
  static let invisible = UInt64.max

  /// Whether both pixels are visible and differ, and one of them is out of gamut.
  static func mayCollapse(_ a: GamutLossReferenceRow, _ x: Int, _ b: GamutLossReferenceRow, _ y: Int) -> Bool
  {
    a.keys[x] != b.keys[y] && (a.isOut[x] || b.isOut[y]) && a.keys[x] != invisible && b.keys[y] != invisible
  }
}

import Pixels

/// How often the pixels of cells change, and how many pixels those are.
struct BandingChanges: AdditiveArithmetic {
  /// Visible changes from left to right, and downwards.
  var right, down: Int32
  /// Pixels.
  var area: Int32

  static let zero = BandingChanges(right: 0, down: 0, area: 0)

  static func + (a: Self, b: Self) -> Self {
    BandingChanges(right: a.right &+ b.right, down: a.down &+ b.down, area: a.area &+ b.area)
  }

  static func - (a: Self, b: Self) -> Self {
    BandingChanges(right: a.right &- b.right, down: a.down &- b.down, area: a.area &- b.area)
  }

  /// The distance between changes, in pixels: 1 over their rate.
  var width: Double {
    let (right, down) = (Double(right), Double(down))
    let changes = (right * right + down * down).squareRoot()
    return changes > 0 ? Double(area) / changes : .infinity
  }
}

extension BandingChanges {
  /// The changes of one cell of `area` pixels.
  init(_ cell: StaircaseCell, area: Int) {
    self.init(right: Int32(cell.changesRight), down: Int32(cell.changesDown), area: Int32(area))
  }
}

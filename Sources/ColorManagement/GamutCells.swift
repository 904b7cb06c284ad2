package import Pixels

/// Which of 32³ cells of source codes lie wholly inside a gamut, a lookup that saves most pixels the arithmetic.
///
/// Only sure cells are marked; colours of all others are computed one by one. So results do not depend on the cells.
package struct GamutCells: Sendable {
  /// Bits of a code that select the cell, per channel.
  static var bits: Int { 5 }
  static var count: Int { 1 << bits }
  /// One bit per cell: an entry for each red and green, a bit in it for each blue.
  let marks: [UInt32]

  init(_ isInside: (_ red: Int, _ green: Int, _ blue: Int) -> Bool) {
    var marks = [UInt32](repeating: 0, count: Self.count * Self.count)
    for red in 0..<Self.count {
      for green in 0..<Self.count {
        for blue in 0..<Self.count where isInside(red, green, blue) {
          marks[red << Self.bits | green] |= 1 << UInt32(blue)
        }
      }
    }
    self.marks = marks
  }

  /// Marks the cells that `conversion` takes into 0…1 in every channel, unclamped. Interval arithmetic over the values
  /// of all codes of a cell ensures that no colour of a marked cell leaves the gamut.
  package init(inside conversion: MatrixConversion) {
    precondition(!conversion.isGray, "grey has no gamut")
    let matrix = ColumnMatrix3x3(conversion.matrix)
    // The least and the most that each step of each channel adds to the target's channels.
    let parts = zip([matrix.x, matrix.y, matrix.z], conversion.source).map { column, curve in
      Self.ends(curve.linearValuesOfCodes()).map { end in
        let (a, b) = (column * end.low, column * end.high)
        return (low: pointwiseMin(a, b), high: pointwiseMax(a, b))
      }
    }
    self.init { red, green, blue in
      let low = parts[0][red].low + parts[1][green].low + parts[2][blue].low
      let high = parts[0][red].high + parts[1][green].high + parts[2][blue].high
      // The margin covers the rounding of these sums.
      return low.min() > 1e-12 && high.max() < 1 - 1e-12
    }
  }

  /// Least and largest linear value of the codes of each of the 32 steps of a channel.
  static func ends(_ values: [Double]) -> [(low: Double, high: Double)] {
    let width = values.count / count
    return (0..<count).map { step in
      let codes = values[step * width..<(step + 1) * width]
      return codes.reduce((low: Double.infinity, high: -Double.infinity)) {
        (min($0.low, $1), max($0.high, $1))
      }
    }
  }
}

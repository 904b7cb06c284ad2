import ImageFiles
import PNGCodec
import Pixels

/// Distinguishes pixels at edges that moved by a fraction of a pixel, as rasterizers of different machines draw them,
/// from pixels with other content.
///
/// An edge that moves by less than a pixel changes a pixel's colour towards a neighbour's, in proportion to the move.
/// So in one of the images or the other, the pixel lies, channel by channel, between the other image's pixel and its
/// neighbours there, at most three quarters of the way. Content that appears on plain ground, vanishes from it, or
/// changes the colour of an area has no such neighbours. A recoloured stroke has; there the sum of differences decides,
/// which a moving edge preserves.
struct MovedEdges {
  private let rows: MovedEdgeRows
  /// A bit for each asked pixel of a row, and for each of these that is at a moved edge.
  private var asked: [UInt64]
  private var moved: [UInt64]
  /// Exact differences, from left to right, which override those in `values`.
  private var exact: [(x: Int, difference: Double)] = []

  init(_ first: ComparedImage, _ second: ComparedImage) {
    rows = MovedEdgeRows(
      (first.color.converter, first.format), (second.color.converter, second.format),
      toSRGB: ComparedColor.toSRGB, width: first.header.width)
    asked = [UInt64](repeating: 0, count: rows.wordCount)
    moved = asked
  }

  /// Asks about the pixel at column `x` of a row, to the right of those before.
  mutating func ask(_ x: Int, _ difference: Double) {
    ask(1 << UInt64(x & 63), ofWord: x >> 6)
    exact.append((x, difference))
  }

  /// Asks about pixels of a row: bit i of entry w is column 64·w + i. Their differences are those in `values`, unless
  /// `note(_:_:)` sets others.
  mutating func ask(_ bits: UInt64, ofWord word: Int) { asked[word] |= bits }

  /// Sets the exact difference of an asked pixel, to the right of those set before.
  mutating func note(_ x: Int, _ difference: Double) { exact.append((x, difference)) }

  /// Decides on the asked pixels, and clears them: adds those with other content to `runs`, and sets the others to −1
  /// in `values`.
  ///
  /// - Parameters:
  ///   - strips: the strips with the rows around the pixels.
  ///   - row: the pixels' row in the strips.
  ///   - start: the index of the row's first pixel in `values`.
  /// - Returns: the number of pixels at moved edges.
  mutating func settle(
    _ strips: StripPair, row: Int, _ runs: inout DifferentRuns, _ values: inout [Float], from start: Int
  ) -> Int {
    guard asked.contains(where: { $0 != 0 }) else { return 0 }
    rows.find(
      y: strips.firstRow + row - strips.rows.lowerBound, row: row, strips.first.pixels, strips.second.pixels,
      asked: asked, into: &moved)
    var (count, known) = (0, 0)
    for word in asked.indices {
      count += moved[word].nonzeroBitCount
      var rest = asked[word]
      while rest != 0 {
        let x = word << 6 + rest.trailingZeroBitCount
        let isMoved = moved[word] & rest & (0 &- rest) != 0
        rest &= rest - 1
        while known < exact.count, exact[known].x < x { known += 1 }
        if isMoved {
          values[start + x] = -1
        } else {
          let isKnown = known < exact.count && exact[known].x == x
          runs.add(x, isKnown ? exact[known].difference : Double(values[start + x]))
        }
      }
      asked[word] = 0
    }
    exact.removeAll(keepingCapacity: true)
    return count
  }
}

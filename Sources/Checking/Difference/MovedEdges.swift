import ImageFiles
import PNGCodec
import Pixels

/// Tells pixels at edges that moved by a fraction of a pixel, as rasterizers of different machines draw them, from pixels
/// with another content.
///
/// An edge that moves by less than a pixel turns a pixel's colour towards that of a neighbour, by as much of their distance
/// as the edge moved. So the pixel of one image lies, channel by channel, between the pixel of the other image and its
/// neighbours there, at most three quarters of the way; and that is true of one image or of the other. What appears on
/// plain ground, vanishes from it, or changes the colour of an area has no such neighbours. A stroke that changes its
/// colour has: there the sum of the differences decides, which an edge that moves keeps.
struct MovedEdges {
  private let rows: MovedEdgeRows
  /// A bit for each pixel of a row that was asked about, and for each of them that is at a moved edge.
  private var asked: [UInt64]
  private var moved: [UInt64]
  /// Differences that are known better than `values` have them, from the left.
  private var exact: [(x: Int, difference: Double)] = []

  init(_ first: ComparedImage, _ second: ComparedImage) {
    rows = MovedEdgeRows(
      (first.color.converter, first.format), (second.color.converter, second.format),
      toSRGB: ComparedColor.toSRGB, width: first.header.width)
    asked = [UInt64](repeating: 0, count: rows.wordCount)
    moved = asked
  }

  /// Asks about the pixel at column `x` of a row, right of those before.
  mutating func ask(_ x: Int, _ difference: Double) {
    ask(1 << UInt64(x & 63), ofWord: x >> 6)
    exact.append((x, difference))
  }

  /// Asks about pixels of a row: bit i of word w is that of column 64·w + i. Their differences are those in `values`, unless
  /// `note(_:_:)` gives others.
  mutating func ask(_ bits: UInt64, ofWord word: Int) { asked[word] |= bits }

  /// The difference of a pixel that is asked about, right of those that this was said of before.
  mutating func note(_ x: Int, _ difference: Double) { exact.append((x, difference)) }

  /// Decides on the pixels that were asked about, and forgets them: adds those with another content to `runs`, and makes the
  /// others −1 in `values`.
  ///
  /// - Parameters:
  ///   - strips: hold the rows around the pixels.
  ///   - row: their row in the strips.
  ///   - start: the index of the row's first pixel in `values`.
  /// - Returns: how many are at moved edges.
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

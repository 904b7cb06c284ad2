package import Pixels

/// Draws text of any size into pictures: the characters of `PixelGlyph`, with neighbouring points joined by rounded
/// strokes with smooth edges.
package enum StrokeText {
  /// Distance from one character to the next, in distances of a glyph's points.
  private static let advance = 6.2
  /// Half a stroke's width, in the same unit.
  private static let radius = 0.45

  /// A glyph's point of ink, or a stroke from one to another.
  private struct Stroke {
    let from: SIMD2<Double>
    let to: SIMD2<Double>

    /// The distance of `point` from the stroke's middle line.
    func distance(_ point: SIMD2<Double>) -> Double {
      let (line, offset) = (to - from, point - from)
      let square = (line * line).sum()
      let share = square > 0 ? min(max((line * offset).sum() / square, 0), 1) : 0
      let rest = offset - share * line
      return (rest * rest).sum().squareRoot()
    }
  }

  /// Width in pixels, for letters `height` pixels high.
  static func width(_ text: String, height: Double) -> Int {
    Int((Double(text.count) * advance * unit(height)).rounded(.up))
  }

  /// Pixels from point to point; the outermost strokes extend beyond the points.
  private static func unit(_ height: Double) -> Double {
    height / (Double(PixelGlyph.height - 1) + 2 * radius)
  }

  /// Draws `text` on an RGB canvas; parts outside of it are left out.
  ///
  /// - Parameters:
  ///   - x: pixels from the left.
  ///   - y: pixels from the top.
  ///   - height: height of capital letters in pixels.
  ///   - ink: 8-bit encoded colour.
  package static func draw(
    _ text: String, x: Double, y: Double, height: Double, ink: SIMD3<UInt8>, on canvas: inout PixelBuffer
  ) {
    let unit = unit(height)
    for (index, character) in text.enumerated() {
      let left = x + Double(index) * advance * unit
      for stroke in strokes(of: character) {
        draw(stroke, at: SIMD2(left, y) + radius * unit, unit, ink, on: &canvas)
      }
    }
  }

  /// Joins points that are side by side or one below the other, and diagonal ones if nothing else joins them.
  private static func strokes(of character: Character) -> [Stroke] {
    let rows = PixelGlyph.rows(character).map { $0.map { $0 == "#" } }
    func isInk(_ x: Int, _ y: Int) -> Bool {
      rows.indices.contains(y) && rows[y].indices.contains(x) && rows[y][x]
    }
    var strokes: [Stroke] = []
    for (y, row) in rows.enumerated() {
      for x in row.indices where row[x] {
        let from = SIMD2(Double(x), Double(y))
        strokes.append(Stroke(from: from, to: from))
        for (right, down) in [(1, 0), (0, 1), (1, 1), (-1, 1)] where isInk(x + right, y + down) {
          let isCorner = right != 0 && down != 0 && (isInk(x + right, y) || isInk(x, y + down))
          if !isCorner { strokes.append(Stroke(from: from, to: from + SIMD2(Double(right), Double(down)))) }
        }
      }
    }
    return strokes
  }

  private static func draw(
    _ stroke: Stroke, at origin: SIMD2<Double>, _ unit: Double, _ ink: SIMD3<UInt8>,
    on canvas: inout PixelBuffer
  ) {
    let (a, b) = (origin + unit * stroke.from, origin + unit * stroke.to)
    let scaled = Stroke(from: a, to: b)
    let reach = radius * unit + 1
    let columns = columns(min(a.x, b.x) - reach, max(a.x, b.x) + reach, within: canvas.width)
    for row in self.columns(min(a.y, b.y) - reach, max(a.y, b.y) + reach, within: canvas.height) {
      let start = canvas.rowRange(row).lowerBound
      for column in columns {
        let distance = scaled.distance(SIMD2(Double(column) + 0.5, Double(row) + 0.5))
        let cover = min(max(radius * unit + 0.5 - distance, 0), 1)
        if cover > 0 { canvas.darken(towards: ink, by: cover, at: start + 3 * column) }
      }
    }
  }

  private static func columns(_ first: Double, _ last: Double, within count: Int) -> Range<Int> {
    let low = min(max(Int(first.rounded(.down)), 0), count)
    return low..<min(max(Int(last.rounded(.up)), low), count)
  }
}

extension PixelBuffer {
  /// Mixes the pixel whose first sample is `index` with `ink` by `cover`. Never makes it lighter, so that strokes that
  /// meet leave no seam.
  fileprivate mutating func darken(towards ink: SIMD3<UInt8>, by cover: Double, at index: Int) {
    for channel in 0..<3 {
      let mixed = 65535 * (1 - cover) + Double(ink[channel]) * 257 * cover
      samples[index + channel] = min(samples[index + channel], UInt16(mixed))
    }
  }
}

import Pixels

/// Takes the coloured fringes from letters that were drawn for the red, green and blue stripes of a screen, where paper becomes
/// transparent. They are right on one ground alone: on transparency, browsers and toolkits draw letters without. And a thin stem has no
/// pixel of the ink's own colour.
///
/// The letters of a word lie between two pixels of one ground in a row. Over the word, they darken the three channels of the ground
/// nearly alike; at one edge of a stem they darken red more than blue, at the other edge blue more than red. `remove` makes each pixel
/// darken the three channels alike. The result of a pixel depends on the pixels of its row alone.
enum SofteningFringes {
  /// The most pixels of letters in a row.
  private static let longest = 64
  /// The most that a pixel of the ground differs from it in a channel: six codes of 8 bits.
  private static let step = 1542
  /// The least difference of red and blue in a fringe: a sixteenth.
  private static let fringe = 4096
  /// Pixels at each side of one over which the channels are darkened by amounts that differ by half at most. A shape of colour is wider.
  private static let reach = 3

  /// Stands for a pixel that is not opaque, which ends no word and is in none.
  private static let translucent = SIMD3(repeating: -1 << 20)

  static func remove(from strip: inout PixelBuffer) {
    let format = strip.format
    guard !format.isGray else { return }
    for y in 0..<strip.height {
      let (first, end) = (strip.rowRange(y).lowerBound, strip.rowRange(y).upperBound)
      let hasColor = stride(from: first, to: end, by: format.channelCount).contains { index in
        abs(Int(strip.samples[index]) - Int(strip.samples[index + 2])) >= fringe
      }
      guard hasColor else { continue }
      let row = (0..<strip.width).map { x -> SIMD3<Int> in
        let index = first + x * format.channelCount
        let isOpaque = !format.hasAlpha || strip.samples[index + 3] == .max
        return isOpaque ? SIMD3(truncatingIfNeeded: strip.color(at: index)) : translucent
      }
      forEachWord(in: row) { columns, ground in
        for x in columns {
          let own = ground &- row[x]
          // What has no fringe keeps its colour: a tint that the ground has would be seen on black.
          guard own.max() - own.min() > step else { continue }
          let taken = own.wrappedSum() / 3
          for channel in 0..<3 {
            strip.samples[first + x * format.channelCount + channel] =
              UInt16(min(max(ground[channel] - taken, 0), 65535))
          }
        }
      }
    }
  }

  /// Calls `body` with the columns of letters that have fringes, and the colour of their ground.
  private static func forEachWord(in row: [SIMD3<Int>], _ body: (Range<Int>, SIMD3<Int>) -> Void) {
    var x = 0
    while x + 1 < row.count {
      let ground = row[x]
      let start = x + 1
      var end = start
      while end < row.count, end - start <= longest, differs(row[end], ground) { end += 1 }
      guard end > start, end < row.count, end - start <= longest else {
        x = start
        continue
      }
      if haveFringes(row[start..<end].map { ground &- $0 }) { body(start..<end, ground) }
      x = end
    }
  }

  private static func differs(_ color: SIMD3<Int>, _ ground: SIMD3<Int>) -> Bool {
    let difference = color &- ground
    return difference.max() > step || difference.min() < -step
  }

  /// Whether letters have fringes, by what their pixels take from the ground.
  private static func haveFringes(_ taken: [SIMD3<Int>]) -> Bool {
    let tilts = taken.map { $0.x - $0.z }
    guard tilts.contains(where: { $0 >= fringe }), tilts.contains(where: { $0 <= -fringe }) else {
      return false
    }
    let all = taken.reduce(.zero, &+)
    guard all.min() > 0, taken.allSatisfy({ $0.max() < 65536 }), (all.max() - all.min()) * 4 <= all.max()
    else { return false }
    return taken.indices.allSatisfy { x in
      let near = taken[max(0, x - reach)...min(taken.count - 1, x + reach)].reduce(.zero, &+)
      return near.max() <= 4 * step || (near.max() - near.min()) * 2 <= near.max()
    }
  }
}

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
  private static let step: Int32 = 1542
  /// The least difference of red and blue in a fringe: a sixteenth.
  private static let fringe: Int32 = 4096
  /// So many pixels of one colour beside each other are a shape, not a fringe.
  private static let level = 4
  /// Pixels at each side of one over which the channels are darkened by amounts that differ by half at most.
  private static let reach = 3

  /// Stands for a pixel that is not opaque, which ends no word and is in none.
  private static let translucent = SIMD3<Int32>(repeating: -1 << 20)

  static func remove(from strip: inout PixelBuffer) {
    let format = strip.format
    guard !format.isGray else { return }
    for y in 0..<strip.height {
      let (first, end) = (strip.rowRange(y).lowerBound, strip.rowRange(y).upperBound)
      let row = colors(of: strip.samples.span.extracting(first..<end), channels: format.channelCount)
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

  /// The pixels of a row; none if red and blue do not differ in both directions, as at the two edges of a stem.
  private static func colors(of row: Span<UInt16>, channels: Int) -> [SIMD3<Int32>] {
    var (least, most) = (Int32.max, Int32.min)
    for index in stride(from: 0, to: row.count, by: channels) {
      let tilt = Int32(row[index]) - Int32(row[index + 2])
      (least, most) = (min(least, tilt), max(most, tilt))
    }
    guard least < most, most - least >= 2 * fringe else { return [] }
    var colors: [SIMD3<Int32>] = []
    colors.reserveCapacity(row.count / channels)
    for index in stride(from: 0, to: row.count, by: channels) {
      let (red, green, blue) = (Int32(row[index]), Int32(row[index + 1]), Int32(row[index + 2]))
      let isOpaque = channels < 4 || row[index + 3] == .max
      colors.append(isOpaque ? SIMD3(red, green, blue) : translucent)
    }
    return colors
  }

  /// Calls `body` with the columns of letters that have fringes, and the colour of their ground.
  private static func forEachWord(in row: [SIMD3<Int32>], _ body: (Range<Int>, SIMD3<Int32>) -> Void) {
    guard var ground = row.first else { return }
    var x = 0
    while x + 1 < row.count {
      // A pixel between two letters may be a rest of both: the ground is that before the first one.
      if x > 0, !differs(row[x], row[x - 1]) { ground = row[x] }
      let start = x + 1
      var end = start
      if !differs(row[x], ground) {
        while end < row.count, end - start <= longest, differs(row[end], ground) { end += 1 }
      }
      let isWord = end > start && end < row.count && end - start <= longest
      if isWord, haveFringes(row[start..<end].map({ ground &- $0 })) { body(start..<end, ground) }
      x = isWord ? end : start
    }
  }

  private static func differs(_ color: SIMD3<Int32>, _ ground: SIMD3<Int32>) -> Bool {
    let difference = color &- ground
    return difference.max() > step || difference.min() < -step
  }

  /// Whether letters have fringes, by what their pixels take from the ground.
  private static func haveFringes(_ taken: [SIMD3<Int32>]) -> Bool {
    let tilts = taken.map { $0.x - $0.z }
    guard tilts.contains(where: { $0 >= fringe }), tilts.contains(where: { $0 <= -fringe }) else {
      return false
    }
    let all = taken.reduce(.zero, &+)
    guard all.min() > 0, taken.allSatisfy({ $0.max() < 65536 }), (all.max() - all.min()) * 4 <= all.max()
    else { return false }
    let isShape = taken.indices.dropFirst(level - 1).contains { x in
      abs(tilts[x]) >= fringe && (1..<level).allSatisfy { !differs(taken[x - $0], taken[x]) }
    }
    if isShape { return false }
    return taken.indices.allSatisfy { x in
      let near = taken[max(0, x - reach)...min(taken.count - 1, x + reach)].reduce(.zero, &+)
      return near.max() <= 4 * step || (near.max() - near.min()) * 2 <= near.max()
    }
  }
}

import Pixels

/// Takes the coloured fringes from letters that were drawn for the red, green and blue stripes of a screen, where paper becomes
/// transparent. They are right on one ground alone: on transparency, browsers and toolkits draw letters without. And a thin stem has no
/// pixel of the ink's own colour.
///
/// The letters of a word lie between two pixels of one ground in a row. What they take from the three channels over the word is the
/// ink; at one edge of a stem they take more from red than their ink does, at the other edge more from blue. `remove` makes each pixel
/// take from the channels what its ink does. The result of a pixel depends on the pixels of its row alone.
enum SofteningFringes {
  /// The most pixels of letters in a row.
  private static let longest = 64
  /// The most that a pixel of the ground differs from it in a channel: six codes of 8 bits.
  private static let step: Int32 = 1542
  /// The least difference of red and blue in a fringe: a sixteenth.
  private static let fringe: Int32 = 4096
  /// So many pixels of one colour beside each other are a shape, not a fringe.
  private static let level = 4
  /// Pixels at each side of one over which what is taken from the channels differs by half at most.
  private static let reach = 3
  /// The most that an ink takes from one channel, for what it takes from another.
  private static let hue = 2
  /// The most that has been taken from one channel and not yet from another one. Blue's stripe lies two thirds of a pixel behind red's;
  /// curves of two colours side by side take more. One in `leak` parts is forgotten with each pixel.
  private static let (shift, leak): (Int32, Int32) = (53_248, 16)

  /// Stands for a pixel that is not opaque, which ends no word and is in none.
  private static let translucent = SIMD3<Int32>(repeating: -1 << 20)

  static func remove(from strip: inout PixelBuffer) {
    let format = strip.format
    guard !format.isGray else { return }
    for y in 0..<strip.height {
      let (first, end) = (strip.rowRange(y).lowerBound, strip.rowRange(y).upperBound)
      let row = colors(of: strip.samples.span.extracting(first..<end), channels: format.channelCount)
      forEachWord(in: row) { columns, ground, ink in
        for x in columns {
          let own = inProportion(ground &- row[x], to: ink)
          // What has no fringe keeps its colour: a tint that the ground has would be seen on black.
          guard own.max() - own.min() > step else { continue }
          let taken = own.wrappedSum() / 3
          for channel in 0..<3 {
            let code = Int(ground[channel]) - Int(taken) * ink[channel] / ink.max()
            strip.samples[first + x * format.channelCount + channel] = UInt16(min(max(code, 0), 65535))
          }
        }
      }
    }
  }

  /// What a pixel takes from the channels, in proportion to what its ink takes: three equal numbers where the pixel has no fringe.
  private static func inProportion(_ taken: SIMD3<Int32>, to ink: SIMD3<Int>) -> SIMD3<Int32> {
    SIMD3(clamping: SIMD3<Int>(truncatingIfNeeded: taken) &* ink.max() / ink)
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

  /// Calls `body` with the columns of letters that have fringes, the colour of their ground, and what they take from its channels.
  private static func forEachWord(
    in row: [SIMD3<Int32>], _ body: (Range<Int>, SIMD3<Int32>, SIMD3<Int>) -> Void
  ) {
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
      if isWord, let ink = ink(ofLetters: row[start..<end].map { ground &- $0 }) {
        body(start..<end, ground, ink)
      }
      x = isWord ? end : start
    }
  }

  private static func differs(_ color: SIMD3<Int32>, _ ground: SIMD3<Int32>) -> Bool {
    let difference = color &- ground
    return difference.max() > step || difference.min() < -step
  }

  /// What letters take from the channels together, by what their pixels take; nil if they have no fringes.
  private static func ink(ofLetters pixels: [SIMD3<Int32>]) -> SIMD3<Int>? {
    var ink = pixels.reduce(into: SIMD3<Int>()) { $0 &+= SIMD3(truncatingIfNeeded: $1) }
    guard ink.min() > 0, ink.max() <= hue * ink.min(), pixels.allSatisfy({ $0.max() < 65536 }) else {
      return nil
    }
    // A quarter is noise in grey ink.
    if (ink.max() - ink.min()) * 4 <= ink.max() { ink = SIMD3(repeating: ink.max()) }
    let taken = pixels.map { inProportion($0, to: ink) }
    let tilts = taken.map { $0.x - $0.z }
    guard tilts.contains(where: { $0 >= fringe }), tilts.contains(where: { $0 <= -fringe }) else {
      return nil
    }
    var ahead = SIMD3<Int32>()
    for pixel in taken {
      ahead = ahead &+ pixel &- pixel.wrappedSum() / 3 &- ahead / leak
      guard ahead.max() - ahead.min() <= shift else { return nil }
    }
    let isShape = taken.indices.dropFirst(level - 1).contains { x in
      abs(tilts[x]) >= fringe && (1..<level).allSatisfy { !differs(taken[x - $0], taken[x]) }
    }
    if isShape { return nil }
    let areLetters = taken.indices.allSatisfy { x in
      let near = taken[max(0, x - reach)...min(taken.count - 1, x + reach)].reduce(.zero, &+)
      return near.max() <= 4 * step || (near.max() - near.min()) * 2 <= near.max()
    }
    return areLetters ? ink : nil
  }
}

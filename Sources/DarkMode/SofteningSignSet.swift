import Pixels

/// The signs that stay on a region of ink. Of the letters, digits or icons of a set, more than a quarter have nearly one height, or one
/// width where the text is turned.
struct SofteningSignSet {
  private(set) var count = 0, largest: UInt32 = 0, pixels: Float = 0
  /// By height and by width, the signs of at least `leastSign` pixels, and how many they are. Smaller ones may be pieces of
  /// letters.
  private var heights: [Int: Int] = [:], widths: [Int: Int] = [:], tall = 0
  /// Those of them that fill the rectangle around them.
  private var rectangles = 0

  private static let leastSign: UInt32 = 24

  mutating func add(_ sign: SofteningRegion) {
    count += 1
    largest = max(largest, sign.pixels)
    pixels += Float(sign.pixels)
    guard sign.pixels >= Self.leastSign else { return }
    heights[sign.height, default: 0] += 1
    widths[sign.width, default: 0] += 1
    tall += 1
    rectangles += Int(sign.pixels) * 32 >= sign.box * 31 ? 1 : 0
  }

  private static func count(_ range: ClosedRange<Int>, in sizes: [Int: Int]) -> Int {
    range.reduce(0) { $0 + sizes[$1, default: 0] }
  }

  /// Whether at least three signs have this height, to an eighth.
  func hasThree(ofHeight height: Int) -> Bool {
    Self.count(height - height / 8...height + height / 8, in: heights) >= 3
  }

  /// The most signs that have nearly one height or, where there are more than four signs, nearly one width, as the letters of a turned
  /// word have. Three or four gaps between bars may have one width, too.
  private var alike: Int {
    (tall > 4 ? [heights, widths] : [heights]).flatMap { sizes in
      sizes.keys.map { Self.count($0...$0 + $0 / 16, in: sizes) }
    }.max() ?? 0
  }

  /// Whether these look like gaps between shapes: no height and no width is that of a set, or nearly all are rectangles, as gaps between
  /// bars are. Fewer than three signs do not tell, nor do fewer than five with smaller ones among them; three rectangles may be the bars
  /// of a menu.
  var isOfGaps: Bool {
    let isOfManyHeights = (tall > 4 || tall > 2 && tall == count) && alike * 4 <= tall + 1
    return isOfManyHeights || tall > 3 && rectangles * 8 >= tall * 7
  }
}

import Pixels

/// The signs that stay on a region of ink. Of the letters, digits or icons of a set, more than a quarter have nearly one height.
struct SofteningSignSet {
  private(set) var count = 0, largest: UInt32 = 0, pixels: Float = 0
  /// By height, the signs of at least `leastSign` pixels, and how many they are. Smaller ones may be pieces of letters.
  private var heights: [Int: Int] = [:], tall = 0

  private static let leastSign: UInt32 = 24

  mutating func add(_ sign: SofteningRegion) {
    count += 1
    largest = max(largest, sign.pixels)
    pixels += Float(sign.pixels)
    guard sign.pixels >= Self.leastSign else { return }
    heights[Int(sign.height), default: 0] += 1
    tall += 1
  }

  private func count(_ range: ClosedRange<Int>) -> Int {
    range.reduce(0) { $0 + heights[$1, default: 0] }
  }

  /// The most signs that have nearly one height.
  private var alike: Int { heights.keys.map { count($0...$0 + $0 / 16) }.max() ?? 0 }

  /// Whether no height is that of a set. Fewer than three signs do not tell, nor do fewer than five with smaller ones among them.
  var isOfManyHeights: Bool { (tall > 4 || tall > 2 && tall == count) && alike * 4 <= tall + 1 }

  /// Whether there are three signs, but no three of them, or not more than a quarter of all, have nearly one height. Openings of a
  /// photograph have to be a set; other signs have only to be none of many heights.
  var isNoSet: Bool { tall > 2 && !isSet(alike) }

  /// Whether at least three signs, and more than a quarter of all, are nearly as high as `region`.
  func hasHeight(of region: SofteningRegion) -> Bool {
    let height = Int(region.height)
    return region.pixels >= Self.leastSign && isSet(count(height - height / 16...height + height / 16))
  }

  private func isSet(_ alike: Int) -> Bool { alike > 2 && alike * 4 > tall }
}

package import Basics
package import Colors

/// Neighbouring areas of an image whose colours merge for people who lack one kind of cone.
package struct ColorVisionReport: Sendable {
  /// Edges of at most this many pixels are ignored as specks.
  package static let leastPixels = 16

  /// Pairs of colours, those that meet along most pixels first.
  package let pairs: [ColorVisionPair]
  /// Places, the longest edges first, without specks.
  package let regions: [GamutRegion]

  /// - Parameter pairs: in the order found; pairs of nearly the same colours are joined.
  init(pairs: some Sequence<ColorVisionPair>, regions: [GamutRegion]) {
    var joined: [ColorVisionPair] = []
    for pair in pairs.sorted(by: { $0.precedes($1) }) {
      if let place = joined.firstIndex(where: { $0.isLike(pair) }) {
        joined[place].add(pair)
      } else {
        joined.append(pair)
      }
    }
    self.pairs = joined.sorted { $0.precedes($1) }
    self.regions = regions
  }
}

/// Two colours that meet in an image.
package struct ColorVisionPair: Sendable {
  /// Packed as in `ColorVisionEdge`; of joined pairs the colours of the longest edge.
  private let first, second: UInt32
  /// The kinds of vision for which the colours merge.
  package let merging: ColorVisionDifference.Merging
  /// Pixels along which they meet.
  package private(set) var pixels = 0

  private var columns: ClosedRange<Int>
  private var rows: ClosedRange<Int>

  /// A pair found at `x`, `y`; its first pixel is added later.
  init(_ edge: ColorVisionEdge, _ merging: ColorVisionDifference.Merging, x: Int, y: Int) {
    (first, second) = (edge.before, edge.after)
    self.merging = merging
    columns = x...x
    rows = y...y
  }

  /// The box of all edges.
  package var box: ImageRegion { ImageRegion(columns: columns, rows: rows) }

  mutating func add(x: Int, y: Int) {
    pixels += 1
    columns = min(columns.lowerBound, x)...max(columns.upperBound, x)
    rows = min(rows.lowerBound, y)...max(rows.upperBound, y)
  }

  /// `#RRGGBB` in sRGB.
  package var colors: [String] { [first, second].map(Self.text).sorted() }

  /// Adds the edges of `other`.
  mutating func add(_ other: ColorVisionPair) {
    pixels += other.pixels
    columns =
      min(columns.lowerBound, other.columns.lowerBound)...max(columns.upperBound, other.columns.upperBound)
    rows = min(rows.lowerBound, other.rows.lowerBound)...max(rows.upperBound, other.rows.upperBound)
  }

  /// Whether nearly the same colours merge for the same kinds of vision.
  func isLike(_ other: ColorVisionPair) -> Bool {
    guard merging.vision == other.merging.vision else { return false }
    return ColorVisionEdge.areNear(first, other.first) && ColorVisionEdge.areNear(second, other.second)
      || ColorVisionEdge.areNear(first, other.second) && ColorVisionEdge.areNear(second, other.first)
  }

  /// Longer edges first, then the smaller difference, then by name.
  func precedes(_ other: ColorVisionPair) -> Bool {
    if pixels != other.pixels { return pixels > other.pixels }
    if merging.difference != other.merging.difference { return merging.difference < other.merging.difference }
    return colors.joined() < other.colors.joined()
  }

  private static func text(_ pixel: UInt32) -> String {
    let codes = ColorVisionEdge.codes(pixel)
    let digits = String(codes.x << 16 | codes.y << 8 | codes.z, radix: 16, uppercase: true)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}

/// Neighbouring areas of an image whose colours merge for people who lack one kind of cones.
struct ColorVisionReport: Sendable {
  /// Edges of so many pixels or fewer say nothing: specks.
  static let leastPixels = 8

  /// The pairs of colours that meet along the most pixels first.
  let pairs: [ColorVisionPair]
  /// Where, the longest edges first, without specks.
  let regions: [GamutRegion]
}

/// Two colours that meet in an image.
struct ColorVisionPair: Sendable {
  /// `#RRGGBB` as sRGB shows them; of nearly equal pairs the first that was met.
  let colors: [String]
  /// Who sees them as one.
  let merging: ColorVisionDifference.Merging
  /// Pixels along which they meet.
  private(set) var pixels = 0

  private var columns: ClosedRange<Int>
  private var rows: ClosedRange<Int>

  /// A pair that is met at `x`, `y`, where its first pixel is still to be added.
  init(_ edge: ColorVisionEdge, _ merging: ColorVisionDifference.Merging, x: Int, y: Int) {
    colors = [edge.before, edge.after].map(Self.text).sorted()
    self.merging = merging
    columns = x...x
    rows = y...y
  }

  /// The box of all edges.
  var box: ImageRegion { ImageRegion(columns: columns, rows: rows) }

  mutating func add(x: Int, y: Int) {
    pixels += 1
    columns = min(columns.lowerBound, x)...max(columns.upperBound, x)
    rows = min(rows.lowerBound, y)...max(rows.upperBound, y)
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

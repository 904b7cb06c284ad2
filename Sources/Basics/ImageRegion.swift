/// A box in an image, in pixels from its upper left corner.
///
/// Types that contain a box beside other values write it flat into their JSON: `box.encode(to: encoder)` first, then
/// their own keys.
public struct ImageRegion: Sendable, Hashable, Codable {
  /// The leftmost column, from 0.
  public let x: Int
  /// The topmost row, from 0.
  public let y: Int
  /// Number of columns, at least 1.
  public let width: Int
  /// Number of rows, at least 1.
  public let height: Int

  /// A box as given.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The box of these columns and rows.
  package init(columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    self.init(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }

  /// Pixels in the box.
  package var area: Int { width * height }
}

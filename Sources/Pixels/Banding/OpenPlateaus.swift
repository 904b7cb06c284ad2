/// The plateaus that a set of parallel lines is in.
public struct OpenPlateaus: Sendable, Hashable {
  /// Least and greatest sample, and samples so far; 0 for a line that has not begun.
  public var low, high, length: [UInt16]

  /// `count` lines that have not begun.
  public init(count: Int) {
    low = [UInt16](repeating: 0, count: count)
    high = low
    length = low
  }

  /// A plateau that ended.
  public struct Closed: Sendable, Hashable {
    /// The line that left it.
    public var line: Int
    /// The middle between its least and its greatest sample.
    public var middle: UInt16
    /// Its samples.
    public var length: UInt16
  }
}

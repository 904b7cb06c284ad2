/// One part of a pipeline's work that is split over machines: which, of how many.
public struct BatchShard: Sendable, Hashable, CustomStringConvertible {
  /// From 1 to `count`.
  public let index: Int
  /// From 1.
  public let count: Int

  /// The shard `index` of `count`; nil for numbers that do not fit.
  public init?(index: Int, count: Int) {
    guard count >= 1, (1...count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  /// Reads `i/n`.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]) else { return nil }
    self.init(index: index, count: count)
  }

  /// `i/n`.
  public var description: String { "\(index)/\(count)" }

  /// Whether the source at `path` is this shard's: by a hash of its path, so that the split does not depend
  /// on which other files there are.
  func contains(_ path: String) -> Bool { SHA256.hash(path).prefix % UInt64(count) == UInt64(index - 1) }
}

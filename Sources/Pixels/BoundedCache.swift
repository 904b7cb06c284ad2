/// The last `capacity` values that were made, by the key they were made from, and no more than have `size` together, or one.
/// The oldest is dropped first.
///
/// To be kept in a `Mutex` whose lock is held while a value is made: two threads never make one twice.
package struct BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let capacity: Int
  private let size: Int
  private var values: [Key: Value] = [:]
  private var order: [(key: Key, size: Int)] = []

  /// An empty cache.
  package init(capacity: Int, size: Int = .max) {
    precondition(capacity > 0, "a cache without room")
    self.capacity = capacity
    self.size = size
  }

  /// Values that are there.
  package var count: Int { order.count }

  /// The value for `key`, made if it is not there, for which others make room first. Where making throws, nothing is
  /// stored.
  package mutating func value<Failure: Error>(
    for key: Key, size: Int = 0, make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if let value = values[key] { return value }
    while order.count >= capacity || !order.isEmpty && order.reduce(size, { $0 + $1.size }) > self.size {
      values[order.removeFirst().key] = nil
    }
    let value = try make()
    values[key] = value
    order.append((key, size))
    return value
  }
}

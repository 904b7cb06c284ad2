/// The last `capacity` values, by the key they were made from. Together they have at most `size`, unless a
/// single value is larger. The oldest value is dropped first.
///
/// Keep it in a `Mutex` whose lock is held while a value is made, so that no two threads make the same value.
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

  /// Number of stored values.
  package var count: Int { order.count }

  /// The value for `key`. A missing value is made, and the oldest values make room for it. Nothing is stored
  /// if `make` throws.
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

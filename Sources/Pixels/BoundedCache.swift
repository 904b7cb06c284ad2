/// The last `capacity` values that were made, by the key they were made from. The oldest is dropped first.
///
/// To be kept in a `Mutex` whose lock is held while a value is made: two threads never make one twice.
package struct BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let capacity: Int
  private var values: [Key: Value] = [:]
  private var order: [Key] = []

  /// An empty cache.
  package init(capacity: Int) {
    precondition(capacity > 0, "a cache without room")
    self.capacity = capacity
  }

  /// The value for `key`, made if it is not there. Where making throws, nothing is stored.
  package mutating func value<Failure: Error>(
    for key: Key, make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if let value = values[key] { return value }
    let value = try make()
    if order.count == capacity { values[order.removeFirst()] = nil }
    values[key] = value
    order.append(key)
    return value
  }
}

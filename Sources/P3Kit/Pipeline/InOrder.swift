/// Values that come in any order and leave in that of their numbers, from 0 on.
struct InOrder<Value> {
  private var waiting: [Int: Value] = [:]

  /// The number of the value that leaves next.
  private var position = 0

  /// Whether the next value is there.
  var hasNext: Bool { waiting[position] != nil }

  /// Takes value number `index`, which has not left yet.
  mutating func put(_ value: Value, at index: Int) { waiting[index] = value }

  /// The next value, if it is there.
  mutating func next() -> Value? {
    guard let value = waiting.removeValue(forKey: position) else { return nil }
    position += 1
    return value
  }
}

/// Processes independent items in parallel and delivers the results in the items' order.
package enum OrderedParallel {
  /// Applies `work` to every item, at most `limit` at once, and calls `deliver` with each result in the items' order,
  /// as early as possible. Work that waits for the disk (`ConcurrencyLimit.blocking`) does not count.
  ///
  /// Up to twice `limit` tasks exist at a time, so that one is ready when another lends or returns its slot.
  package static func forEach<Item: Sendable, Value: Sendable>(
    _ items: [Item], limit: Int, work: @escaping @Sendable (Item) async -> Value,
    deliver: (Item, Value) -> Void
  ) async {
    precondition(limit >= 1, "nothing can run with no worker")
    let slots = ConcurrencyLimit(limit)
    await withTaskGroup(of: (Int, Value).self) { group in
      var started = 0
      var waiting = InOrder<(Item, Value)>()
      func start() {
        guard started < items.count else { return }
        let (index, item) = (started, items[started])
        group.addTask { (index, await slots.run { await work(item) }) }
        started += 1
      }
      for _ in 0..<2 * limit { start() }
      while let (index, value) = await group.next() {
        waiting.put((items[index], value), at: index)
        while let (item, value) = waiting.next() { deliver(item, value) }
        start()
      }
    }
  }
}

/// Accepts values in any order and returns them in the order of their numbers, from 0 on.
package struct InOrder<Value> {
  private var waiting: [Int: Value] = [:]

  /// The number of the next value to return.
  private var position = 0

  package init() {}

  /// Whether the next value is available.
  package var hasNext: Bool { waiting[position] != nil }

  /// Adds value number `index`, which has not been returned yet.
  package mutating func put(_ value: Value, at index: Int) { waiting[index] = value }

  /// The next value, if available.
  package mutating func next() -> Value? {
    guard let value = waiting.removeValue(forKey: position) else { return nil }
    position += 1
    return value
  }
}

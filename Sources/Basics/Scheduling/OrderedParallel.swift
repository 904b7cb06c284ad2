/// Works on independent items side by side and delivers the results in the items' order.
package enum OrderedParallel {
  /// Applies `work` to every item, at most `limit` at once, and calls `deliver` with each result in the items' order, as
  /// early as that order allows. Work that waits for the disk (`ConcurrencyLimit.blocking`) does not count.
  ///
  /// Up to twice `limit` tasks exist at any time: when one lends or gives back its slot, another is ready to take it.
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

/// Values that come in any order and leave in the order of their numbers, from 0 on.
package struct InOrder<Value> {
  private var waiting: [Int: Value] = [:]

  /// The number of the value that leaves next.
  private var position = 0

  package init() {}

  /// Whether the next value is there.
  package var hasNext: Bool { waiting[position] != nil }

  /// Takes value number `index`, which has not left yet.
  package mutating func put(_ value: Value, at index: Int) { waiting[index] = value }

  /// The next value, if it is there.
  package mutating func next() -> Value? {
    guard let value = waiting.removeValue(forKey: position) else { return nil }
    position += 1
    return value
  }
}

import Dispatch
import Synchronization
import Testing

@testable import Basics

@Suite struct ConcurrencyLimitTests {
  /// How much runs at once, and the most so far.
  private final class Count: Sendable {
    private let values = Mutex((now: 0, most: 0))
    var most: Int { values.withLock { $0.most } }
    func begin() {
      values.withLock { values in
        values.now += 1
        values.most = max(values.most, values.now)
      }
    }
    func end() { values.withLock { $0.now -= 1 } }
  }

  @Test(arguments: [1, 2, 3])
  func noMoreThanTheLimitRunsAtOnce(limit: Int) async {
    let running = Count()
    var delivered: [Int] = []
    await OrderedParallel.forEach(Array(0..<40), limit: limit) { item in
      running.begin()
      await Task.yield()
      running.end()
      return item * item
    } deliver: { item, value in
      #expect(value == item * item)
      delivered.append(item)
    }
    #expect(delivered == Array(0..<40))
    #expect((1...limit).contains(running.most))
  }

  @Test func whatWaitsMakesRoomAndGoesOnWithASlot() async {
    let slots = ConcurrencyLimit(1)
    let (running, gate) = (Count(), DispatchSemaphore(value: 0))
    let hasBegun = Atomic(false)
    async let first = slots.run {
      hasBegun.store(true, ordering: .relaxed)
      // Else it would wait where it is, and nobody would open the gate.
      while !slots.hasWaitingTasks { await Task.yield() }
      await ConcurrencyLimit.blocking { gate.wait() }
      running.begin()
      await Task.yield()
      running.end()
    }
    while !hasBegun.load(ordering: .relaxed) { await Task.yield() }
    async let second = slots.run {
      running.begin()
      gate.signal()
      await Task.yield()
      running.end()
      return true
    }
    #expect(await second)
    await first
    #expect(running.most == 1)
  }

  @Test func outsideASlotThereIsNothingToGiveBack() async {
    #expect(await ConcurrencyLimit.blocking { 7 } == 7)
  }
}

import Synchronization
import Testing

@testable import Basics

/// Large images share memory, in their order.
@Suite struct MemoryPermitsTests {
  /// What is taken now, and what was taken at most.
  private final class Usage: Sendable {
    private let state = Mutex([0, 0])
    var now: Int { state.withLock { $0[0] } }
    var most: Int { state.withLock { $0[1] } }

    func add(_ bytes: Int) {
      state.withLock { state in
        state[0] += bytes
        state[1] = max(state[1], state[0])
      }
    }
  }

  /// What happened, in order.
  private final class Journal: Sendable {
    private let state = Mutex<[String]>([])
    var lines: [String] { state.withLock { $0 } }
    func note(_ line: String) { state.withLock { $0.append(line) } }
  }

  @Test func smallImagesCountForNothing() async {
    let permits = MemoryPermits(capacity: 1)
    #expect(await permits.take(1 << 20) == 0)
    #expect(await permits.take(15 << 20) == 0)
  }

  @Test func togetherTheyTakeNoMoreThanThereIs() async {
    let permits = MemoryPermits(capacity: 100 << 20)
    let usage = Usage()
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<200 {
        group.addTask {
          let bytes = await permits.take((17 + index % 40) << 20)
          usage.add(bytes)
          await Task.yield()
          usage.add(-bytes)
          permits.giveBack(bytes)
        }
      }
    }
    #expect(usage.now == 0)
    #expect(usage.most > 56 << 20 && usage.most <= 100 << 20)
  }

  /// One that needs more than there is waits until it is alone, and is not passed by others for ever.
  @Test func oneThatNeedsMoreIsAlone() async {
    let permits = MemoryPermits(capacity: 50 << 20)
    let first = await permits.take(20 << 20)
    let journal = Journal()
    async let large: Void = {
      let bytes = await permits.take(500 << 20)
      journal.note("large")
      permits.giveBack(bytes)
    }()
    for _ in 0..<100 { await Task.yield() }
    journal.note("first ends")
    permits.giveBack(first)
    await large
    #expect(journal.lines == ["first ends", "large"])
  }
}

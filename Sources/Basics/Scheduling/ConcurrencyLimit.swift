import Dispatch
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Limits how many pieces of work run at once: each holds a slot while it computes, and lends the slot to another while
/// it only waits for the disk.
package final class ConcurrencyLimit: Sendable {
  /// The limit whose slot the current task holds; nil outside `run`.
  @TaskLocal private static var current: ConcurrencyLimit?

  private struct State {
    /// Slots that no task holds; 0 while tasks are waiting.
    var free: Int
    /// Tasks that wait for a slot, the longest waiting first.
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  /// A limit of `count` slots.
  init(_ count: Int) { state = Mutex(State(free: count)) }

  /// Waits for a slot, runs `work` and returns the slot.
  func run<Value: Sendable>(_ work: @Sendable () async -> Value) async -> Value {
    await take()
    defer { giveBack() }
    return await Self.$current.withValue(self, operation: work)
  }

  /// Runs `work`, which blocks its thread without using the processor, such as fsync(2).
  ///
  /// If other tasks wait for a slot, one gets the current task's slot, `work` runs on a thread of its own, and the
  /// current task then waits for a slot again. Otherwise, and outside of `run`, `work` runs on this thread.
  package static func blocking<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    guard let limit = current, limit.hasWaitingTasks else { return work() }
    limit.giveBack()
    let folders = TrustedFolders.current
    let value = await withCheckedContinuation { continuation in
      // The new thread does not inherit which folders the task may touch.
      DispatchQueue.global().async {
        continuation.resume(returning: TrustedFolders.$current.withValue(folders, operation: work))
      }
    }
    await limit.take()
    return value
  }

  /// Whether tasks wait for a slot.
  var hasWaitingTasks: Bool { state.withLock { !$0.waiting.isEmpty } }

  /// Waits for a slot for work that ends elsewhere; the code there must call `giveBack`.
  func take() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free > 0 else {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  /// Returns the slot of a `take`.
  func giveBack() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}

/// The processors this process may use.
package enum ProcessorCount {
  /// At least 1; on Linux limited by the affinity mask, so that `taskset` and containers count.
  package static let available = max(1, ProcessInfo.processInfo.activeProcessorCount)
}

import Dispatch
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How much work of a run may be under way at once. What only waits for the disk makes room for the next.
final class ConcurrencyLimit: Sendable {
  /// Those that the current task holds one of; nil outside `run`.
  @TaskLocal private static var current: ConcurrencyLimit?

  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(_ count: Int) { state = Mutex(State(free: count)) }

  /// Runs `work` as soon as there is a slot for it.
  func run<Value: Sendable>(_ work: @Sendable () async -> Value) async -> Value {
    await take()
    defer { giveBack() }
    return await Self.$current.withValue(self, operation: work)
  }

  /// Does `waiting`, which blocks its thread for long without using it, on a thread of its own while other work that
  /// is ready uses the slot; at once where there is none.
  static func pause<Value: Sendable>(_ waiting: @escaping @Sendable () -> Value) async -> Value {
    guard let slots = current, slots.isAskedFor else { return waiting() }
    slots.giveBack()
    let value = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: waiting()) }
    }
    await slots.take()
    return value
  }

  /// Whether other work is ready for a slot.
  var isAskedFor: Bool { state.withLock { !$0.waiting.isEmpty } }

  private func take() async {
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

  private func giveBack() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}

/// The processors this process may use.
public enum ProcessorCount {
  /// At least 1; on Linux what the affinity mask allows, so that `taskset` and containers count.
  public static let available = max(1, ProcessInfo.processInfo.activeProcessorCount)
}

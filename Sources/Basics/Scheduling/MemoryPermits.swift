import Synchronization

/// Memory shared by the large images of a run: together they take no more than the capacity, and one that needs all of
/// it or more runs alone. Images of ordinary width do not count.
package final class MemoryPermits: Sendable {
  /// Bytes from which on an image counts as large.
  private static let largeImage = 16 << 20

  private struct State {
    var used = 0
    /// Waiting images, the longest waiting first.
    var waiting: [(bytes: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let capacity: Int
  private let state = Mutex(State())

  /// Permits for `capacity` bytes.
  package init(capacity: Int) { self.capacity = capacity }

  /// Waits until there is room for an image that takes `bytes`. A holder must not wait for another image's permit
  /// (deadlock).
  ///
  /// - Returns: the number to pass to `giveBack`.
  package func take(_ bytes: Int) async -> Int {
    guard bytes >= Self.largeImage else { return 0 }
    await withCheckedContinuation { continuation in
      let isTaken = state.withLock { state -> Bool in
        guard state.waiting.isEmpty, hasRoom(for: bytes, state) else {
          state.waiting.append((bytes, continuation))
          return false
        }
        state.used += bytes
        return true
      }
      if isTaken { continuation.resume() }
    }
    return bytes
  }

  /// Returns a number from `take`; waiting images continue in order as far as there is room.
  package func giveBack(_ bytes: Int) {
    guard bytes > 0 else { return }
    let next = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.used -= bytes
      var next: [CheckedContinuation<Void, Never>] = []
      while let first = state.waiting.first, hasRoom(for: first.bytes, state) {
        state.used += first.bytes
        next.append(state.waiting.removeFirst().continuation)
      }
      return next
    }
    for continuation in next { continuation.resume() }
  }

  private func hasRoom(for bytes: Int, _ state: State) -> Bool {
    state.used == 0 || bytes <= capacity - state.used
  }
}

import Synchronization

/// Memory that the large images of a run share: together they take no more than there is, and one that needs all of it, or
/// more, has no other beside it. Images of ordinary width count for nothing.
package final class MemoryPermits: Sendable {
  /// Bytes from which on an image counts.
  private static let largeImage = 16 << 20

  private struct State {
    var used = 0
    /// Images that wait, the longest first.
    var waiting: [(bytes: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let capacity: Int
  private let state = Mutex(State())

  /// Permits for `capacity` bytes.
  package init(capacity: Int) { self.capacity = capacity }

  /// Waits until there is room for an image that takes `bytes`. Whoever has taken them waits for nothing that another image
  /// holds until they are given back.
  ///
  /// - Returns: what to give back.
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

  /// Gives back what `take` returned; images that wait go on where there is room, in their order.
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

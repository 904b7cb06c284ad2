import Synchronization

/// Collects what tasks have finished, for one reader that does not wait.
final class Mailbox<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])

  /// Adds `value` behind the others.
  func put(_ value: Value) { values.withLock { $0.append(value) } }

  /// Everything that has come in since the last call, in order.
  func takeAll() -> [Value] {
    values.withLock { values in
      defer { values = [] }
      return values
    }
  }
}

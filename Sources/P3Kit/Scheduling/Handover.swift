import Synchronization

/// Carries a value that cannot be copied into or out of the task that shall own it.
final class Handover<Value: ~Copyable & Sendable>: Sendable {
  private let value: Mutex<Value?>

  init(_ value: consuming sending Value) { self.value = Mutex(consume value) }

  /// The value; whoever calls this owns it from then on. To be called once.
  func take() -> Value {
    guard let value = value.withLock({ $0.take() }) else { preconditionFailure("handed over already") }
    return value
  }
}

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

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

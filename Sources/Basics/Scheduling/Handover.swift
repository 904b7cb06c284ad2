import Synchronization

/// Passes one noncopyable value from a task to another; closures of tasks cannot capture such values.
package final class Handover<Value: ~Copyable & Sendable>: Sendable {
  private let value: Mutex<Value?>

  /// Takes `value` from the task that owned it.
  package init(_ value: consuming sending Value) { self.value = Mutex(consume value) }

  /// Passes ownership of the value to the caller. Traps when called again.
  package func take() -> Value {
    guard let value = value.withLock({ $0.take() }) else { preconditionFailure("handed over already") }
    return value
  }
}

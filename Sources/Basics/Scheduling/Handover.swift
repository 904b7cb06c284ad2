import Synchronization

/// Carries one value that cannot be copied from a task to another: closures of tasks cannot take such values along.
package final class Handover<Value: ~Copyable & Sendable>: Sendable {
  private let value: Mutex<Value?>

  /// Takes `value` over from the task that owned it.
  package init(_ value: consuming sending Value) { self.value = Mutex(consume value) }

  /// Gives the value to the caller, who owns it from then on. Traps when it is called again.
  package func take() -> Value {
    guard let value = value.withLock({ $0.take() }) else { preconditionFailure("handed over already") }
    return value
  }
}

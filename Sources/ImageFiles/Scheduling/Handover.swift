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

/// What tasks have finished, until the one reader asks for it. Neither side waits for the other.
package final class Mailbox<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])

  package init() {}

  /// Adds `value` behind the others.
  package func put(_ value: Value) { values.withLock { $0.append(value) } }

  /// Everything that was put in since the last call, in order.
  package func takeAll() -> [Value] {
    values.withLock { values in
      defer { values = [] }
      return values
    }
  }
}

import Pixels
import Synchronization

/// Carries a pixel buffer, which cannot be copied, into the task that shall own it.
final class Handover: Sendable {
  private let buffer: Mutex<PixelBuffer?>

  init(_ buffer: consuming PixelBuffer) { self.buffer = Mutex(consume buffer) }

  /// The buffer; the task that calls this owns it from then on. To be called once.
  func take() -> PixelBuffer {
    guard let buffer = buffer.withLock({ $0.take() }) else { preconditionFailure("handed over already") }
    return buffer
  }
}

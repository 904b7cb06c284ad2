@testable import Pixels

/// A picture that contenders share, and may change and restore.
final class Picture {
  var buffer: PixelBuffer
  private let original: [UInt16]

  init(_ buffer: consuming PixelBuffer) {
    original = Array(buffer.samples)
    self.buffer = buffer
  }

  /// Makes the samples what they were, in their own storage.
  func restore() { buffer.samples.withUnsafeMutableBufferPointer { _ = $0.update(fromContentsOf: original) } }
}

internal import CPNGShims

/// The reading of a segment of an image's data, as `PNGSegmentEncoder` makes them, before the image's reader comes to it.
@safe
package final class PNGSegmentReading: @unchecked Sendable {
  // Unchecked: the C reading has a lock of its own.
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) { unsafe self.handle = handle }

  deinit { unsafe p3png_reading_close(handle) }

  /// Reads the segment, checks its CRC and inflates it, unless the reader has done so or no longer needs it. On any thread.
  package func run() { unsafe p3png_reading_run(handle) }
}

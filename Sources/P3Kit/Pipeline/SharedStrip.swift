import Pixels

/// Rows of an image that several tasks look at and nobody changes.
final class SharedStrip: Sendable {
  let pixels: PixelBuffer

  init(_ pixels: consuming PixelBuffer) { self.pixels = pixels }
}

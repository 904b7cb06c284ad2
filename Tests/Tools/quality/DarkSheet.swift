import PNGCodec
import Pixels
import TestSupport

/// A picture of pictures, side by side on the dark background.
struct DarkSheet: ~Copyable {
  /// #1C1C1E, encoded.
  static let background = SIMD3<Double>(28, 28, 30) / 255
  private var pixels: PixelBuffer

  /// An empty sheet.
  init(width: Int, height: Int) {
    pixels = PixelBuffer(width: width, height: height, format: .rgb16)
    for index in 0..<pixels.pixelCount { set(index, Self.background) }
  }

  /// Lays `picture` over the sheet at (`left`, `top`), each pixel `scale` wide.
  mutating func draw(_ picture: borrowing PixelBuffer, left: Int, top: Int, scale: Int = 1) {
    let format = picture.format
    for y in 0..<picture.height * scale {
      for x in 0..<picture.width * scale {
        let at = (y / scale * picture.width + x / scale) * format.channelCount
        func channel(_ index: Int) -> Double { Double(picture.samples[at + index]) / 65535 }
        let color = format.isGray ? SIMD3(repeating: channel(0)) : SIMD3(channel(0), channel(1), channel(2))
        let alpha = format.hasAlpha ? channel(format.colorChannelCount) : 1
        set((top + y) * pixels.width + left + x, color * alpha + Self.background * (1 - alpha))
      }
    }
  }

  private mutating func set(_ index: Int, _ color: SIMD3<Double>) {
    for channel in 0..<3 {
      pixels.samples[index * 3 + channel] = UInt16((color[channel] * 255).rounded()) * 257
    }
  }

  /// Writes the sheet as an 8-bit PNG.
  func write(to path: String) throws {
    try pixels.writePNG(to: path, bitDepth: 8, options: PNGWriteOptions(compression: .small))
  }
}

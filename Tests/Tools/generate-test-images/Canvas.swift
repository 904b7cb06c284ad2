import Pixels

/// Draws into a `PixelBuffer` with straight alpha and encoded colours from 0 to 1.
struct Canvas: ~Copyable {
  var pixels: PixelBuffer

  init(width: Int, height: Int, format: PixelFormat) {
    pixels = PixelBuffer(width: width, height: height, format: format)
  }

  /// Sets every pixel to what `color` makes of its column and row; components as many as the format has.
  mutating func fill(_ color: (_ x: Int, _ y: Int) -> [Double]) {
    let channels = pixels.format.channelCount
    for y in 0..<pixels.height {
      for x in 0..<pixels.width {
        let components = color(x, y)
        for channel in 0..<channels {
          pixels.samples[(y * pixels.width + x) * channels + channel] = Self.code(components[channel])
        }
      }
    }
  }

  /// Lays `color` over the pixel with `coverage` from 0 to 1 (RGB and RGBA, source over, encoded values).
  mutating func blend(x: Int, y: Int, color: SIMD3<Double>, coverage: Double) {
    guard coverage > 0, (0..<pixels.width).contains(x), (0..<pixels.height).contains(y) else { return }
    let channels = pixels.format.channelCount
    let first = (y * pixels.width + x) * channels
    let below = pixels.format.hasAlpha ? Double(pixels.samples[first + 3]) / 65535 : 1
    let alpha = coverage + below * (1 - coverage)
    for channel in 0..<3 {
      let old = Double(pixels.samples[first + channel]) / 65535
      pixels.samples[first + channel] = Self.code(
        (color[channel] * coverage + old * below * (1 - coverage)) / alpha)
    }
    if pixels.format.hasAlpha { pixels.samples[first + 3] = Self.code(alpha) }
  }

  /// A rounded rectangle with anti-aliased edges.
  mutating func roundedRectangle(
    x: Double, y: Double, width: Double, height: Double, radius: Double, color: SIMD3<Double>,
    opacity: Double = 1
  ) {
    for row in Int(y) - 1...Int(y + height) + 1 {
      for column in Int(x) - 1...Int(x + width) + 1 {
        let dx = abs(Double(column) + 0.5 - (x + width / 2)) - (width / 2 - radius)
        let dy = abs(Double(row) + 0.5 - (y + height / 2)) - (height / 2 - radius)
        let outside = (max(dx, 0) * max(dx, 0) + max(dy, 0) * max(dy, 0)).squareRoot()
        let distance = outside + min(max(dx, dy), 0) - radius
        blend(x: column, y: row, color: color, coverage: opacity * min(max(0.5 - distance, 0), 1))
      }
    }
  }

  /// A line of `PixelFont` text, its top left corner at (x, y), each grid point a square of `pixel` pixels.
  mutating func write(_ text: String, x: Double, y: Double, pixel: Double, color: SIMD3<Double>) {
    for (position, character) in text.enumerated() {
      for row in 0..<7 {
        for column in 0..<5 where PixelFont.isInk(character, column: column, row: row) {
          roundedRectangle(
            x: x + Double(position * 6 + column) * pixel, y: y + Double(row) * pixel, width: pixel,
            height: pixel,
            radius: 0, color: color)
        }
      }
    }
  }

  /// The 16-bit code of an encoded value, rounded half up.
  static func code(_ value: Double) -> UInt16 { UInt16((min(max(value, 0), 1) * 65535 + 0.5).rounded(.down)) }
}

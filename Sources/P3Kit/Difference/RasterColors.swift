import ColorManagement
import Pixels

/// Pixels of one image as rasterizers mix them: encoded sRGB beyond its gamut, times alpha, and alpha.
///
/// Those around a pixel are asked for while a strip passes by, row after row from the left; each is computed once for its
/// row and is remembered for the rows around it, in blocks of columns. The memory does not depend on the image's width.
final class RasterColors {
  /// A pixel with what its eight neighbours and itself span, channel by channel.
  struct Surroundings {
    let center: SIMD4<Double>
    let low: SIMD4<Double>
    let high: SIMD4<Double>
  }

  /// A row has so many places; blocks whose numbers differ by a multiple share one.
  private static let places = 1 << 10
  /// Three rows are needed at once; a power of two makes the place of a row simple.
  private static let rows = 4
  /// Pixels of a block. Where few pixels differ, most of a larger one would be computed for nothing.
  private static let side = 8

  private let model: ComparedColor
  private var strip: SharedStrip?
  /// Which block each place holds: its row and number, and in the upper half the number of its strip; 0 is none.
  private var tags: [SIMD2<UInt64>] = []
  private var colors: [SIMD4<Double>] = []
  private var stripNumber: UInt64 = 0

  init(_ model: ComparedColor) { self.model = model }

  /// The strip whose pixels are asked for from now on.
  func take(_ strip: SharedStrip) {
    self.strip = strip
    stripNumber += 1
  }

  /// The pixel at column `x` of row `y` with its neighbours; at the border of the strip there are fewer.
  func surroundings(_ x: Int, _ y: Int) -> Surroundings {
    guard let strip else { preconditionFailure("no strip was taken") }
    let columns = max(0, x - 1)...min(strip.pixels.width - 1, x + 1)
    let center = color(x, y, strip)
    var (low, high) = (center, center)
    for row in max(0, y - 1)...min(strip.pixels.height - 1, y + 1) {
      for column in columns {
        let color = color(column, row, strip)
        low = pointwiseMin(low, color)
        high = pointwiseMax(high, color)
      }
    }
    return Surroundings(center: center, low: low, high: high)
  }

  private func color(_ x: Int, _ y: Int, _ strip: SharedStrip) -> SIMD4<Double> {
    let block = x / Self.side
    let place = (y & (Self.rows - 1)) * Self.places + (block & (Self.places - 1))
    let tag = SIMD2(stripNumber, UInt64(y) << 32 | UInt64(block))
    if tags.isEmpty || tags[place] != tag { fill(place, tag, block, y, strip) }
    return colors[place * Self.side + x % Self.side]
  }

  private func fill(_ place: Int, _ tag: SIMD2<UInt64>, _ block: Int, _ y: Int, _ strip: SharedStrip) {
    if tags.isEmpty {
      tags = [SIMD2<UInt64>](repeating: .zero, count: Self.rows * Self.places)
      colors = [SIMD4<Double>](repeating: .zero, count: tags.count * Self.side)
    }
    tags[place] = tag
    let width = strip.pixels.width
    var last: (code: PixelCode, color: SIMD4<Double>)?
    for x in block * Self.side..<min((block + 1) * Self.side, width) {
      let code = PixelCode(strip.pixels, at: y * width + x)
      // Of flat pictures most neighbours are equal.
      let color = if let last, last.code == code { last.color } else { color(code) }
      last = (code, color)
      colors[place * Self.side + x % Self.side] = color
    }
  }

  private func color(_ code: PixelCode) -> SIMD4<Double> {
    let encoded = Self.encoded(ComparedColor.toSRGB.multiplied(by: model.ratio(code)))
    let alpha = Double(code.alpha) / 65535
    return SIMD4(encoded * alpha, alpha)
  }

  /// The curve of sRGB, mirrored below 0: within 3e-5 of `Translucent.encoded`, whose parameters are those of a profile.
  ///
  /// IEC 61966-2-1's exponent 1/2.4 is 1/4 + 1/6: roots in place of a power, and operations alone whose results IEEE 754
  /// says to the last bit, so that all machines decide the same.
  static func encoded(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    let magnitude = pointwiseMax(linear, -linear)
    let root = magnitude.squareRoot()
    let curved = 1.055 * root.squareRoot() * cubicRoot(root) - 0.055
    // The toe of sRGB, as RGBColorSpace.sRGB has it.
    let encoded = curved.replacing(with: 12.92 * magnitude, where: magnitude .<= 0.0031308)
    return encoded.replacing(with: -encoded, where: linear .< 0)
  }

  /// Of values from 0: by Halley's iteration, which triples the right bits, from five that a third of the exponent gives.
  private static func cubicRoot(_ value: SIMD3<Double>) -> SIMD3<Double> {
    var root = SIMD3<Double>()
    for lane in 0..<3 { root[lane] = Double(bitPattern: value[lane].bitPattern / 3 + 0x2A9F_84FE_36D2_2425) }
    for _ in 0..<3 {
      let cube = root * root * root
      root = root * (cube + 2 * value) / (2 * cube + value)
    }
    return root
  }
}

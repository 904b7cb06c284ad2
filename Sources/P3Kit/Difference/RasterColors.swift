import ColorManagement
import Pixels

/// Pixels of one image as rasterizers mix them: encoded sRGB beyond its gamut, times alpha, and alpha.
///
/// Those around a pixel are asked for while a strip passes by, row after row from the left; each is computed once for its
/// row and is remembered for the rows around it, in blocks of columns. The memory does not depend on the image's width.
struct RasterColors {
  /// A pixel with what its eight neighbours and itself span, channel by channel.
  struct Surroundings {
    let center: SIMD4<Double>
    let low: SIMD4<Double>
    let high: SIMD4<Double>
  }

  /// What up to three pixels of a column span.
  private struct Column {
    var low = SIMD4<Double>(repeating: .infinity)
    var high = SIMD4<Double>(repeating: -.infinity)
    /// The pixel in the row that is asked about.
    var center = SIMD4<Double>.zero
  }

  /// A row has so many places; blocks whose numbers differ by a multiple share one.
  private static let places = 1 << 10
  /// Three rows are needed at once; a power of two makes the place of a row simple.
  private static let rows = 4
  /// Pixels of a block. Where few pixels differ, most of a larger one would be computed for nothing.
  private static let side = 8

  private let model: ComparedColor
  /// Which block each place holds: the number of its strip, its row, its own number; zeros are none.
  private var tags: [SIMD3<UInt32>] = []
  private var colors: [SIMD4<Double>] = []
  private var stripNumber: UInt32 = 0
  /// The columns left of, at and right of the pixel that was asked about last.
  private var columns = (Column(), Column(), Column())
  private var last = (x: -2, y: -2)

  init(_ model: ComparedColor) { self.model = model }

  /// Another strip follows: nothing that is remembered holds any more.
  mutating func beginStrip() {
    stripNumber &+= 1
    last = (-2, -2)
  }

  /// The pixel at column `x` of row `y` with its neighbours; at the border of the strip there are fewer.
  mutating func surroundings(_ x: Int, _ y: Int, in strip: SharedStrip) -> Surroundings {
    if last != (x - 1, y) {
      columns.1 = column(x - 1, y, strip)
      columns.2 = column(x, y, strip)
    }
    columns = (columns.1, columns.2, column(x + 1, y, strip))
    last = (x, y)
    return Surroundings(
      center: columns.1.center, low: Self.lower(Self.lower(columns.0.low, columns.1.low), columns.2.low),
      high: Self.higher(Self.higher(columns.0.high, columns.1.high), columns.2.high))
  }

  /// Column `x` around row `y`; one beside the image spans nothing.
  private mutating func column(_ x: Int, _ y: Int, _ strip: SharedStrip) -> Column {
    var column = Column()
    guard x >= 0, x < strip.pixels.width else { return column }
    for row in max(0, y - 1)...min(strip.pixels.height - 1, y + 1) {
      let color = color(x, row, strip)
      column.low = Self.lower(column.low, color)
      column.high = Self.higher(column.high, color)
      if row == y { column.center = color }
    }
    return column
  }

  // Of values that are all numbers: a comparison and a selection, where pointwiseMin of Swift 6.3 takes each lane alone.
  private static func lower(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> SIMD4<Double> {
    a.replacing(with: b, where: b .< a)
  }

  private static func higher(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> SIMD4<Double> {
    a.replacing(with: b, where: b .> a)
  }

  private mutating func color(_ x: Int, _ y: Int, _ strip: SharedStrip) -> SIMD4<Double> {
    let block = x / Self.side
    let place = (y & (Self.rows - 1)) * Self.places + (block & (Self.places - 1))
    let tag = SIMD3(stripNumber, UInt32(truncatingIfNeeded: y), UInt32(truncatingIfNeeded: block))
    if tags.isEmpty || tags[place] != tag { fill(place, tag, block, y, strip) }
    return colors[place * Self.side + x % Self.side]
  }

  private mutating func fill(
    _ place: Int, _ tag: SIMD3<UInt32>, _ block: Int, _ y: Int, _ strip: SharedStrip
  ) {
    if tags.isEmpty {
      tags = [SIMD3<UInt32>](repeating: .zero, count: Self.rows * Self.places)
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

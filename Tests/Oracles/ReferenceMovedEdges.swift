package import Pixels

/// What `MovedEdgeRows` is compared with: each pixel of whole images by itself, in Double.
package struct ReferenceMovedEdges {
  /// How far towards a neighbour a pixel may lie.
  private static let reach = 0.75
  /// What rounding to 8 bits may add, in encoded values.
  private static let tolerance = 2.0 / 255

  private let width: Int
  private let height: Int
  /// Of each pixel of both images: encoded sRGB times alpha, and alpha.
  private let colors: [[SIMD4<Double>]]

  /// Two images of one size; their converters take codes to XYZ over the white, and `toSRGB` goes on to linear sRGB.
  package init(
    _ first: borrowing PixelBuffer, _ converter: PixelConverter, _ second: borrowing PixelBuffer,
    _ secondConverter: PixelConverter, toSRGB: Matrix3x3
  ) {
    (width, height) = (first.width, first.height)
    colors = [Self.colors(first, converter, toSRGB), Self.colors(second, secondConverter, toSRGB)]
  }

  private static func colors(
    _ pixels: borrowing PixelBuffer, _ converter: PixelConverter, _ toSRGB: Matrix3x3
  ) -> [SIMD4<Double>] {
    let format = pixels.format
    var colors: [SIMD4<Double>] = []
    for pixel in 0..<pixels.pixelCount {
      let index = pixel * format.channelCount
      let color =
        format.isGray
        ? SIMD3(repeating: pixels.samples[index])
        : SIMD3(pixels.samples[index], pixels.samples[index + 1], pixels.samples[index + 2])
      let encoded = encoded(toSRGB.multiplied(by: converter.linear(color)))
      let alpha = format.hasAlpha ? Double(pixels.samples[index + format.channelCount - 1]) / 65535 : 1
      colors.append(SIMD4(encoded * alpha, alpha))
    }
    return colors
  }

  /// Whether the pixel at column `x` of row `y` is at an edge that moved.
  package func isMoved(_ x: Int, _ y: Int) -> Bool {
    (isReached(x, y, from: 0) || isReached(x, y, from: 1)) && (hasSides(x, y) || !isOneWay(x, y))
  }

  /// The columns and the rows of the window that reaches `reach` from pixel (x, y).
  private func window(_ x: Int, _ y: Int, _ reach: Int) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>)
  {
    (max(0, x - reach)...min(width - 1, x + reach), max(0, y - reach)...min(height - 1, y + reach))
  }

  /// Whether both colours of a pixel lie between those of pixels up to 2 away that are the same in both images.
  private func hasSides(_ x: Int, _ y: Int) -> Bool {
    var (low, high) = (SIMD4<Double>(repeating: 2), SIMD4<Double>(repeating: -2))
    let window = window(x, y, 2)
    for row in window.rows {
      for column in window.columns {
        let difference = difference(column, row)
        guard pointwiseMax(difference, -difference).max() <= 1.5 / 255 else { continue }
        low = pointwiseMin(low, colors[0][row * width + column])
        high = pointwiseMax(high, colors[0][row * width + column])
      }
    }
    return colors.allSatisfy { image in
      let color = image[y * width + x]
      return ((color .>= low - 3.0 / 255) .& (color .<= high + 3.0 / 255)) == SIMDMask(repeating: true)
    }
  }

  /// Whether the differences around a pixel point the same way: summed by columns, as the kernel does.
  private func isOneWay(_ x: Int, _ y: Int) -> Bool {
    var (sum, amounts) = (SIMD4<Double>(), SIMD4<Double>())
    let window = window(x, y, 5)
    for column in window.columns {
      var (columnSum, columnAmounts) = (SIMD4<Double>(), SIMD4<Double>())
      for row in window.rows {
        let difference = difference(column, row)
        columnSum += difference
        columnAmounts += pointwiseMax(difference, -difference)
      }
      sum += columnSum
      amounts += columnAmounts
    }
    sum = pointwiseMax(sum, -sum)
    let total = amounts.x + amounts.y + amounts.z + amounts.w
    return total > 1 && sum.x + sum.y + sum.z + sum.w > 0.8 * total
  }

  private func difference(_ x: Int, _ y: Int) -> SIMD4<Double> {
    colors[1][y * width + x] - colors[0][y * width + x]
  }

  /// Whether a pixel lies between its counterpart in image `image` and that one's neighbours.
  private func isReached(_ x: Int, _ y: Int, from image: Int) -> Bool {
    let center = colors[image][y * width + x]
    var (low, high) = (center, center)
    for row in max(0, y - 1)...min(height - 1, y + 1) {
      for column in max(0, x - 1)...min(width - 1, x + 1) {
        low = pointwiseMin(low, colors[image][row * width + column])
        high = pointwiseMax(high, colors[image][row * width + column])
      }
    }
    let step = colors[1 - image][y * width + x] - center
    let isWithin =
      (step .>= (low - center) * Self.reach - Self.tolerance)
      .& (step .<= (high - center) * Self.reach + Self.tolerance)
    return isWithin == SIMDMask(repeating: true)
  }

  /// The curve of sRGB, mirrored below 0: within 3e-5 of a profile's, whose parameters are rounded.
  ///
  /// IEC 61966-2-1's exponent 1/2.4 is 1/4 + 1/6: roots in place of a power, and operations alone whose results IEEE 754
  /// says to the last bit, so that all machines decide the same.
  package static func encoded(_ linear: SIMD3<Double>) -> SIMD3<Double> {
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

import TestSupport
public import Analysis
import ColorManagement
package import Pixels

/// A picture for the banding rule, computed pixel by pixel and independent of the labelled set.
public struct BandingPicture: Sendable {
  /// Pixels per row.
  public var width: Int
  /// Rows.
  public var height: Int
  /// Codes from 0 to 1 of the pixel at (x, y).
  public var pixel: @Sendable (_ x: Int, _ y: Int) -> SIMD3<Double>

  /// A picture of `pixel`.
  public init(
    width: Int, height: Int, pixel: @escaping @Sendable (_ x: Int, _ y: Int) -> SIMD3<Double>
  ) {
    self.width = width
    self.height = height
    self.pixel = pixel
  }

  /// Samples of 16 bits, or quantised to `bits`.
  package func buffer(bits: Int = 16) -> PixelBuffer {
    let top = Double((1 << bits) - 1)
    var buffer = PixelBuffer(width: width, height: height, format: .rgb16)
    for y in 0..<height {
      for x in 0..<width {
        let color = pixel(x, y)
        for channel in 0..<3 {
          let code = (min(max(color[channel], 0), 1) * top + 0.5).rounded(.down)
          buffer.samples[(y * width + x) * 3 + channel] = UInt16((code / top * 65535).rounded())
        }
      }
    }
    return buffer
  }

  /// The report of an sRGB image.
  package static func report(_ buffer: borrowing PixelBuffer, options: BandingOptions = BandingOptions())
    -> BandingReport
  {
    var scanner = BandingScanner(
      width: buffer.width, height: buffer.height, format: buffer.format, effectiveDepth: 16,
      color: BandingColor(RGBColorSpace.sRGB.profile), options: options)
    scanner.scan(buffer)
    return scanner.finish()
  }

  /// The report of this picture at `bits`.
  public func report(bits: Int = 16, options: BandingOptions = BandingOptions()) -> BandingReport {
    Self.report(buffer(bits: bits), options: options)
  }

  // MARK: Kinds

  /// A gradient from `start` to `end`, left to right or towards the lower right corner.
  public static func ramp(
    _ width: Int, _ height: Int, from start: SIMD3<Double>, to end: SIMD3<Double>, diagonal: Bool = false
  ) -> BandingPicture {
    let length = Double(diagonal ? width + height : width)
    return BandingPicture(width: width, height: height) { x, y in
      start + (end - start) * ((Double(diagonal ? x + y : x) + 0.5) / length)
    }
  }

  /// A radial gradient from `start` in the middle to `end`.
  public static func glow(_ side: Int, from start: SIMD3<Double>, to end: SIMD3<Double>) -> BandingPicture {
    BandingPicture(width: side, height: side) { x, y in
      let (dx, dy) = (Double(x) - Double(side) / 2, Double(y) - Double(side) / 2)
      return start + (end - start) * ((dx * dx + dy * dy).squareRoot() / Double(side))
    }
  }

  /// This picture with uniform noise of ±`amplitude` codes of 8 bits, each channel its own.
  public func noisy(_ amplitude: Double, seed: UInt64 = 0) -> BandingPicture {
    let pixel = pixel
    let width = width
    return BandingPicture(width: width, height: height) { x, y in
      var random = SplitMix64(seed: seed << 32 + UInt64(y * width + x))
      var color = pixel(x, y)
      for channel in 0..<3 {
        color[channel] += Double.random(in: -amplitude...amplitude, using: &random) / 255
      }
      return color
    }
  }

  /// `count` flat stripes from `start` to `end`.
  public static func shades(
    _ count: Int, _ width: Int, _ height: Int, from start: SIMD3<Double>, to end: SIMD3<Double>
  ) -> BandingPicture {
    BandingPicture(width: width, height: height) { x, _ in
      start + (end - start) * (Double(x * count / width) / Double(count - 1))
    }
  }
}

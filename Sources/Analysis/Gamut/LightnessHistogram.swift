import ColorManagement
import Pixels

/// The visible pixels of an image by lightness: CIE 1976 L* of their luminance, without alpha.
package struct LightnessHistogram: Sendable, Hashable {
  /// Steps of equal size from black to white.
  package static let stepCount = 32

  /// Visible pixels of each step, the darkest first.
  package private(set) var counts = [Int](repeating: 0, count: stepCount)

  /// Adds the pixels of a strip.
  ///
  /// - Parameter converter: converts them to sRGB, or to grey with its curve.
  mutating func add(_ strip: borrowing PixelBuffer, _ converter: PixelConverter) {
    let format = strip.format
    let samples = strip.samples.span
    var linear = [Float](repeating: 0, count: strip.width * format.colorChannelCount)
    for part in strip.parts(samples: 1) {
      let row = samples.extracting(strip.sampleRange(part.rows))
      var values = linear.mutableSpan
      converter.linear(row, format: format, into: &values)
      count(linear.span, row, times: part.times, format)
    }
  }

  /// Uses four counters in turn, as a flat picture would wait for a single one. Tests of the format are outside the
  /// loop.
  private mutating func count(
    _ linear: Span<Float>, _ samples: Span<UInt16>, times: Int, _ format: PixelFormat
  ) {
    var places = [Int](repeating: 0, count: 4 * Self.stepCount)
    var span = places.mutableSpan
    let (isGray, hasAlpha) = (format.isGray, format.hasAlpha)
    let (colors, channels, steps) = (format.colorChannelCount, format.channelCount, Self.steps.span)
    let last = Float(steps.count - 1)
    for pixel in 0..<linear.count / colors {
      if hasAlpha, samples[pixel * channels + channels - 1] == 0 { continue }
      let luminance =
        isGray
        ? linear[pixel]
        : Self.weights.red * linear[3 * pixel] + Self.weights.green * linear[3 * pixel + 1]
          + Self.weights.blue * linear[3 * pixel + 2]
      // Luminance may be outside 0…1 for colours outside sRGB.
      let step = Int(steps[Int(min(max(luminance, 0), 1) * last)])
      span[(pixel & 3) * Self.stepCount + step] += 1
    }
    for (place, count) in places.enumerated() { counts[place % Self.stepCount] += count * times }
  }

  /// Weights for linear sRGB (IEC 61966-2-1), white 1.
  private static let weights: (red: Float, green: Float, blue: Float) = (0.2126, 0.7152, 0.0722)

  /// The step of each luminance; even the darkest step, which ends at 0.0035, has 28 of these entries.
  private static let steps: [UInt8] = (0..<8192).map { index in
    let luminance = (Double(index) + 0.5) / 8191
    let lightness = CIELAB(xyz: luminance * CIELAB.d50).lightness
    return UInt8(min(max(lightness / 100, 0), 0.999) * Double(stepCount))
  }
}

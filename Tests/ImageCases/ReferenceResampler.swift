package import Analysis
import Foundation
package import Pixels

/// What `Resampler` is compared with: every new pixel on its own, straight from the definition, both axes at once,
/// with weights of its own.
public enum ReferenceResampler {
  /// `buffer` at another size, computed in the linear light of `curve`.
  package static func resample(
    _ buffer: borrowing PixelBuffer, to size: (width: Int, height: Int), curve: ToneCurve,
    filter: ResamplingFilter
  ) -> PixelBuffer {
    var result = PixelBuffer(width: size.width, height: size.height, format: buffer.format)
    let levels = DecisionLevels(curve)
    let (channels, colors) = (buffer.format.channelCount, buffer.format.colorChannelCount)
    for y in 0..<size.height {
      let rows = weights(y, of: size.height, from: buffer.height, filter)
      for x in 0..<size.width {
        let columns = weights(x, of: size.width, from: buffer.width, filter)
        // Light of the colour channels, weighted by alpha, and alpha itself.
        var sums = [Double](repeating: 0, count: colors)
        var alpha = 0.0
        for row in 0..<buffer.height where rows[row] != 0 {
          for column in 0..<buffer.width where columns[column] != 0 {
            let first = row * buffer.rowStride + column * channels
            let opacity = buffer.format.hasAlpha ? Double(buffer.samples[first + colors]) / 65535 : 1
            let weight = rows[row] * columns[column] * opacity
            for channel in 0..<colors {
              sums[channel] += weight * curve.linear(Double(buffer.samples[first + channel]) / 65535)
            }
            alpha += weight
          }
        }
        let first = y * result.rowStride + x * channels
        alpha = buffer.format.hasAlpha ? min(max(alpha, 0), 1) : 1
        if alpha <= 0 { continue }
        for channel in 0..<colors { result.samples[first + channel] = levels.code(sums[channel] / alpha) }
        if buffer.format.hasAlpha { result.samples[first + colors] = UInt16((alpha * 65535).rounded()) }
      }
    }
    return result
  }

  /// The weight of each of `sourceCount` pixels along one axis in new pixel `index` of `count`. They sum to 1.
  private static func weights(
    _ index: Int, of count: Int, from sourceCount: Int, _ filter: ResamplingFilter
  ) -> [Double] {
    let ratio = Double(sourceCount) / Double(count)
    let weights = (0..<sourceCount).map { source in
      switch filter {
      case .area: overlap(Double(source), from: Double(index) * ratio, to: Double(index + 1) * ratio)
      case .lanczos3: lanczos3((Double(source) + 0.5) / ratio - (Double(index) + 0.5))
      }
    }
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }

  /// How much of the pixel from `source` to `source` + 1 lies between two positions.
  private static func overlap(_ source: Double, from start: Double, to end: Double) -> Double {
    max(0, min(end, source + 1) - max(start, source))
  }

  /// sinc(x) · sinc(x / 3) for |x| < 3.
  private static func lanczos3(_ x: Double) -> Double { abs(x) < 3 ? sinc(x) * sinc(x / 3) : 0 }

  private static func sinc(_ x: Double) -> Double { x == 0 ? 1 : sin(.pi * x) / (.pi * x) }
}

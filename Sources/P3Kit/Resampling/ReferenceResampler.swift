import Pixels

/// The oracle of `Resampler`: every new pixel on its own, straight from the definition, both axes at once.
enum ReferenceResampler {
  /// `buffer` at another size.
  static func resample(
    _ buffer: borrowing PixelBuffer, to size: (width: Int, height: Int), curve: ToneCurve,
    filter: ResamplingFilter
  ) -> PixelBuffer {
    var result = PixelBuffer(width: size.width, height: size.height, format: buffer.format)
    let columns = ResamplingWeights.all(from: buffer.width, to: size.width, filter: filter)
    let rows = ResamplingWeights.all(from: buffer.height, to: size.height, filter: filter)
    let levels = DecisionLevels(curve)
    let (channels, colors) = (buffer.format.channelCount, buffer.format.colorChannelCount)
    for y in 0..<size.height {
      for x in 0..<size.width {
        var sums = [Double](repeating: 0, count: channels)
        for (dy, rowWeight) in rows[y].weights.enumerated() {
          for (dx, columnWeight) in columns[x].weights.enumerated() {
            let place = (rows[y].first + dy) * buffer.rowStride + (columns[x].first + dx) * channels
            let alpha = buffer.format.hasAlpha ? Double(buffer.samples[place + colors]) / 65535 : 1
            let weight = rowWeight * columnWeight
            for channel in 0..<colors {
              sums[channel] += weight * alpha * curve.linear(Double(buffer.samples[place + channel]) / 65535)
            }
            if buffer.format.hasAlpha { sums[colors] += weight * alpha }
          }
        }
        let place = y * result.rowStride + x * channels
        let alpha = buffer.format.hasAlpha ? min(max(sums[colors], 0), 1) : 1
        if alpha <= 0 { continue }
        for channel in 0..<colors { result.samples[place + channel] = levels.code(sums[channel] / alpha) }
        if buffer.format.hasAlpha { result.samples[place + colors] = UInt16((alpha * 65535).rounded()) }
      }
    }
    return result
  }
}

package import Pixels

/// Makes an image smaller in linear light, with colours weighted by their alpha. It takes rows from top to bottom and
/// returns each new row as soon as it is complete, so memory grows with the width alone.
///
/// Averages of encoded values instead of light would darken edges and fine patterns, and the colour of a transparent
/// pixel must not bleed into its neighbours. Arithmetic is Double in a fixed order: the result is the same on every
/// machine.
package struct Resampler {
  let format: PixelFormat
  let sourceWidth: Int
  let sourceHeight: Int
  let width: Int
  let height: Int

  private let columns: [ResamplingWeights]
  private let rows: [ResamplingWeights]
  /// The linear value of each code.
  private let linear: [Double]
  private let levels: DecisionLevels
  private var rowsTaken = 0
  /// The sums of the new rows that are begun and not complete yet, from row `firstOpen` on.
  private var open: [[Double]] = []
  private var firstOpen = 0

  /// A resampler from `source` to `size`, both in pixels.
  ///
  /// - Parameters:
  ///   - curve: the encoding of the colour channels, the same for all of them and for the result.
  ///   - size: each side from 1 to that of `source`.
  ///   - filter: which pixels count how much.
  package init(
    format: PixelFormat, from source: (width: Int, height: Int), to size: (width: Int, height: Int),
    curve: ToneCurve, filter: ResamplingFilter
  ) {
    self.format = format
    (sourceWidth, sourceHeight) = source
    (width, height) = size
    columns = ResamplingWeights.all(from: source.width, to: size.width, filter: filter)
    rows = ResamplingWeights.all(from: source.height, to: size.height, filter: filter)
    linear = curve.linearValuesOfCodes()
    levels = DecisionLevels(curve)
  }

  /// Takes the next rows; returns the new rows that they complete, which may be none.
  package mutating func add(_ strip: borrowing PixelBuffer) -> PixelBuffer {
    precondition(strip.width == sourceWidth && strip.format == format, "rows of another shape")
    var samples: [UInt16] = []
    for y in 0..<strip.height {
      let filtered = filteredRow(strip, y)
      scatter(filtered)
      rowsTaken += 1
      while firstOpen < height, rows[firstOpen].end == rowsTaken {
        samples += encoded(open.removeFirst())
        firstOpen += 1
      }
    }
    let count = samples.count / (width * format.channelCount)
    return PixelBuffer(width: width, height: count, format: format, samples: samples)
  }

  /// One row with linear, alpha-weighted channels, made narrower.
  private func filteredRow(_ strip: borrowing PixelBuffer, _ y: Int) -> [Double] {
    let channels = format.channelCount
    let colors = format.colorChannelCount
    var light = [Double](repeating: 0, count: sourceWidth * channels)
    let start = strip.rowRange(y).lowerBound
    for x in 0..<sourceWidth {
      let first = x * channels
      let alpha = format.hasAlpha ? Double(strip.samples[start + first + colors]) / 65535 : 1
      for channel in 0..<colors {
        light[first + channel] = linear[Int(strip.samples[start + first + channel])] * alpha
      }
      if format.hasAlpha { light[first + colors] = alpha }
    }
    var result = [Double](repeating: 0, count: width * channels)
    for x in 0..<width {
      let column = columns[x]
      for (offset, weight) in column.weights.enumerated() {
        let first = (column.first + offset) * channels
        for channel in 0..<channels { result[x * channels + channel] += weight * light[first + channel] }
      }
    }
    return result
  }

  /// Adds a filtered row, with its weight, to every new row that it is part of.
  private mutating func scatter(_ row: [Double]) {
    var index = firstOpen
    while index < height, rows[index].first <= rowsTaken {
      if index - firstOpen == open.count { open.append([Double](repeating: 0, count: row.count)) }
      if rowsTaken < rows[index].end {
        let weight = rows[index].weights[rowsTaken - rows[index].first]
        for sample in row.indices { open[index - firstOpen][sample] += weight * row[sample] }
      }
      index += 1
    }
  }

  private func encoded(_ row: [Double]) -> [UInt16] {
    let channels = format.channelCount
    let colors = format.colorChannelCount
    var samples = [UInt16](repeating: 0, count: row.count)
    for first in stride(from: 0, to: row.count, by: channels) {
      // The negative lobes of Lanczos may carry alpha out of 0…1.
      let alpha = format.hasAlpha ? min(max(row[first + colors], 0), 1) : 1
      guard alpha > 0 else { continue }
      for channel in 0..<colors { samples[first + channel] = levels.code(row[first + channel] / alpha) }
      if format.hasAlpha { samples[first + colors] = UInt16((alpha * 65535).rounded()) }
    }
    return samples
  }
}

package import Pixels

/// Makes an image smaller in linear light, with colours weighted by alpha. Takes rows from top to bottom and returns
/// each new row once it is complete, so memory grows with the width only.
///
/// Averaging encoded values would darken edges and fine patterns, and the colour of a transparent pixel must not bleed
/// into its neighbours. Arithmetic is in Double in a fixed order, so the result is the same on every machine. The
/// channels of a pixel are computed in parallel.
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
  /// The code at each of equal steps of light from 0 to 1, to narrow the search for a code.
  private let codesOfSteps: [UInt16]
  private static let stepCount = 4096
  private var rowsTaken = 0
  /// Sums of new rows that are not complete yet, from row `firstOpen` on.
  private var open: [[SIMD4<Double>]] = []
  private var firstOpen = 0

  /// A resampler from `source` to `size`, both in pixels.
  ///
  /// - Parameters:
  ///   - curve: the encoding of the colour channels, the same for all of them and for the result.
  ///   - size: each side from 1 to that of `source`.
  ///   - filter: the weights of pixels.
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
    let levels = DecisionLevels(curve)
    self.levels = levels
    codesOfSteps = (0...Self.stepCount).map { levels.code(Double($0) / Double(Self.stepCount)) }
  }

  /// Adds the next rows; returns the new rows that they complete, maybe none.
  package mutating func add(_ strip: borrowing PixelBuffer) -> PixelBuffer {
    precondition(strip.width == sourceWidth && strip.format == format, "rows of another shape")
    var samples: [UInt16] = []
    for part in strip.parts(samples: 1) {
      let filtered = filteredRow(strip.samples.span.extracting(strip.sampleRange(part.rows)))
      for _ in 0..<part.times {
        scatter(filtered)
        rowsTaken += 1
        while firstOpen < height, rows[firstOpen].end == rowsTaken {
          samples += encoded(open.removeFirst())
          firstOpen += 1
        }
      }
    }
    let count = samples.count / (width * format.channelCount)
    return PixelBuffer(width: width, height: count, format: format, samples: samples)
  }

  /// A row made narrower: the channels of each pixel in linear light and weighted by alpha, then alpha.
  private func filteredRow(_ row: Span<UInt16>) -> [SIMD4<Double>] {
    let light = light(of: row)
    return columns.map { column in
      var sum = SIMD4<Double>()
      for index in column.weights.indices { sum += column.weights[index] * light[column.first + index] }
      return sum
    }
  }

  private func light(of row: Span<UInt16>) -> [SIMD4<Double>] {
    let (isGray, hasAlpha, channels) = (format.isGray, format.hasAlpha, format.channelCount)
    let linear = linear.span
    var light = [SIMD4<Double>](repeating: SIMD4(), count: sourceWidth)
    for x in 0..<sourceWidth {
      let first = x * channels
      let alpha = hasAlpha ? Double(row[first + channels - 1]) / 65535 : 1
      light[x] =
        isGray
        ? SIMD4(linear[Int(row[first])] * alpha, hasAlpha ? alpha : 0, 0, 0)
        : SIMD4(
          linear[Int(row[first])] * alpha, linear[Int(row[first + 1])] * alpha,
          linear[Int(row[first + 2])] * alpha, hasAlpha ? alpha : 0)
    }
    return light
  }

  /// Adds a filtered row, with its weight, to every new row that it contributes to.
  private mutating func scatter(_ row: [SIMD4<Double>]) {
    var index = firstOpen
    while index < height, rows[index].first <= rowsTaken {
      if index - firstOpen == open.count { open.append([SIMD4](repeating: SIMD4(), count: row.count)) }
      if rowsTaken < rows[index].end {
        let weight = rows[index].weights[rowsTaken - rows[index].first]
        var sums = open[index - firstOpen].mutableSpan
        for x in row.indices { sums[x] += weight * row[x] }
      }
      index += 1
    }
  }

  private func encoded(_ row: [SIMD4<Double>]) -> [UInt16] {
    let channels = format.channelCount
    let colors = format.colorChannelCount
    var samples = [UInt16](repeating: 0, count: row.count * channels)
    for (x, light) in row.enumerated() {
      let first = x * channels
      // Lanczos's negative lobes may take alpha out of 0…1.
      let alpha = format.hasAlpha ? min(max(light[colors], 0), 1) : 1
      guard alpha > 0 else { continue }
      for channel in 0..<colors { samples[first + channel] = code(light[channel] / alpha) }
      if format.hasAlpha { samples[first + colors] = UInt16((alpha * 65535).rounded()) }
    }
    return samples
  }

  private func code(_ light: Double) -> UInt16 {
    guard light >= 0, light < 1 else { return levels.code(light) }
    let step = Int(light * Double(Self.stepCount))
    return levels.code(light, from: codesOfSteps[step], to: codesOfSteps[step + 1])
  }
}

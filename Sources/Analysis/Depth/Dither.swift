package import Pixels

/// How 16-bit samples become 8-bit samples.
public enum Dither: String, Sendable, Hashable, Codable, CaseIterable {
  /// The nearest 8-bit code, half up: ramps become flat steps.
  case none
  /// Ordered dither with a blue-noise mask: the mean of any small neighbourhood keeps its 16-bit value, and the noise
  /// has no low frequencies, which would be visible.
  case blueNoise = "blue-noise"

  /// Replaces every sample of `strip` by a multiple of 257, the 16-bit form of an 8-bit code.
  ///
  /// The result depends only on a sample's value, its channel and its position in the whole image, so it is the same
  /// for any strips and threads. Samples that are 8-bit codes already stay: flat colours stay flat, opaque stays opaque
  /// and transparent transparent. Alpha is dithered like a colour, with an offset of its own: a soft shadow is a
  /// gradient of alpha only, in which rounding would make bands.
  ///
  /// - Parameters:
  ///   - strip: some rows of the image, full width.
  ///   - firstRow: the number of the strip's first row in the image, from 0.
  package func reduceTo8Bits(_ strip: inout PixelBuffer, firstRow: Int) {
    reduceTo8Bits(&strip, firstRow: firstRow, rounding: nil)
  }

  /// Reduces `strip`, rounding pixels of the colours `flat` instead of dithering them.
  package func reduceTo8Bits(_ strip: inout PixelBuffer, firstRow: Int, rounding flat: FlatColors?) {
    precondition(firstRow >= 0, "rows count from 0")
    for part in strip.parts(samples: 1) {
      let first = part.rows.lowerBound
      let runs = flat?.runs(in: strip, row: first) ?? []
      // If the result depends on the place, repeated rows are computed separately.
      let isSame = self == .none || runs.first?.pixels == 0..<strip.width
      for y in first..<(isSame ? first + 1 : part.repeats.upperBound) {
        reduce(&strip, row: y, at: firstRow + y, runs)
      }
      if isSame { strip.repeatRow(of: part) }
    }
  }

  /// Reduces row `y` of `strip`, which is row `place` of the image.
  private func reduce(_ strip: inout PixelBuffer, row y: Int, at place: Int, _ flatRuns: [FlatColors.Run]) {
    let (format, row) = (strip.format, strip.rowRange(y))
    var samples = strip.samples.mutableSpan
    DepthReduction8.reduce(
      &samples, in: row,
      thresholds: self == .none
        ? DepthReduction8.roundingThresholds : BlueNoiseMask.thresholds(row: place, format: format))
    for run in flatRuns {
      Self.write(run, to: &samples, from: row.lowerBound, channels: format.channelCount)
    }
  }

  private static func write(
    _ run: FlatColors.Run, to samples: inout MutableSpan<UInt16>, from start: Int, channels: Int
  ) {
    for x in run.pixels {
      for channel in 0..<channels { samples[start + x * channels + channel] = run.rounded[channel] }
    }
  }
}

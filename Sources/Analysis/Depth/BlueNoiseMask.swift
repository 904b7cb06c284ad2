import Pixels

/// A 64 × 64 blue-noise mask that tiles the image, shifted for each channel.
enum BlueNoiseMask {
  /// The period in pixels, along rows and along columns.
  static let side = 64

  /// Where the mask starts in each channel: red or grey, green, blue, alpha. Far apart in the repeated mask, so that
  /// the channels' patterns do not add up to visible grey noise; multiples of 8, so that its squares stay aligned.
  private static let offsets: [(x: Int, y: Int)] = [(0, 0), (24, 40), (48, 16), (8, 32)]

  /// The least remainder (0…256 of 257) above which the sample at (x, y) rounds up.
  static func threshold(x: Int, y: Int, channel: Int, format: PixelFormat) -> UInt16 {
    let offset = offsets[format.hasAlpha && channel == format.channelCount - 1 ? 3 : channel]
    let rank = UInt32(ranks[(y + offset.y) % side * side + (x + offset.x) % side])
    // Each of the 4096 ranks covers an equal part of 0…257; the threshold is the middle of that part.
    return UInt16((2 * rank + 1) * 257 / UInt32(2 * side * side))
  }

  /// The thresholds of the first `side` pixels of an image row, interleaved.
  static func thresholds(row: Int, format: PixelFormat) -> [UInt16] {
    var thresholds: [UInt16] = []
    thresholds.reserveCapacity(side * format.channelCount)
    for x in 0..<side {
      for channel in 0..<format.channelCount {
        thresholds.append(threshold(x: x, y: row, channel: channel, format: format))
      }
    }
    return thresholds
  }
}

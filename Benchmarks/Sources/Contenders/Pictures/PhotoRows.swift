@testable import Pixels

/// `TestPicture.photo`.
struct PhotoRows: PictureRows {
  let width: Int
  let format: PixelFormat
  let seed: UInt64
  /// Light, then how far red, green and blue leave it.
  private var fields: [NoiseField]
  private var rows: [[Float]]

  init(width: Int, format: PixelFormat, seed: UInt64) {
    self.width = width
    self.format = format
    self.seed = seed
    fields = (0..<4).map { NoiseField(width: width, seed: seed &* 8 &+ UInt64($0)) }
    rows = Array(repeating: [Float](repeating: 0, count: width), count: 4)
  }

  mutating func fill(_ samples: inout [UInt16], from start: Int, y: Int) {
    for index in fields.indices { fields[index].fill(&rows[index], y: y) }
    var noise = SplitMix64(seed: SplitMix64.mixed(seed &* 31 &+ UInt64(y)))
    var next = start
    for x in 0..<width {
      let bits = noise.next()
      for channel in 0..<3 {
        let value = 0.5 + 0.9 * rows[0][x] + 1.6 * rows[channel + 1][x]
        // Two 10-bit numbers: triangular noise of ±1023 codes, a standard deviation of 418 (1.6 8-bit codes).
        let grain =
          Float(bits >> UInt64(20 * channel) & 1023) - Float(bits >> UInt64(20 * channel + 10) & 1023)
        samples[next + channel] = UInt16(min(max(value * 65535 + grain, 0), 65535))
      }
      if format.hasAlpha { samples[next + 3] = 65535 }
      next += format.channelCount
    }
  }
}

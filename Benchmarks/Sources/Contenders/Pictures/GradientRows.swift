@testable import Pixels

/// `TestPicture.gradient` and `.banded`: from a dark blue to a pale orange, corner to corner.
struct GradientRows: PictureRows {
  let width: Int, height: Int
  let format: PixelFormat
  /// Samples are multiples of it.
  let step: Int

  private static let from = SIMD3<Int>(6000, 9000, 30000)
  private static let to = SIMD3<Int>(60000, 42000, 25000)

  mutating func fill(_ samples: inout [UInt16], from start: Int, y: Int) {
    let length = width + height
    let difference = Self.to &- Self.from
    var next = start
    for x in 0..<width {
      for channel in 0..<3 {
        let value = Self.from[channel] + difference[channel] * (x + y) / length
        samples[next + channel] = UInt16((value + step / 2) / step * step)
      }
      if format.hasAlpha { samples[next + 3] = 65535 }
      next += format.channelCount
    }
  }
}

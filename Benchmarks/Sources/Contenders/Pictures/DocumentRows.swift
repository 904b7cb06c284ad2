@testable import Pixels

/// `TestPicture.document`: a page of random letters, edges softened by one pixel.
struct DocumentRows: PictureRows {
  let width: Int, height: Int
  let format: PixelFormat

  mutating func fill(_ samples: inout [UInt16], from start: Int, y: Int) {
    var next = start
    for x in 0..<width {
      let ink = (ink(x - 1, y) + 2 * ink(x, y) + ink(x + 1, y))
      let value = UInt16(255 - ink * 57) * 257
      for channel in 0..<3 { samples[next + channel] = value }
      if format.hasAlpha { samples[next + 3] = 65535 }
      next += format.channelCount
    }
  }

  /// 1 inside a stroke. Letters stand in cells of 12 × 24 pixels, inside margins of an eighth of the page.
  private func ink(_ x: Int, _ y: Int) -> Int {
    guard x > width / 8, x < width * 7 / 8, y > height / 8, y < height * 7 / 8, y % 24 < 12 else { return 0 }
    let letter = SplitMix64.mixed(UInt64(x / 12) << 20 ^ UInt64(y / 24))
    return letter >> UInt64(y % 12 / 3 * 4 + x % 12 / 3) & 1 == 1 ? 1 : 0
  }
}

@testable import Pixels

/// `TestPicture.interface`.
struct InterfaceRows: PictureRows {
  let width: Int, height: Int
  let format: PixelFormat
  /// Picks the colours.
  let seed: UInt64

  /// Cards stand on a grid of this side; their gap is where the shadow falls.
  private var grid: Int { max(32, min(width, height) / 4) }
  private var gap: Int { grid / 8 }

  mutating func fill(_ samples: inout [UInt16], from start: Int, y: Int) {
    var next = start
    for x in 0..<width {
      let color = color(x, y)
      for channel in 0..<3 { samples[next + channel] = UInt16(color[channel]) * 257 }
      if format.hasAlpha { samples[next + 3] = UInt16(color.w) * 257 }
      next += format.channelCount
    }
  }

  /// 8-bit codes.
  private func color(_ x: Int, _ y: Int) -> SIMD4<UInt8> {
    let (column, row) = (x / grid, y / grid)
    let (dx, dy) = (x % grid, y % grid)
    let edge = min(dx, dy, grid - 1 - dx, grid - 1 - dy)
    guard edge >= gap else { return SIMD4(0, 0, 0, UInt8(72 * edge / gap)) }
    let look = SplitMix64.mixed(seed << 32 ^ UInt64(row) << 16 ^ UInt64(column))
    let card = SIMD4<UInt8>(UInt8(look & 255), UInt8(look >> 8 & 255), UInt8(look >> 16 & 255), 255)
    return isInk(dx - gap, dy - gap, look)
      ? SIMD4(28, 28, 30, 255) : edge < 2 * gap ? card : SIMD4(242, 242, 247, 255)
  }

  /// Lines of text: every second stripe of eight rows holds words of an alphabet of 26 letters, 5 × 7 pixels each.
  private func isInk(_ dx: Int, _ dy: Int, _ look: UInt64) -> Bool {
    guard dy / 8 % 2 == 1, dy % 8 < 7, dx > 2 * gap, dx < grid - 3 * gap else { return false }
    let place = SplitMix64.mixed(look ^ UInt64(dx / 6) ^ UInt64(dy / 8) << 20)
    guard dx % 6 < 5, place % 6 != 0 else { return false }
    return SplitMix64.mixed((place >> 32) % 26) >> UInt64(dy % 8 * 5 + dx % 6) & 1 == 1
  }
}

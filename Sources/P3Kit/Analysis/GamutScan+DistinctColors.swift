// How many colours survive the clip.
import Pixels

extension GamutScan {
  /// What becomes of the distinct colours of an image in the target, at 16 and at 8 bits.
  func distinctColors(_ set: GamutColorSet) -> GamutReport.DistinctColors {
    let before = set.colors
    let after = converted(before)
    // Equal target colours become neighbours.
    let order = before.indices.sorted { after[$0] < after[$1] }
    var after16 = 0
    var collapsed = 0
    var start = 0
    while start < order.count {
      var end = start + 1
      while end < order.count, after[order[end]] == after[order[start]] { end += 1 }
      after16 += 1
      if end - start > 1, !conversion.isGray {
        collapsed += order[start..<end].count { Self.isOut(linear(Self.color(before[$0]))) }
      }
      start = end
    }
    return GamutReport.DistinctColors(
      before: before.count, after16: after16, after8: Set(after.map(Self.roundedTo8Bits)).count,
      collapsed: collapsed, atLeast: set.isOverfull ? true : nil)
  }

  /// The 48-bit numbers of the target colours, by the same kernels that convert images.
  private func converted(_ colors: [UInt64]) -> [UInt64] {
    let isGray = conversion.isGray
    var samples: [UInt16] = []
    samples.reserveCapacity(colors.count * (isGray ? 1 : 3))
    for color in colors.map(Self.color) {
      if isGray { samples.append(color.x) } else { samples += [color.x, color.y, color.z] }
    }
    var buffer = PixelBuffer(
      width: colors.count, height: 1, format: isGray ? .gray16 : .rgb16, samples: samples)
    PixelConverter(conversion).convert(&buffer)
    return colors.indices.map { index in
      if isGray { return UInt64(buffer.samples[index]) }
      return GamutColorSet.key(
        buffer.samples[3 * index], buffer.samples[3 * index + 1], buffer.samples[3 * index + 2])
    }
  }

  /// The colour with a 48-bit number.
  static func color(_ key: UInt64) -> SIMD3<UInt16> {
    SIMD3(UInt16(key >> 32), UInt16(key >> 16 & 0xFFFF), UInt16(key & 0xFFFF))
  }

  /// Each sample of a 48-bit number rounded half up to 8 bits, as the conversion does it.
  private static func roundedTo8Bits(_ key: UInt64) -> UInt64 {
    let color = color(key)
    let rounded = SIMD3<UInt32>(truncatingIfNeeded: color) &+ 128
    return UInt64(rounded.x / 257) << 32 | UInt64(rounded.y / 257) << 16 | UInt64(rounded.z / 257)
  }
}

// How many colours survive the clip.
import Pixels

extension GamutScan {
  /// What becomes of the distinct colours of an image in the target, at 16 and at 8 bits.
  func distinctColors(_ set: GamutColorSet) -> GamutReport.DistinctColors {
    let before = set.colors
    let (after, outside) = converted(before)
    let groups = ColorTable.groups(of: after)
    return GamutReport.DistinctColors(
      before: before.count, after16: groups.count, after8: Self.distinctAt8Bits(after),
      collapsed: ColorTable.sharedCount(of: after, chosen: outside, in: groups.places),
      atLeast: set.isOverfull ? true : nil)
  }

  /// The 48-bit numbers of the target colours, by the same kernels that convert images, and a bit for each source
  /// colour that is out of gamut.
  private func converted(_ colors: [UInt64]) -> (after: [UInt64], outside: [UInt8]) {
    var samples: [UInt16] = []
    samples.reserveCapacity(colors.count * (isGray ? 1 : 3))
    for color in colors {
      let codes = Self.color(color)
      samples.append(codes.x)
      if isGray { continue }
      samples.append(codes.y)
      samples.append(codes.z)
    }
    let format = isGray ? PixelFormat.gray16 : .rgb16
    var outside: [UInt8] = []
    var span = samples.mutableSpan
    _ = converter.convertTallying(&span, pixels: 0..<colors.count, format: format, outside: &outside)
    let after = colors.indices.map { index in
      isGray
        ? UInt64(samples[index])
        : GamutColorSet.key(samples[3 * index], samples[3 * index + 1], samples[3 * index + 2])
    }
    return (after, outside)
  }

  /// The colour with a 48-bit number.
  static func color(_ key: UInt64) -> SIMD3<UInt16> {
    SIMD3(UInt16(key >> 32), UInt16(key >> 16 & 0xFFFF), UInt16(key & 0xFFFF))
  }

  /// Distinct colours after each sample is rounded half up to 8 bits, as the conversion does it: one bit for each of
  /// the 2²⁴.
  private static func distinctAt8Bits(_ keys: [UInt64]) -> Int {
    var seen = [UInt64](repeating: 0, count: 1 << 18)
    for key in keys {
      let color = SIMD3<UInt32>(truncatingIfNeeded: color(key)) &+ 128
      let number = (color.x / 257) << 16 | (color.y / 257) << 8 | (color.z / 257)
      seen[Int(number >> 6)] |= 1 << UInt64(number & 63)
    }
    return seen.reduce(0) { $0 + $1.nonzeroBitCount }
  }
}

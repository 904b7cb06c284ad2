// Counts the distinct colours of an image, and how many stay distinct after the clip to the target.

import Pixels

extension TargetGamut {
  /// Colours converted together, so that their samples stay in the cache.
  private static let colorsAtOnce = 1 << 12

  /// How many distinct colours remain in the target, at 16 and at 8 bits. Empties the set.
  func distinctColors(_ set: inout GamutColorSet) -> GamutReport.DistinctColors {
    let atLeast = set.isOverfull ? true : nil
    // A single array from here on: a million colours are 8 MB.
    var colors = set.drain()
    for first in stride(from: 0, to: colors.count, by: Self.colorsAtOnce) {
      convert(&colors, first..<min(first + Self.colorsAtOnce, colors.count))
    }
    let groups = ColorGroups(of: &colors)
    return GamutReport.DistinctColors(
      before: colors.count, after16: groups.distinct, after8: groups.distinctAt8Bits,
      collapsed: groups.shared, atLeast: atLeast)
  }

  /// Converts some colours to the target's with the kernels that convert images, and marks those out of gamut.
  private func convert(_ colors: inout [UInt64], _ range: Range<Int>) {
    let format = isGray ? PixelFormat.gray16 : .rgb16
    var samples = Self.samples(colors.span.extracting(range), format.channelCount)
    var outside: [UInt8] = []
    var span = samples.mutableSpan
    _ = converter.convertTallying(&span, pixels: 0..<range.count, format: format, outside: &outside)
    var converted = colors.mutableSpan
    for index in 0..<range.count {
      // Grey uses its only sample for all three.
      let (red, green, blue) = isGray ? (index, index, index) : (3 * index, 3 * index + 1, 3 * index + 2)
      let mark = UInt64(outside[index >> 3] >> UInt8(index & 7) & 1) * ColorTable.outsideMark
      converted[range.lowerBound + index] =
        GamutColorSet.key(samples[red], samples[green], samples[blue]) | mark
    }
  }

  /// The samples of pixels with these colours.
  static func samples(_ colors: Span<UInt64>, _ channels: Int) -> [UInt16] {
    var samples = [UInt16](repeating: 0, count: colors.count * channels)
    for index in colors.indices {
      let color = colors[index]
      if channels == 1 {
        samples[index] = UInt16(truncatingIfNeeded: color)
      } else {
        samples[3 * index] = UInt16(truncatingIfNeeded: color >> 32)
        samples[3 * index + 1] = UInt16(truncatingIfNeeded: color >> 16)
        samples[3 * index + 2] = UInt16(truncatingIfNeeded: color)
      }
    }
    return samples
  }

  /// The colour with a 48-bit number.
  static func color(_ key: UInt64) -> SIMD3<UInt16> {
    SIMD3(
      UInt16(truncatingIfNeeded: key >> 32), UInt16(truncatingIfNeeded: key >> 16),
      UInt16(truncatingIfNeeded: key))
  }
}

/// The distinct visible colours of an image, added strip by strip; at most 2²⁰.
struct GamutColorSet: Sendable {
  /// The most colours that are counted exactly.
  static let limit = 1 << 20

  /// Pixels listed at once, so that they stay in the cache until their colours are inserted.
  private static let pixelsAtOnce = 1 << 15

  /// Factor by which a full table grows: few colours are inserted twice, and the largest table is made only if needed.
  private static let growth = 16

  /// From this many colours of 8 bits per channel on, a bit for each of 2²⁴ is faster than a table.
  private static let colorsForBits = 1 << 11

  private var table = ColorTable(capacity: limit / growth / growth)
  private var list = ColorList()
  /// Replaces the table if all colours have 8 bits per channel and there are many.
  private var bits: ColorBits?
  /// Whether the table stays, because a colour of more bits appeared among many.
  private var needsTable = false
  /// Whether a colour was dropped because the set was full.
  private(set) var isOverfull = false

  /// Distinct colours so far.
  var count: Int { bits?.count ?? table.count }

  /// The 48-bit number of a colour.
  static func key(_ red: UInt16, _ green: UInt16, _ blue: UInt16) -> UInt64 {
    UInt64(red) << 32 | UInt64(green) << 16 | UInt64(blue)
  }

  /// Adds the colours of the next pixels of an image.
  mutating func add(_ samples: Span<UInt16>, _ format: PixelFormat) {
    let step = Self.pixelsAtOnce * format.channelCount
    for first in stride(from: 0, to: samples.count, by: step) where !isOverfull {
      addPart(samples.extracting(first..<min(first + step, samples.count)), format)
    }
  }

  private mutating func addPart(_ samples: Span<UInt16>, _ format: PixelFormat) {
    if bits == nil, !needsTable, table.count >= Self.colorsForBits {
      needsTable = !ColorBits.holds(samples)
      if !needsTable { useBits() }
    }
    if bits != nil, !ColorBits.holds(samples) { useTable() }
    if bits != nil {
      isOverfull = bits?.add(samples, format: format) == false
    } else {
      list.list(samples, format: format)
      let colors = list.colors
      insertIntoTable(colors.span.extracting(0..<list.count))
    }
  }

  private mutating func useBits() {
    let colors = table.drain()
    let samples = TargetGamut.samples(colors.span, 3)
    guard ColorBits.holds(samples.span) else { return useTable(colors) }
    var bits = ColorBits(capacity: Self.limit)
    _ = bits.add(samples.span, format: .rgb16)
    self.bits = bits
  }

  private mutating func useTable() {
    if let colors = bits.take()?.colors() { useTable(colors) }
  }

  private mutating func useTable(_ colors: [UInt64]) {
    needsTable = true
    table = ColorTable(capacity: Self.limit)
    _ = table.insert(colors.span)
  }

  /// Adds the colours with these 48-bit numbers.
  mutating func insert(_ colors: Span<UInt64>) {
    needsTable = true
    useTable()
    insertIntoTable(colors)
  }

  private mutating func insertIntoTable(_ colors: Span<UInt64>) {
    var rest = colors
    while true {
      let taken = table.insert(rest)
      if taken == rest.count { return }
      if table.capacity == Self.limit {
        isOverfull = true
        return
      }
      rest = rest.extracting(taken..<rest.count)
      let capacity = Self.growth * table.capacity
      let known = table.drain()
      table = ColorTable(capacity: capacity)
      _ = table.insert(known.span)
    }
  }

  /// Returns the colours, as 48-bit numbers in no particular order, and empties the set.
  mutating func drain() -> [UInt64] { bits.take()?.colors() ?? table.drain() }
}

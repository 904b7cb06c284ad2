import Pixels

/// The distinct visible colours of an image, strip by strip: a set that stops growing at 2²⁰.
struct GamutColorSet: Sendable {
  /// Distinct colours that are counted exactly.
  static let limit = 1 << 20

  /// Pixels listed at once, so that they stay in the cache until their colours are inserted.
  private static let pixelsAtOnce = 1 << 15

  /// A full table gives way to one of 16 times the room: few colours are inserted twice, and the largest table is
  /// only made where it is needed.
  private static let growth = 16

  private var table = ColorTable(capacity: limit / growth / growth)
  private var list = ColorList()
  /// Whether a colour came after the set was full.
  private(set) var isOverfull = false

  /// Distinct colours so far.
  var count: Int { table.count }

  /// The 48-bit number of a colour.
  static func key(_ red: UInt16, _ green: UInt16, _ blue: UInt16) -> UInt64 {
    UInt64(red) << 32 | UInt64(green) << 16 | UInt64(blue)
  }

  /// Adds the colours of the next rows of an image.
  mutating func add(_ strip: borrowing PixelBuffer) {
    let samples = strip.samples.span
    let step = Self.pixelsAtOnce * strip.format.channelCount
    for first in stride(from: 0, to: samples.count, by: step) where !isOverfull {
      list.list(samples.extracting(first..<min(first + step, samples.count)), format: strip.format)
      let colors = list.colors
      insert(colors.span.extracting(0..<list.count))
    }
  }

  /// Adds the colours with these 48-bit numbers.
  mutating func insert(_ colors: Span<UInt64>) {
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

  /// Takes the colours out, as `insert` takes them, in no particular order.
  mutating func drain() -> [UInt64] { table.drain() }
}

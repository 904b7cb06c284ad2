package import Pixels

/// The colours of one-coloured areas of an image, which are rounded instead of dithered when 16 bits become 8. Noise
/// that represents a value between two codes helps in gradients; on a flat area it is only noise, and makes the file
/// several times as large.
package struct FlatColors: Sendable {
  /// Pixels at 16 bits, and the same pixels rounded to 8 bits.
  private let rounded: [PackedPixel: PackedPixel]
  /// A bit per hash, which rules out most pixels of a photograph without a lookup in `rounded`.
  private var mayContain = [UInt64](repeating: 0, count: 1 << (hashBits - 6))

  private static let hashBits = 16

  /// From `colors`, pixels of flat areas before the reduction.
  package init(_ colors: borrowing PixelBuffer) {
    var reduced = colors.clone()
    Dither.none.reduceTo8Bits(&reduced, firstRow: 0)
    let width = colors.format.channelCount
    var rounded: [PackedPixel: PackedPixel] = [:]
    for first in stride(from: 0, to: colors.samples.count, by: width) {
      rounded[PackedPixel(colors.samples.span, at: first, count: width)] =
        PackedPixel(reduced.samples.span, at: first, count: width)
    }
    self.rounded = rounded
    for color in rounded.keys {
      mayContain[Int(color.hash(bits: Self.hashBits) >> 6)] |= 1 << (color.hash(bits: Self.hashBits) & 63)
    }
  }

  /// Whether there are none.
  var isEmpty: Bool { rounded.isEmpty }

  /// Neighbouring pixels of one flat colour.
  struct Run {
    let pixels: Range<Int>
    /// The rounded pixel.
    let rounded: PackedPixel
  }

  /// The runs in row `y` of `strip`, from left to right.
  func runs(in strip: borrowing PixelBuffer, row y: Int) -> [Run] {
    var runs: [Run] = []
    let row = strip.samples.span.extracting(strip.rowRange(y))
    let (width, channels) = (strip.width, strip.format.channelCount)
    var x = 0
    while x < width {
      let color = PackedPixel(row, at: x * channels, count: channels)
      let first = x
      x += 1
      let hash = color.hash(bits: Self.hashBits)
      guard mayContain[Int(hash >> 6)] & (1 << (hash & 63)) != 0, let rounded = rounded[color] else {
        continue
      }
      while x < width, PackedPixel(row, at: x * channels, count: channels) == color { x += 1 }
      runs.append(Run(pixels: first..<x, rounded: rounded))
    }
    return runs
  }
}

/// The samples of one pixel in one 64-bit number, the first in the lowest 16 bits.
struct PackedPixel: Hashable, Sendable {
  private let bits: UInt64

  /// The `count` samples, up to 4, from `first` on.
  init(_ samples: Span<UInt16>, at first: Int, count: Int) {
    var bits: UInt64 = 0
    for channel in 0..<count { bits |= UInt64(samples[first + channel]) << (16 * channel) }
    self.bits = bits
  }

  /// Sample number `channel`, from 0.
  subscript(channel: Int) -> UInt16 { UInt16(truncatingIfNeeded: bits >> (16 * channel)) }

  /// The upper bits of a product (Fibonacci hashing).
  func hash(bits count: Int) -> UInt64 { (bits &* 0x9E37_79B9_7F4A_7C15) >> (64 - count) }

  /// Whether the pixels differ, by no more than `limit` in any sample.
  func isNear(_ other: PackedPixel, limit: UInt16) -> Bool {
    guard self != other else { return false }
    return (0..<4).allSatisfy { channel in
      let (one, two) = (self[channel], other[channel])
      return (one > two ? one - two : two - one) <= limit
    }
  }
}

/// Finds areas of one colour in the rows of an image, from the first to the last.
///
/// A colour is flat if it fills runs of pixels and nowhere changes softly into another: a step of at most two 9-bit
/// codes shows the plateaus of a gradient, which must be dithered.
package struct FlatColorScan {
  private struct Use {
    var pixels = 0
    var softEdges = 0

    static func += (use: inout Use, other: Use) {
      use.pixels += other.pixels
      use.softEdges += other.softEdges
    }
  }

  private let format: PixelFormat
  private let leastRun: Int
  private let leastPixels: Int
  private var uses: [PackedPixel: Use] = [:]
  /// The row before the next one.
  private var above: [UInt16] = []
  /// What each run of that row adds without the rows above and below; a row that repeats it adds the same.
  private var usesOfRow: [(color: PackedPixel, use: Use)] = []

  /// Least pixels of a run that counts, if the image is as wide.
  private static let leastRun = 4
  /// Least pixels of a flat colour, if the image has as many.
  private static let leastPixels = 16
  /// The largest soft step, in 16-bit codes: one and a half 8-bit codes.
  private static let softStep: UInt16 = 385
  /// A flat colour has at most one soft step per so many of its pixels, as some edges are soft by chance.
  private static let pixelsPerSoftStep = 200
  /// The most colours that are remembered; later ones are dithered.
  private static let mostColors = 1 << 14

  /// For an image with these sides and `format`.
  package init(width: Int, height: Int, format: PixelFormat) {
    self.format = format
    leastRun = min(Self.leastRun, width)
    // Without overflow for any sides.
    leastPixels = height < Self.leastPixels ? min(Self.leastPixels, width * height) : Self.leastPixels
  }

  /// Adds the next rows.
  package mutating func add(_ strip: borrowing PixelBuffer) {
    for y in 0..<strip.height {
      let row = strip.samples.span.extracting(strip.rowRange(y))
      if PixelDifferences.areEqual(row, above.span) {
        for (color, use) in usesOfRow { uses[color, default: Use()] += use }
        continue
      }
      usesOfRow.removeAll(keepingCapacity: true)
      // Both rows count the steps between them, each for its own runs.
      let rowAbove = above
      count(row, neighbors: rowAbove.span, isNew: true)
      if !rowAbove.isEmpty { count(rowAbove.span, neighbors: row, isNew: false) }
      above.removeAll(keepingCapacity: true)
      for index in row.indices { above.append(row[index]) }
    }
  }

  /// Counts the runs of `row`: if `isNew`, their pixels and the steps at their ends; and the steps to the neighbouring
  /// row, if there is one.
  private mutating func count(_ row: Span<UInt16>, neighbors: Span<UInt16>, isNew: Bool) {
    let width = row.count / format.channelCount
    var x = 0
    // In a run all pixels but the last equal the next one, and one of them lies in every stride.
    let stride = max(1, leastRun - 1)
    while x < width {
      guard leastRun == 1 || x + 1 < width && isRepeated(row, at: x) else {
        x += stride
        continue
      }
      var (first, end) = (x, x + 1)
      while first > 0, isRepeated(row, at: first - 1) { first -= 1 }
      while end < width, isRepeated(row, at: end - 1) { end += 1 }
      if end - first >= leastRun { count(first..<end, of: row, neighbors: neighbors, isNew: isNew) }
      x = end
    }
  }

  /// Whether pixel `x` equals the next one.
  private func isRepeated(_ row: Span<UInt16>, at x: Int) -> Bool {
    let channels = format.channelCount
    for sample in x * channels..<(x + 1) * channels where row[sample] != row[sample + channels] {
      return false
    }
    return true
  }

  private mutating func count(
    _ run: Range<Int>, of row: Span<UInt16>, neighbors: Span<UInt16>, isNew: Bool
  ) {
    let channels = format.channelCount
    let color = PackedPixel(row, at: run.lowerBound * channels, count: channels)
    var use = uses[color] ?? Use()
    guard use.pixels > 0 || isNew && uses.count < Self.mostColors else { return }
    func countStep(to other: Span<UInt16>, at x: Int) {
      let pixel = PackedPixel(other, at: x * channels, count: channels)
      if color.isNear(pixel, limit: Self.softStep) { use.softEdges += 1 }
    }
    if isNew {
      let before = use
      use.pixels += run.count
      if run.lowerBound > 0 { countStep(to: row, at: run.lowerBound - 1) }
      if run.upperBound * channels < row.count { countStep(to: row, at: run.upperBound) }
      usesOfRow.append(
        (color, Use(pixels: run.count, softEdges: use.softEdges - before.softEdges)))
    }
    if !neighbors.isEmpty { for x in run { countStep(to: neighbors, at: x) } }
    uses[color] = use
  }

  /// The flat colours as a row with one pixel for each colour; nil if the image has no flat colour.
  package func finish() -> PixelBuffer? {
    let flat = uses.filter { _, use in
      use.pixels >= leastPixels && use.softEdges * Self.pixelsPerSoftStep <= use.pixels
    }
    guard !flat.isEmpty else { return nil }
    let channels = format.channelCount
    return PixelBuffer(
      width: flat.count, height: 1, format: format,
      samples: flat.keys.flatMap { color in (0..<channels).map { color[$0] } })
  }
}

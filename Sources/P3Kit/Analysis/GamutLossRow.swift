import Pixels

/// One row of pixels as the search for losses sees it: bits of all pixels, and colours where somebody asks.
struct GamutLossRow: Sendable {
  /// Pixels out of gamut.
  private(set) var out: PixelBits
  /// Pixels with alpha.
  private(set) var visible: PixelBits
  /// Pixels that are visible and of one colour with the visible one to their left.
  private(set) var sameAsLeft: PixelBits
  /// Pixels that are visible and of one colour with the visible one above.
  private(set) var sameAsAbove: PixelBits
  /// Whether any pixel is out of gamut.
  private(set) var hasOut = false
  /// CIELAB, by and by.
  private(set) var labs: ClippedLabRow

  private let width: Int
  private var samples: [UInt16] = []
  private var format = PixelFormat.rgb16
  /// Whether all bits are there, or only `out`.
  private var isCompared = false

  init(width: Int) {
    self.width = width
    out = PixelBits(count: width)
    visible = out
    sameAsLeft = out
    sameAsAbove = out
    labs = ClippedLabRow(width: width)
  }

  /// Becomes row `y` of `strip`.
  mutating func load(_ strip: borrowing PixelBuffer, _ y: Int, _ scan: GamutScan) {
    format = strip.format
    samples.removeAll(keepingCapacity: true)
    samples.append(contentsOf: strip.samples[strip.rowRange(y)])
    var outside: [UInt8] = []
    hasOut = scan.converter.tally(samples.span, format: format, outside: &outside).outOfGamut > 0
    out.set(outside)
    isCompared = false
    labs.reset()
  }

  /// Finds the bits that `load` leaves out.
  mutating func compare(with above: GamutLossRow?) {
    guard !isCompared else { return }
    isCompared = true
    let samples = samples
    visible.setVisible(samples.span, format: format)
    sameAsLeft.setSameAsLeft(samples.span, format: format)
    if let above { sameAsAbove.setSame(samples.span, as: above.samples.span, format: format) }
  }

  /// Makes sure that the colours of 64 pixels are there.
  mutating func fill(block: Int, _ scan: GamutScan) {
    let samples = samples
    labs.fill(block: block, of: samples.span, format: format, scan.converter, scan.differences)
  }

  /// The 48-bit number of a pixel's colour.
  func key(_ x: Int) -> UInt64 {
    let first = x * format.channelCount
    return GamutColorSet.key(samples[first], samples[first + 1], samples[first + 2])
  }

  /// A pixel whose colours are filled.
  func point(_ x: Int) -> GamutRamp.Point { GamutRamp.Point(key: key(x), color: labs.color(x)) }
}

import Conversion
import ImageFiles
import PNGCodec
import Pixels

/// Counts of an app icon's pixels, for the rules on its appearances.
struct AppIconPixels {
  /// All pixels.
  private(set) var count = 0
  /// Pixels that are not opaque.
  private(set) var transparent = 0
  /// Pixels that are not fully transparent.
  private(set) var visible = 0
  /// Visible pixels whose channels differ by more than `mostDifference`.
  private(set) var colored = 0

  /// How far a grey's channels may differ after lossy compression or conversion: four codes of 8 bits.
  private static let mostDifference = 4 * 257
  /// The share of the visible pixels that may be coloured by chance.
  private static let leastShare = 0.001

  /// Reads the whole icon at `path`.
  init(_ path: String) throws(ImageError) {
    var reader = try ImageSource.file(path).openReader(limits: PNGLimits().covering(.inspection))
    let rows = StripPipeline.stripHeight(width: reader.header.width, reader.pixelFormat)
    while true {
      let strip = try ImageError.at(path) { () throws(PNGError) in try reader.readRows(rows) }
      if strip.height == 0 { break }
      add(strip)
    }
    try ImageError.at(path) { () throws(PNGError) in try reader.finish() }
  }

  private mutating func add(_ strip: borrowing PixelBuffer) {
    let (channels, format) = (strip.format.channelCount, strip.format)
    let samples = strip.samples.span
    count += strip.pixelCount
    for first in stride(from: 0, to: samples.count, by: channels) {
      let alpha = format.hasAlpha ? samples[first + channels - 1] : .max
      if alpha < .max { transparent += 1 }
      if alpha == 0 { continue }
      visible += 1
      if format.isGray { continue }
      let color = (samples[first], samples[first + 1], samples[first + 2])
      let (most, least) = (max(color.0, color.1, color.2), min(color.0, color.1, color.2))
      if most - least > Self.mostDifference { colored += 1 }
    }
  }

  /// Share of pixels that are not opaque, 0 to 1.
  var transparentShare: Double { Double(transparent) / Double(max(count, 1)) }
  /// Share of visible pixels that are coloured, 0 to 1.
  var coloredShare: Double { Double(colored) / Double(max(visible, 1)) }
  /// Whether more pixels are coloured than by chance.
  var isColored: Bool { coloredShare > Self.leastShare }
}

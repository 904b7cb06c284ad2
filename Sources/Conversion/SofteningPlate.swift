import Analysis
import ColorManagement
import Colors
import ImageFiles
import PNGCodec
import PixelConversion
import Pixels

/// The plate for artwork that would vanish on a dark background and must not change: a rectangle with round corners.
public struct SofteningPlate: Sendable, Hashable, Codable {
  /// A length in an image.
  public enum Length: Sendable, Hashable, Codable {
    /// A number of pixels.
    case pixels(Int)
    /// A share of the image's shorter side, 0 to 1.
    case share(Double)

    /// The length in pixels, in an image of `width` × `height`.
    package func pixels(width: Int, height: Int) -> Int {
      switch self {
      case .pixels(let count): count
      case .share(let share): Int((Double(min(width, height)) * share).rounded())
      }
    }
  }

  /// The plate's colour in encoded sRGB, 0 to 1; nil for the grey to which white is lowered.
  public var color: SIMD3<Double>?
  /// Radius of the corners, at most half of the plate's shorter side.
  public var radius = Length.share(0.125)
  /// Space added to the image at each side.
  public var padding = Length.share(0.125)

  /// A plate of softened paper, wider at each side by an eighth of the image's shorter side.
  public init() {}
}

/// Puts an image on its plate, strip by strip.
struct SofteningPlateWriter {
  /// Padding at each side and radius of the corners, in pixels.
  private let padding: Int, radius: Double
  private let source: PNGHeader
  /// The plate's codes in the image's own space.
  private let color: SIMD3<UInt16>
  private let dither: Dither

  /// The fields of IHDR to be written.
  let header: PNGHeader

  /// For an image with header `source`, rows in `format` and colours of `profile`.
  ///
  /// - Parameter color: encoded sRGB, 0 to 1.
  init(
    _ plate: SofteningPlate, color: SIMD3<Double>, source: PNGHeader, format: PixelFormat,
    profile: ICCProfile,
    depth: Int, dither: Dither
  ) throws(ColorError) {
    padding = plate.padding.pixels(width: source.width, height: source.height)
    let (width, height) = (source.width + 2 * padding, source.height + 2 * padding)
    let corner = plate.radius.pixels(width: source.width, height: source.height)
    radius = min(Double(corner), Double(min(width, height)) / 2)
    self.source = source
    self.dither = dither
    header = PNGHeader(width: width, height: height, bitDepth: depth, format: format)
    let (isGray, sRGB) = (format.isGray, RGBColorSpace.sRGB)
    let executor = try PixelExecutor(
      ConversionPlan(
        source: isGray ? sRGB.grayProfile : sRGB.profile, destination: profile, sourceIsGrayImage: isGray),
      mapping: .clip)
    let gray = WCAGContrast.transfer.encoded(WCAGContrast.relativeLuminance(color))
    let encoded = isGray ? SIMD3(repeating: gray) : color
    let codes = (0..<(isGray ? 1 : 3)).map { UInt16((min(max(encoded[$0], 0), 1) * 65535).rounded()) }
    var pixel = PixelBuffer(width: 1, height: 1, format: isGray ? .gray16 : .rgb16, samples: codes)
    executor.convert(&pixel)
    self.color = pixel.color(at: 0)
  }

  /// Reads `reader` to its end, and writes its image on the plate.
  func write(_ reader: inout PNGReader, into writer: inout PNGWriter) throws(PNGError) {
    try forEachStrip(of: &reader) { rows, strip throws(PNGError) in
      var canvas = laid(strip, on: ground(rows: rows))
      if header.bitDepth == 8 {
        (strip.height > 0 ? dither : .none).reduceTo8Bits(&canvas, firstRow: rows.lowerBound)
      }
      try writer.writeRows(canvas)
      if strip.height > 0 { WorkProgress.tell(.writing, rows: rows.upperBound - padding, of: source.height) }
    }
  }

  /// Reads `reader` to its end, and gives `body` the image as it is, with as much around it, and on its plate, in strips.
  func preview(
    _ reader: inout PNGReader, _ body: (borrowing PixelBuffer, borrowing PixelBuffer) throws(PNGError) -> Void
  ) throws(PNGError) {
    let format = header.pixelFormat(hasTransparency: true)
    try forEachStrip(of: &reader) { rows, strip throws(PNGError) in
      let bare = PixelBuffer(width: header.width, height: rows.count, format: format)
      try body(laid(strip, on: bare), laid(strip, on: ground(rows: rows)))
    }
  }

  /// Reads `reader` to its end, and gives `body` each strip with its rows on the plate. In the margins above and below the image
  /// there is one row at a time, and a strip without rows.
  private func forEachStrip(
    of reader: inout PNGReader, _ body: (Range<Int>, borrowing PixelBuffer) throws(PNGError) -> Void
  ) throws(PNGError) {
    let format = reader.pixelFormat
    let none = PixelBuffer(width: source.width, height: 0, format: format)
    for y in 0..<padding { try body(y..<y + 1, none) }
    let stripHeight = StripPipeline.stripHeight(width: header.width, format)
    var row = padding
    while reader.remainingRows > 0 {
      let strip = try reader.readRows(stripHeight)
      try body(row..<row + strip.height, strip)
      row += strip.height
    }
    try reader.finish()
    for y in row..<header.height { try body(y..<y + 1, none) }
  }

  /// `canvas` with all rows of `strip` on it.
  private func laid(_ strip: borrowing PixelBuffer, on canvas: consuming PixelBuffer) -> PixelBuffer {
    for y in 0..<strip.height { lay(strip, row: y, on: &canvas) }
    return canvas
  }

  /// The plate without artwork.
  private func ground(rows: Range<Int>) -> PixelBuffer {
    let format = header.pixelFormat(hasTransparency: true)
    var canvas = PixelBuffer(width: header.width, height: rows.count, format: format)
    for y in rows {
      let first = canvas.rowRange(y - rows.lowerBound).lowerBound
      for x in 0..<header.width {
        let alpha = coverage(x, y)
        guard alpha > 0 else { continue }
        let at = first + x * format.channelCount
        for channel in 0..<format.colorChannelCount { canvas.samples[at + channel] = color[channel] }
        canvas.samples[at + format.colorChannelCount] = alpha
      }
    }
    return canvas
  }

  /// How much of a pixel the plate covers, 0 to 65535.
  private func coverage(_ x: Int, _ y: Int) -> UInt16 {
    let across = max(radius - Double(x) - 0.5, Double(x) + 0.5 - (Double(header.width) - radius), 0)
    let along = max(radius - Double(y) - 0.5, Double(y) + 0.5 - (Double(header.height) - radius), 0)
    guard across > 0, along > 0 else { return 65535 }
    let distance = (across * across + along * along).squareRoot()
    return UInt16((min(max(radius - distance + 0.5, 0), 1) * 65535).rounded())
  }

  /// Composites row `y` of `strip` onto the same row of `canvas`, source-over in encoded values.
  private func lay(_ strip: borrowing PixelBuffer, row y: Int, on canvas: inout PixelBuffer) {
    let (channels, colors) = (strip.format.channelCount, strip.format.colorChannelCount)
    let (from, to) = (strip.rowRange(y).lowerBound, canvas.rowRange(y).lowerBound + padding * channels)
    for index in stride(from: 0, to: strip.rowStride, by: channels) {
      let alpha = Int(strip.samples[from + index + colors])
      guard alpha > 0 else { continue }
      let rest = ((65535 - alpha) * Int(canvas.samples[to + index + colors]) + 32767) / 65535
      let sum = alpha + rest
      for channel in 0..<colors {
        let mixed =
          Int(strip.samples[from + index + channel]) * alpha + Int(canvas.samples[to + index + channel])
          * rest
        canvas.samples[to + index + channel] = UInt16((mixed + sum / 2) / sum)
      }
      canvas.samples[to + index + colors] = UInt16(sum)
    }
  }
}

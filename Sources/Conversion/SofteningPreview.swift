import Analysis
import ColorManagement
import DarkMode
import ImageFiles
import PNGCodec
import PixelConversion
import Pixels

/// A picture for deciding on a softening: the image before and after, side by side on its dark background. Always 8-bit
/// sRGB; a large image is made smaller in linear light.
struct SofteningPreview {
  /// The most pixels of a half's longer side.
  static let longestSide = 1600

  private let softening: Softening
  /// What lays the image on its plate in mode `plate`.
  private let plate: SofteningPlateWriter?
  /// Codes of the background, in 1/65535.
  private let background: SIMD3<UInt32>
  private let executor: PixelExecutor
  private let source: (width: Int, height: Int)
  /// Size of a half in pixels.
  private let size: (width: Int, height: Int)
  /// Pixels of background around and between the halves.
  private let margin: Int

  /// A preview of the image with `header` and colours of `profile`.
  ///
  /// - Parameters:
  ///   - softening: the decision on this image.
  ///   - plate: what lays the image on its plate, if that is the decision.
  ///   - background: encoded sRGB, 0 to 1.
  /// - Throws: `ColorError` if the profile cannot be converted to sRGB.
  init(
    _ softening: Softening, plate: SofteningPlateWriter?, on background: SIMD3<Double>, header: PNGHeader,
    profile: ICCProfile
  ) throws(ColorError) {
    let isGray = header.colorType.isGray
    let plan = try ConversionPlan(
      source: profile, destination: isGray ? RGBColorSpace.sRGB.grayProfile : RGBColorSpace.sRGB.profile,
      sourceIsGrayImage: isGray)
    executor = try PixelExecutor(plan, mapping: .clip)
    self.softening = softening
    self.plate = plate
    let header = plate?.header ?? header
    self.background = SIMD3<UInt32>((background * 65535).rounded(.toNearestOrAwayFromZero))
    source = (header.width, header.height)
    size = Self.size(of: source)
    margin = max(8, max(size.width, size.height) / 32)
  }

  /// The image's size, or its longer side reduced to `longestSide`.
  private static func size(of source: (width: Int, height: Int)) -> (width: Int, height: Int) {
    let longer = max(source.width, source.height)
    guard longer > longestSide else { return source }
    let scale = Double(longestSide) / Double(longer)
    return (
      max(1, Int((Double(source.width) * scale).rounded())),
      max(1, Int((Double(source.height) * scale).rounded()))
    )
  }

  /// Reads `reader` to its end and writes the preview to `descriptor`, strip by strip.
  func write(_ reader: inout PNGReader, to descriptor: Int32, name: String) throws(PNGError) {
    let width = 2 * size.width + 3 * margin
    var writer = try PNGWriter(
      fileDescriptor: descriptor,
      header: PNGHeader(width: width, height: size.height + 2 * margin, bitDepth: 8, colorType: .rgb),
      chunks: PNGChunk.sRGB(intent: 1), name: name)
    try writer.writeRows(ground(width: width, height: margin))
    var (before, after) = (Half(from: source, to: size), Half(from: source, to: size))
    var firstRow = 0
    func add(
      _ strip: borrowing PixelBuffer, _ softened: borrowing PixelBuffer
    ) throws(PNGError) {
      firstRow += strip.height
      let rows = sideBySide(before.add(shown(strip)), after.add(shown(softened)), width: width)
      if rows.height > 0 { try writer.writeRows(rows) }
      WorkProgress.tell(.writing, rows: firstRow, of: source.height)
    }
    if let plate {
      try plate.preview(&reader, add)
    } else {
      let stripHeight = StripPipeline.stripHeight(width: source.width, reader.pixelFormat)
      while reader.remainingRows > 0 {
        let strip = try reader.readRows(stripHeight)
        var softened = strip.clone()
        softening.apply(to: &softened, firstRow: firstRow)
        try add(strip, softened)
      }
      try reader.finish()
    }
    try writer.writeRows(ground(width: width, height: margin))
    try writer.finish()
  }

  /// One half: the image, or a smaller version.
  private struct Half {
    /// Whether the image has the half's size, so that nothing is resampled.
    private let isWhole: Bool
    private var resampler: Resampler

    init(from source: (width: Int, height: Int), to size: (width: Int, height: Int)) {
      isWhole = source == size
      // Averages by area never overshoot: a halo in the preview is a halo of the image.
      resampler = Resampler(
        format: .rgb16, from: source, to: size, curve: .parametric(RGBColorSpace.sRGB.transfer), filter: .area
      )
    }

    /// The rows that `strip` completes.
    mutating func add(_ strip: consuming PixelBuffer) -> PixelBuffer {
      isWhole ? strip : resampler.add(strip)
    }
  }

  // MARK: Pixels

  /// `strip` as a browser shows it on the background: converted to sRGB, then composited in encoded values.
  private func shown(_ strip: borrowing PixelBuffer) -> PixelBuffer {
    var converted = strip.clone()
    executor.convert(&converted)
    var canvas = PixelBuffer(width: strip.width, height: strip.height, format: .rgb16)
    for part in converted.parts() {
      let pixels = part.rows.lowerBound * strip.width..<part.rows.upperBound * strip.width
      var shown = canvas.samples.mutableSpan
      lay(converted.samples.span, pixels, of: strip.format, over: &shown)
      canvas.repeatRow(of: part)
    }
    return canvas
  }

  /// Composites some sRGB pixels onto the background.
  private func lay(
    _ samples: Span<UInt16>, _ pixels: Range<Int>, of format: PixelFormat,
    over canvas: inout MutableSpan<UInt16>
  ) {
    let (channels, last) = (format.channelCount, format.colorChannelCount - 1)
    for pixel in pixels {
      let first = pixel * channels
      let color = SIMD3<UInt32>(
        UInt32(samples[first]), UInt32(samples[first + last / 2]), UInt32(samples[first + last]))
      let alpha = format.hasAlpha ? UInt32(samples[first + last + 1]) : 65535
      // At most 65,535 · 65,535 and half of a divisor: below 2³².
      let sum = color &* alpha &+ background &* (65535 - alpha) &+ 32767
      for channel in 0..<3 { canvas[3 * pixel + channel] = UInt16(sum[channel] / 65535) }
    }
  }

  /// Rows of both halves, surrounded by the background and rounded to 8 bits.
  private func sideBySide(
    _ before: borrowing PixelBuffer, _ after: borrowing PixelBuffer, width: Int
  ) -> PixelBuffer {
    var canvas = ground(width: width, height: before.height)
    for y in 0..<before.height {
      let row = canvas.rowRange(y).lowerBound
      let range = before.rowRange(y)
      for index in range {
        let left = row + 3 * margin + index - range.lowerBound
        canvas.samples[left] = before.samples[index]
        canvas.samples[left + 3 * (size.width + margin)] = after.samples[index]
      }
    }
    Dither.none.reduceTo8Bits(&canvas, firstRow: 0)
    return canvas
  }

  private func ground(width: Int, height: Int) -> PixelBuffer {
    var canvas = PixelBuffer(width: width, height: height, format: .rgb16)
    for index in canvas.samples.indices { canvas.samples[index] = UInt16(background[index % 3]) }
    Dither.none.reduceTo8Bits(&canvas, firstRow: 0)
    return canvas
  }
}

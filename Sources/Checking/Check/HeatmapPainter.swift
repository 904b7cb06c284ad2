import Analysis
import ColorManagement
import ImageFiles
import Pixels

/// Chooses the paint of pixels for a heat map: grey for those that the target keeps, colours of `HeatmapScale` for
/// those that it clips.
struct HeatmapPainter: Sendable {
  let gamut: TargetGamut
  /// The luminance weights of the target's linear red, green and blue; white has 1.
  private let luminance: SIMD3<Double>

  /// A painter for what leaves `gamut`, the gamut of `destination`.
  init(_ gamut: TargetGamut, destination: ICCProfile) {
    self.gamut = gamut
    guard case .matrix(let model) = destination.model else {
      luminance = SIMD3(0, 1, 0)
      return
    }
    let row = model.colorants.rows[1]
    luminance = row / (row.x + row.y + row.z)
  }

  /// The paint of a colour out of gamut; nil if its difference from its clip is too small.
  ///
  /// `difference` is that difference in float. For opaque colours it is computed again in Double.
  func paint(_ difference: Float, of color: SIMD3<UInt16>, isOpaque: Bool) -> SIMD3<UInt8>? {
    if Double(difference) < HeatmapScale.leastPainted { return nil }
    let sure = HeatmapScale.color(near: difference)
    return sure
      ?? HeatmapScale.color(isOpaque ? gamut.clipDifference(gamut.linear(color)) : Double(difference))
  }

  /// The luminance of the image's pixels; grey samples are their own luminance.
  func grays() -> HeatmapGrays {
    HeatmapGrays(
      gamut.isGray ? .samples : .converter(HeatmapGrays.converter(gamut.converter, row: luminance)))
  }

  /// The map of a small image for pages, with what is clipped in the large image that it represents.
  ///
  /// - Parameter image: must have alpha.
  func translucentMap(of image: borrowing PixelBuffer, _ clipped: ClippedCells) throws(ImageError) -> [UInt8]
  {
    var luminances = image.clone()
    if !gamut.isGray { HeatmapGrays.converter(gamut.converter, row: luminance).convert(&luminances) }
    var map = TranslucentHeatmap(width: image.width)
    let channels = image.format.channelCount
    for cell in 0..<image.pixelCount {
      let worst = clipped[cell]
      map.add(
        worst.difference >= 0
          ? paint(worst.difference, of: worst.color, isOpaque: worst.isOpaque) : nil,
        luminance: luminances.samples[cell * channels],
        alpha: image.samples[cell * channels + channels - 1])
    }
    return try map.png()
  }
}

/// Paints the rows of an image, reusing its memory for all of them.
struct HeatmapRows {
  private let painter: HeatmapPainter
  private var grays: HeatmapGrays
  private var outside: [UInt8] = []
  private var colors = OutOfGamutColors()

  init(_ painter: HeatmapPainter) {
    self.painter = painter
    grays = painter.grays()
  }

  /// Paints `strip` onto the left of the RGB `canvas`, which must have the same height and at least the same width.
  mutating func paint(_ strip: borrowing PixelBuffer, onto canvas: inout PixelBuffer) {
    precondition(canvas.height == strip.height && canvas.width >= strip.width && canvas.format == .rgb16)
    let (format, stride) = (strip.format, canvas.rowStride)
    let samples = strip.samples.span
    for part in TargetGamut.parts(of: strip) {
      let rows = samples.extracting(strip.sampleRange(part.rows))
      let count = findOutside(rows, format)
      let first = part.rows.lowerBound * stride
      var painted = canvas.samples.mutableSpan
      grays.paint(rows, format, columns: strip.width, onto: &painted, from: first, stride: stride)
      for row in 0..<(count > 0 ? part.rows.count : 0) {
        let from = row * strip.rowStride
        let pixels = rows.extracting(from..<from + strip.rowStride)
        paintClipped(
          pixels, format, firstBit: row * strip.width, onto: &painted, from: first + row * stride)
      }
      canvas.repeatRow(of: part)
    }
  }

  /// Marks the visible pixels out of gamut, and returns their number.
  private mutating func findOutside(_ samples: Span<UInt16>, _ format: PixelFormat) -> Int {
    guard !painter.gamut.isGray else { return 0 }
    return painter.gamut.converter.tally(samples, format: format, outside: &outside).outOfGamut
  }

  private mutating func paintClipped(
    _ samples: Span<UInt16>, _ format: PixelFormat, firstBit: Int, onto canvas: inout MutableSpan<UInt16>,
    from start: Int
  ) {
    colors.find(
      painter.gamut.converter, samples, format: format, outside: outside, firstBit: firstBit,
      differences: painter.gamut.differences)
    let (firsts, lengths, differences) = (colors.first.span, colors.length.span, colors.differences.span)
    for entry in 0..<colors.count {
      let first = Int(firsts[entry])
      let at = first * format.channelCount
      let color = SIMD3(samples[at], samples[at + 1], samples[at + 2])
      let isOpaque = !format.hasAlpha || samples[at + 3] == .max
      guard let paint = painter.paint(differences[entry], of: color, isOpaque: isOpaque) else { continue }
      canvas.paint(paint, count: Int(lengths[entry]), from: start + 3 * first)
    }
  }
}

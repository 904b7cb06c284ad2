import ColorManagement
import PNGCodec
import Pixels

/// What is painted of a comparison while it goes on: a file of the images' size, small pictures for a report, both or none.
final class DifferenceCanvas {
  private var heatmap: DifferenceHeatmap?
  private var preview: DifferencePreviewBuilder?

  init(_ heatmap: consuming DifferenceHeatmap?, _ preview: DifferencePreviewBuilder?) {
    self.heatmap = heatmap
    self.preview = preview
  }

  /// Adds the next rows of both images.
  ///
  /// - Parameter marks: for each pixel its difference, negative where it does not count; nil where none does.
  func add(
    _ first: Span<UInt16>, _ format: PixelFormat, _ second: Span<UInt16>, _ secondFormat: PixelFormat,
    marks: [Float]?
  ) throws(ImageError) {
    try heatmap?.add(first, format, marks: marks)
    preview?.add(first, format, second, secondFormat, marks: marks)
  }

  /// Finishes the file.
  func finishHeatmap() throws(ImageError) {
    guard let heatmap = heatmap.take() else { return }
    try heatmap.finish()
  }

  /// The small pictures, where they are asked for.
  func finishPreviews(_ first: ComparedImage, _ second: ComparedImage) throws(ImageError)
    -> DifferencePreviews?
  {
    try preview?.finish(first, second)
  }
}

/// A picture of where two images differ: the first one in grey, painted by colour difference where pixels count as different,
/// a legend below. As wide as the image, or as the legend where that is wider.
struct DifferenceHeatmap: ~Copyable {
  private let sink: OutputSink
  private let name: String
  /// Of the picture, and of the image in it.
  private let width, columns: Int
  private let legend: HeatmapLegend
  private var gray: DifferenceGray
  private var writer: PNGWriter

  /// Opens the file for a comparison of `image` with another one.
  init(
    of image: ComparedImage, from source: ImageSource, to destination: ImageDestination, overwrite: Bool
  ) throws(ImageError) {
    let legend = HeatmapLegend(imageWidth: image.header.width, showsBands: false)
    let width = max(image.header.width, legend.minimumWidth)
    let sink = try OutputSettings(overwrite: overwrite).openSink(from: source, to: destination)
    let header = PNGHeader(
      width: width, height: image.header.height + legend.height, bitDepth: 8, colorType: .rgb)
    let descriptor = sink.descriptor
    writer = try ImageError.at(destination.name) { () throws(PNGError) in
      try PNGWriter(
        fileDescriptor: descriptor, header: header, chunks: PNGChunk.sRGB(intent: 1), name: destination.name)
    }
    gray = DifferenceGray(image.color)
    name = destination.name
    self.sink = sink
    self.width = width
    columns = image.header.width
    self.legend = legend
  }

  /// Adds the next rows, of `samples` of the first image.
  mutating func add(_ samples: Span<UInt16>, _ format: PixelFormat, marks: [Float]?) throws(ImageError) {
    let rows = samples.count / (columns * format.channelCount)
    var canvas = PixelBuffer(
      width: width, height: rows, format: .rgb16,
      samples: [UInt16](repeating: 65535, count: width * rows * 3))
    for y in 0..<rows {
      for x in 0..<columns {
        let pixel = y * columns + x
        let mark = marks?[pixel] ?? -1
        let paint =
          mark >= 0
          ? HeatmapScale.color(Double(mark))
          : gray.value(PixelCode(samples, at: pixel * format.channelCount, format: format))
        canvas.set(paint, at: (y * width + x) * 3)
      }
    }
    // A closure cannot change what a method of a noncopyable value may.
    do throws(PNGError) { try writer.writeRows(canvas) } catch { throw error.imageError(at: name) }
  }

  /// Draws the legend, and gives the file its name.
  consuming func finish() throws(ImageError) {
    var below = PixelBuffer(width: width, height: legend.height, format: .rgb16)
    legend.draw(on: &below)
    do throws(PNGError) {
      try writer.writeRows(below)
      try writer.finish()
    } catch {
      throw error.imageError(at: name)
    }
    try sink.commit()
  }
}

/// The grey that stands for a pixel under painted ones.
struct DifferenceGray: Sendable {
  private let color: ComparedColor
  private var last: (code: PixelCode, gray: SIMD3<UInt8>)?
  private static let encoder = DecisionLevels(.parametric(RGBColorSpace.sRGB.transfer))

  init(_ color: ComparedColor) { self.color = color }

  /// The luminance as a 16-bit code of the sRGB curve.
  func luminance(_ code: PixelCode) -> UInt16 { Self.encoder.code(color.ratio(code).y) }

  /// A quarter of the way to white, so that paint stands out, and on white where there is alpha.
  mutating func value(_ code: PixelCode) -> SIMD3<UInt8> {
    if let last, last.code == code { return last.gray }
    let opaque = 64 + 0.75 * Double(luminance(code)) / 257
    let coverage = Double(code.alpha) / 65535
    let gray = SIMD3(repeating: UInt8(opaque * coverage + 255 * (1 - coverage) + 0.5))
    last = (code, gray)
    return gray
  }
}

/// Scales both images down while they pass by, and remembers the largest difference of each cell.
struct DifferencePreviewBuilder: Sendable {
  private var first: PreviewBuilder
  private var second: PreviewBuilder
  private let grid: PreviewGrid
  /// The largest difference of each cell; negative without one.
  private var cells: [Float] = []
  private var row = 0

  /// For two images of one size.
  ///
  /// - Parameter side: the longer side of a preview, at most; 1 or more.
  init(_ first: ComparedImage, _ second: ComparedImage, side: Int) {
    self.first = PreviewBuilder(header: first.header, format: first.format, side: side)
    self.second = PreviewBuilder(header: second.header, format: second.format, side: side)
    grid = self.first.grid
  }

  /// Adds the next rows.
  mutating func add(
    _ first: Span<UInt16>, _ format: PixelFormat, _ second: Span<UInt16>, _ secondFormat: PixelFormat,
    marks: [Float]?
  ) {
    self.first.add(first)
    self.second.add(second)
    for y in 0..<first.count / (grid.columns * format.channelCount) {
      if row.isMultiple(of: grid.factor) { cells += repeatElement(-1, count: grid.width) }
      if let marks { addRow(marks.span.extracting(y * grid.columns..<(y + 1) * grid.columns)) }
      row += 1
    }
  }

  private mutating func addRow(_ marks: Span<Float>) {
    let start = cells.count - grid.width
    for cell in 0..<grid.width {
      var most = cells[start + cell]
      for column in grid.columns(of: cell) { most = max(most, marks[column]) }
      cells[start + cell] = most
    }
  }

  /// The pictures of everything that came in.
  mutating func finish(_ one: ComparedImage, _ two: ComparedImage) throws(ImageError) -> DifferencePreviews {
    let before = try first.finish(source: one.color.sampleProfile)
    let after = try second.finish(source: two.color.sampleProfile)
    let size = first.finishImage()
    return DifferencePreviews(
      before: before.png, after: after.png,
      heatmap: cells.contains { $0 >= 0 } ? try paint(one) : nil, width: size.width, height: size.height,
      hasTransparency: before.hasTransparency || after.hasTransparency)
  }

  /// The differences over the first image.
  private mutating func paint(_ one: ComparedImage) throws(ImageError) -> [UInt8] {
    let image = first.finishImage()
    let gray = DifferenceGray(one.color)
    var map = TranslucentHeatmap(width: grid.width)
    for cell in cells.indices {
      let code = PixelCode(image.samples.span, at: cell * image.format.channelCount, format: image.format)
      map.add(
        cells[cell] >= 0 ? HeatmapScale.color(Double(cells[cell])) : nil, luminance: gray.luminance(code),
        alpha: code.alpha)
    }
    return try map.png()
  }
}

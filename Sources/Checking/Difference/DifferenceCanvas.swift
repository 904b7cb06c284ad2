import ColorManagement
import Conversion
import ImageFiles
import PNGCodec
import Pixels

/// What is painted during a comparison: a file of the images' size, small pictures for a report, both or none.
final class DifferenceCanvas {
  private var heatmap: DifferenceHeatmap?
  private var preview: DifferencePreviewBuilder?

  init(_ heatmap: consuming DifferenceHeatmap?, _ preview: DifferencePreviewBuilder?) {
    self.heatmap = heatmap
    self.preview = preview
  }

  /// Adds the next rows of both images.
  ///
  /// - Parameters:
  ///   - first: the rows of the first image.
  ///   - format: their layout.
  ///   - second: the rows of the second image.
  ///   - secondFormat: their layout.
  ///   - marks: the difference of each pixel, negative if it does not count; nil if none counts.
  ///   - lastTimes: how many rows the last row stands for, at least 1.
  func add(
    _ first: Span<UInt16>, _ format: PixelFormat, _ second: Span<UInt16>, _ secondFormat: PixelFormat,
    marks: [Float]?, lastTimes: Int
  ) {
    heatmap?.add(first, format, marks: marks, lastTimes: lastTimes)
    preview?.add(first, format, second, secondFormat, marks: marks, lastTimes: lastTimes)
  }

  /// Writes complete parts, or starts compressing them.
  func advance() async throws(ImageError) { try await heatmap?.advance() }

  /// Finishes the file.
  func finishHeatmap() async throws(ImageError) {
    guard let heatmap = heatmap.take() else { return }
    try await heatmap.finish()
  }

  /// The small pictures; empty if they are not requested.
  func finishPreviews(_ first: ComparedImage, _ second: ComparedImage) throws(ImageError)
    -> [DifferencePreviews]
  {
    [try preview?.finish(first, second)].compactMap(\.self)
  }
}

/// A picture of where two images differ: the first one in grey, with pixels that count as different painted by colour
/// difference.
struct DifferenceHeatmap: ~Copyable {
  private let sink: OutputSink
  private let name: String
  private var file: HeatmapFile
  private var grays: HeatmapGrays

  /// Opens the file for a comparison of `image` with another one.
  init(
    of image: ComparedImage, from source: ImageSource, to destination: ImageDestination, overwrite: Bool,
    isParallel: Bool
  ) throws(ImageError) {
    let legend = HeatmapLegend(imageWidth: image.header.width)
    let sink = try OutputSettings(overwrite: overwrite).openSink(from: source, to: destination)
    let descriptor = sink.descriptor
    file = try ImageError.at(destination.name) { () throws(PNGError) in
      try HeatmapFile(
        of: image.header, legend: legend, to: descriptor, name: destination.name, isParallel: isParallel)
    }
    grays = HeatmapGrays(image.color.heatmapLuminance(isGray: image.format.isGray))
    name = destination.name
    self.sink = sink
  }

  /// Adds the next rows, `samples` of the first image; the last row counts `lastTimes` times.
  mutating func add(_ samples: Span<UInt16>, _ format: PixelFormat, marks: [Float]?, lastTimes: Int) {
    let columns = file.columns
    let rows = samples.count / (columns * format.channelCount)
    var canvas = file.canvas(height: rows + lastTimes - 1)
    let stride = canvas.rowStride
    var span = canvas.samples.mutableSpan
    grays.paint(samples, format, columns: columns, onto: &span, from: 0, stride: stride)
    for y in 0..<(marks == nil ? 0 : rows) {
      guard let row = marks?.span.extracting(y * columns..<(y + 1) * columns) else { break }
      Self.paint(row, onto: &span, from: y * stride)
    }
    canvas.repeatRow(of: RowPart(rows: rows - 1..<rows, times: lastTimes))
    file.add(canvas)
  }

  /// Paints the pixels of a row that count; equal neighbours at once.
  private static func paint(_ marks: Span<Float>, onto canvas: inout MutableSpan<UInt16>, from start: Int) {
    var x = 0
    while x < marks.count {
      let (first, mark) = (x, marks[x])
      repeat { x += 1 } while x < marks.count && marks[x] == mark
      guard mark >= 0 else { continue }
      let paint = HeatmapScale.color(near: mark) ?? HeatmapScale.color(Double(mark))
      canvas.paint(paint, count: x - first, from: start + 3 * first)
    }
  }

  /// Writes complete parts, or starts compressing them.
  mutating func advance() async throws(ImageError) {
    // A closure cannot mutate a noncopyable value.
    do throws(PNGError) { try await file.advance() } catch { throw error.imageError(at: name) }
  }

  /// Draws the legend, and gives the file its final name.
  consuming func finish() async throws(ImageError) {
    do throws(PNGError) { try await file.finish() } catch { throw error.imageError(at: name) }
    try sink.commit()
  }
}

extension ComparedColor {
  private static let luminanceEncoder = DecisionLevels(.parametric(RGBColorSpace.sRGB.transfer))

  /// The luminance of a pixel as a 16-bit code of the sRGB curve.
  fileprivate func luminance(_ pixel: PixelCode) -> UInt16 { Self.luminanceEncoder.code(ratio(pixel).y) }

  /// The luminance of an image's pixels.
  fileprivate func heatmapLuminance(isGray: Bool) -> HeatmapGrays.Luminance {
    guard isGray else { return .converter(HeatmapGrays.converter(converter, row: [0, 1, 0])) }
    return .table((0...UInt16.max).map { luminance(PixelCode(gray: $0)) })
  }
}

/// Scales both images down, row by row, and keeps the largest difference of each cell.
struct DifferencePreviewBuilder: Sendable {
  private var first: PreviewBuilder
  private var second: PreviewBuilder
  private let grid: PreviewGrid
  /// The largest difference of each cell; negative for none.
  private var cells: [Float] = []
  private var row = 0

  /// For two images of one size.
  ///
  /// - Parameter side: the most pixels of a preview's longer side, at least 1.
  init(_ first: ComparedImage, _ second: ComparedImage, side: Int) {
    self.first = PreviewBuilder(header: first.header, format: first.format, side: side)
    self.second = PreviewBuilder(header: second.header, format: second.format, side: side)
    grid = self.first.grid
  }

  /// Adds the next rows; the last row counts `lastTimes` times.
  mutating func add(
    _ first: Span<UInt16>, _ format: PixelFormat, _ second: Span<UInt16>, _ secondFormat: PixelFormat,
    marks: [Float]?, lastTimes: Int
  ) {
    let rows = first.count / (grid.columns * format.channelCount)
    add(first, second, rows, marks)
    let lastOfFirst = first.extracting(last: first.count / rows)
    let lastOfSecond = second.extracting(last: second.count / rows)
    let lastMarks = lastTimes > 1 ? marks.map { Array($0.suffix(grid.columns)) } : nil
    for _ in 1..<lastTimes { add(lastOfFirst, lastOfSecond, 1, lastMarks) }
  }

  private mutating func add(_ first: Span<UInt16>, _ second: Span<UInt16>, _ rows: Int, _ marks: [Float]?) {
    self.first.add(first)
    self.second.add(second)
    for y in 0..<rows {
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

  /// The pictures of all added rows.
  mutating func finish(_ one: ComparedImage, _ two: ComparedImage) throws(ImageError) -> DifferencePreviews {
    let before = try first.finish(source: one.color.sampleProfile)
    let after = try second.finish(source: two.color.sampleProfile)
    let size = first.finishImage()
    return DifferencePreviews(
      before: before.png, after: after.png,
      heatmap: cells.contains { $0 >= 0 } ? try paint(one) : nil, width: size.width, height: size.height,
      hasTransparency: before.hasTransparency || after.hasTransparency)
  }

  /// Paints the differences onto the first image.
  private mutating func paint(_ one: ComparedImage) throws(ImageError) -> [UInt8] {
    let image = first.finishImage()
    var map = TranslucentHeatmap(width: grid.width)
    for cell in cells.indices {
      let code = PixelCode(image.samples.span, at: cell * image.format.channelCount, format: image.format)
      map.add(
        cells[cell] >= 0 ? HeatmapScale.color(Double(cells[cell])) : nil,
        luminance: one.color.luminance(code),
        alpha: code.alpha)
    }
    return try map.png()
  }
}

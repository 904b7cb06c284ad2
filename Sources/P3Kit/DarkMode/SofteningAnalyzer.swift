public import Pixels

/// The first pass of softening: reads the image's strips once, top to bottom, and decides what to do.
///
/// Memory: 18 rows, and a run-length map of the background and of its edges. Where that would exceed `memoryLimit`, it
/// is dropped and the decision says `tooIntricate`. The decision does not depend on how the image is split into strips.
///
///     var analyzer = SofteningAnalyzer(options: options, colorSpace: space, format: .rgb16, width: w, height: h)
///     for strip in strips { analyzer.add(strip) }
///     let softening = analyzer.finish()
public struct SofteningAnalyzer: ~Copyable {
  private let options: SofteningOptions
  private let width: Int
  private let height: Int
  private let memoryLimit: Int
  private let tables: SofteningTables
  private var scanner: SofteningRowScanner?
  private var components = SofteningComponents()
  private var map = SofteningMap()
  private var statistics = SofteningStatistics()
  private var outline: OutlineAnalyzer?
  private var isTooIntricate = false
  private var rows = 0

  /// An analyzer for one image.
  ///
  /// - Parameters:
  ///   - options: what to aim at.
  ///   - colorSpace: of the samples; grey exactly where `format` is.
  ///   - format: of all strips.
  ///   - width: pixels per row.
  ///   - height: rows in all.
  ///   - memoryLimit: bytes that the map may take, by default 52 MiB.
  public init(
    options: SofteningOptions, colorSpace: SofteningColorSpace, format: PixelFormat, width: Int, height: Int,
    memoryLimit: Int = 52 << 20
  ) {
    precondition(width >= 0 && height >= 0, "an image has no negative side")
    self.options = options
    self.width = width
    self.height = height
    self.memoryLimit = memoryLimit
    tables = SofteningTables(curves: colorSpace.curves, luminance: colorSpace.luminance, format: format)
    if width > 0 && height > 0 {
      scanner = SofteningRowScanner(tables: tables, width: width, height: height)
    }
    if options.mode == .outline {
      outline = OutlineAnalyzer(
        background: options.background, tables: tables, width: width, height: height)
    }
  }

  /// Takes the next strip. Strips come in order and cover the image without gap or overlap.
  public mutating func add(_ strip: borrowing PixelBuffer) {
    precondition(strip.width == width && strip.format == tables.format, "a strip of another image")
    precondition(rows + strip.height <= height, "more rows than the image has")
    for y in 0..<strip.height {
      let row = strip.samples.span.extracting(strip.rowRange(y))
      if outline != nil { outline?.add(row) } else { add(row) }
    }
  }

  private mutating func add(_ row: Span<UInt16>) {
    scanner?.append(row, at: rows)
    rows += 1
    if rows > 1 { findRuns(at: rows - 2) }
    if rows > SofteningRowScanner.reach + 1 { solveEdges(at: rows - 2 - SofteningRowScanner.reach) }
  }

  /// The decision, once all rows were added.
  public consuming func finish() -> Softening {
    if let outline = outline.take() { return outline.finish(options: options) }
    precondition(rows == height || width == 0, "fewer rows than the image has")
    if rows > 0 {
      findRuns(at: rows - 1)
      for y in max(0, rows - 1 - SofteningRowScanner.reach)..<rows { solveEdges(at: y) }
      takeCounts()
    }
    let decision = SofteningDecision(
      options: options, statistics: statistics, tables: tables, isTooIntricate: isTooIntricate)
    return decision.softening(map: map, components: components)
  }

  /// Whether a map of the background may be needed.
  private var needsMap: Bool { (options.mode == .auto || options.mode == .white) && !isTooIntricate }

  private mutating func findRuns(at y: Int) {
    guard let count = scanner?.findRuns(at: y) else { return }
    if needsMap {
      let runs = (0..<count).compactMap { scanner?.run($0) }
      let labels = components.addRow(runs, isOuterRow: y == 0 || y == height - 1)
      for (index, label) in labels.enumerated() { scanner?.setLabel(label, ofRun: index) }
    } else {
      for index in 0..<count { scanner?.setLabel(1, ofRun: index) }
    }
    scanner?.labelRow(at: y, runCount: count)
    countBorder(at: y)
  }

  private mutating func solveEdges(at y: Int) {
    guard needsMap else { return }
    map.appendRow { bytes in scanner?.solveEdges(at: y, parents: components.parents, into: &bytes) }
    let labels = components.parents.count * SofteningComponents.bytesPerLabel
    guard map.byteCount + labels > memoryLimit else { return }
    isTooIntricate = true
    map = SofteningMap()
    components = SofteningComponents()
  }

  private mutating func countBorder(at y: Int) {
    if y == 0 { for x in 0..<width { countBorderPixel(x: x, y: y) } }
    if y == height - 1 { for x in 0..<width { countBorderPixel(x: x, y: y) } }
    countBorderPixel(x: 0, y: y)
    countBorderPixel(x: width - 1, y: y)
  }

  private mutating func countBorderPixel(x: Int, y: Int) {
    statistics.borderPixels += 1
    guard let pixel = scanner?.smoothPixel(x: x, y: y), pixel.isVisible else { return }
    statistics.borderVisible += 1
    if pixel.label != 0 { statistics.borderSmooth[Int(pixel.lightness >> 6)] += 1 }
  }

  private mutating func takeCounts() {
    statistics.pixels = UInt64(width) * UInt64(height)
    guard scanner != nil else { return }
    if let histogram = scanner?.histogram { statistics.histogram = histogram }
    if let counts = scanner?.textureCounts { statistics.texture = counts }
    for bin in 0..<SofteningStatistics.binCount {
      guard let (count, sum) = scanner?.colorBin(bin) else { continue }
      statistics.smooth[bin] = count
      statistics.colorSums[bin] = sum
    }
  }
}

package import Analysis
package import Pixels

/// The first pass of softening: reads the image's strips once, top to bottom, and decides what to do.
///
/// Memory: 50 rows, and run-length maps of the regions and of their edges. Where these would exceed `memoryLimit`, they
/// are dropped, the decision says `tooIntricate`, and every pixel loses all that is white in it. The decision does not depend on how the image is split into strips.
///
///     var analyzer = SofteningAnalyzer(options: options, colorSpace: space, format: .rgb16, width: w, height: h)
///     for strip in strips { analyzer.add(strip) }
///     let softening = analyzer.finish()
package struct SofteningAnalyzer: ~Copyable {
  private let options: SofteningOptions
  private let width: Int
  private let height: Int
  private let memoryLimit: Int
  private let purpose: Purpose
  private let tables: SofteningTables
  private var scanner: SofteningRowScanner?
  private var components = SofteningComponents()
  private var regions = SofteningMap()
  private var edges = SofteningMap()
  private var photos = SofteningPhotoFrames()
  /// The first rows, until the paper is guessed from them.
  private var firstRows: [UInt16] = []
  private var isPaperGuessed = false
  private var statistics = SofteningStatistics()
  private var ground: SofteningGroundMap
  /// What would be lowered in modes that may end with highlights.
  private let highlights: SofteningTone?
  private var outline: OutlineAnalyzer?
  /// What of artwork on transparency cannot be made out on the background, as the rule `vanishes-on-dark` has it.
  private var legibility: LegibilityAnalyzer?
  /// The ink of artwork, where it matters whether it can be made out.
  private var ink: SofteningInkAreas?
  /// The pale plates, where paper becomes transparent.
  private var plates: SofteningPlates?
  private var isTooIntricate = false
  private var rows = 0

  /// What an analyzer is asked for.
  package enum Purpose: Sendable {
    /// A softening that can be applied.
    case softening
    /// Only what would be done and why: no maps are kept, and what comes out must not be applied.
    case decision
  }

  /// An analyzer for one image.
  ///
  /// - Parameters:
  ///   - options: what to aim at.
  ///   - colorSpace: of the samples; grey exactly where `format` is.
  ///   - format: of all strips.
  ///   - width: pixels per row.
  ///   - height: rows in all.
  ///   - memoryLimit: bytes that the map, or the parts of an outline, may take, by default 52 MiB.
  package init(
    options: SofteningOptions, colorSpace: SofteningColorSpace, format: PixelFormat, width: Int, height: Int,
    memoryLimit: Int = 52 << 20
  ) {
    self.init(
      .softening, options: options, colorSpace: colorSpace, format: format, width: width, height: height,
      memoryLimit: memoryLimit)
  }

  /// The same for one of the two purposes.
  package init(
    _ purpose: Purpose, options: SofteningOptions, colorSpace: SofteningColorSpace, format: PixelFormat,
    width: Int, height: Int, memoryLimit: Int = 52 << 20
  ) {
    precondition(width >= 0 && height >= 0, "an image has no negative side")
    self.options = options
    self.width = width
    self.height = height
    self.memoryLimit = memoryLimit
    self.purpose = purpose
    tables = SofteningTables(curves: colorSpace.curves, luminance: colorSpace.luminance, format: format)
    if width > 0 && height > 0 {
      scanner = SofteningRowScanner(tables: tables, width: width, height: height)
      scanner?.strokesAreMixtures = options.mode.knocksOut
    }
    ground = SofteningGroundMap(
      columns: (width + SofteningRowScanner.tileSide - 1) / SofteningRowScanner.tileSide)
    highlights = SofteningDecision.highlights(options)
    let suggests = options.mode == .auto && format.hasAlpha && purpose == .softening
    if options.mode.knocksOut { plates = SofteningPlates(format: format, width: width) }
    if options.mode.turnsInk && format.hasAlpha || suggests {
      let tone = SofteningInkTone(tables: tables, background: options.background)
      ink = SofteningInkAreas(tone: tone, format: format)
    }
    if suggests {
      legibility = LegibilityAnalyzer(
        backgrounds: [options.background], colorSpace: colorSpace, format: format, width: width,
        height: height)
    }
    if options.mode.needsOutline {
      outline = OutlineAnalyzer(
        options: options, tables: tables, width: width, height: height, memoryLimit: memoryLimit)
    }
  }

  /// Takes the next strip. Strips come in order and cover the image without gap or overlap.
  package mutating func add(_ strip: borrowing PixelBuffer) {
    precondition(strip.width == width && strip.format == tables.format, "a strip of another image")
    guard options.mode.knocksOut else { return addRows(of: strip) }
    var copy = strip.clone()
    SofteningFringes.remove(from: &copy)
    addRows(of: copy)
  }

  private mutating func addRows(of strip: borrowing PixelBuffer) {
    legibility?.add(strip)
    for y in 0..<strip.height {
      let row = strip.samples.span.extracting(strip.rowRange(y))
      outline?.add(row)
      ink?.add(row)
      plates?.add(row)
      if !options.mode.needsOutline { wait(for: row) }
    }
  }

  /// Rows that the paper is guessed from.
  private static let guessRows = 32

  /// Holds the first rows back until there are enough to guess the paper from.
  private mutating func wait(for row: Span<UInt16>) {
    guard !isPaperGuessed else { return add(row) }
    for index in row.indices { firstRows.append(row[index]) }
    if firstRows.count >= min(Self.guessRows, height) * row.count { addFirstRows() }
  }

  private mutating func addFirstRows() {
    guard !isPaperGuessed else { return }
    isPaperGuessed = true
    let rows = firstRows
    firstRows = []
    scanner?.paper = SofteningPaperGuess(samples: rows, tables: tables).paper
    let count = width * tables.format.channelCount
    guard count > 0 else { return }
    for first in stride(from: 0, to: rows.count, by: count) {
      add(rows.span.extracting(first..<first + count))
    }
  }

  private mutating func add(_ row: Span<UInt16>) {
    precondition(rows < height, "more rows than the image has")
    scanner?.append(row, at: rows)
    rows += 1
    if rows > 1 { findRegions(at: rows - 2) }
    if rows > SofteningRowScanner.reach + 1 { solveEdges(at: rows - 2 - SofteningRowScanner.reach) }
  }

  /// The decision, once all rows were added. Where paper becomes transparent and ink light, it is complete only after
  /// `SofteningInkScan`.
  package consuming func finish() -> Softening { finishWithStatistics().softening }

  /// The same, with what was counted on the way: nothing in mode `outline`.
  consuming func finishWithStatistics() -> (softening: Softening, statistics: SofteningStatistics) {
    if let outline = outline.take() { return (outline.finish(), statistics) }
    let vanishing = legibility.take()?.finish().first?.vanishingShare ?? 0
    addFirstRows()
    precondition(rows == height || width == 0, "fewer rows than the image has")
    if rows > 0 && width > 0 {
      findRegions(at: rows - 1)
      for y in max(0, rows - 1 - SofteningRowScanner.reach)..<rows { solveEdges(at: y) }
      takeCounts()
    }
    ink?.finish()
    let decision = SofteningDecision(
      options: options, statistics: statistics, tables: tables, highlights: highlights,
      isTooIntricate: isTooIntricate, ink: ink, plates: plates)
    var softening = decision.softening(background: takeBackground())
    if vanishing > LegibilityAnalyzer.reportedShare, softening.reason == .transparentArtwork {
      softening.vanishes = true
      softening.note += SofteningNote.vanishing
      softening.suggestion = ink?.areDrawing == true ? .knockoutInk : vanishing < 0.5 ? .outline : .plate
    }
    return (softening, statistics)
  }

  /// Whether a map of the background may be needed.
  private var needsMap: Bool { options.mode.needsMap && !isTooIntricate }

  private mutating func findRegions(at y: Int) {
    scanner?.classify(at: y)
    if (y + 1) % SofteningRowScanner.tileSide == 0 || y == height - 1 {
      scanner?.takeTiles { bins in ground.add(bins) }
    }
    countBorder(at: y)
    if options.mode == .knockout { countSides(at: y) }
    lookForGlare(at: y)
    guard needsMap else { return }
    scanner?.joinRegions(at: y)
    if purpose == .softening { findPhotos(at: y) }
    guard purpose == .softening, let count = findRuns(at: y) else { return checkMemory() }
    scanner?.labelRow(at: y, runCount: count)
    scanner?.forEachContact(at: y) { component, region in components.meet(component, region: region) }
    regions.appendRow { bytes in scanner?.writeRegions(at: y, into: &bytes) }
  }

  /// Whether there is anything for highlights to lower: one pixel decides.
  private mutating func lookForGlare(at y: Int) {
    guard !statistics.hasGlare, let tone = highlights else { return }
    let limit = options.whiteLuminance + SofteningDecision.glareTolerance
    statistics.hasGlare = scanner?.hasGlare(at: y, of: tone, above: limit) ?? false
  }

  private mutating func findPhotos(at y: Int) {
    guard let runs = scanner?.longRuns(at: y) else { return }
    photos.add(row: y, runs: runs) { columns in
      scanner?.extent(of: columns) ?? columns
    } counts: { columns in
      scanner?.counts(in: columns, at: y) ?? SofteningRowCounts()
    }
  }

  private mutating func findRuns(at y: Int) -> Int? {
    guard let count = scanner?.findRuns(at: y) else { return nil }
    let runs = (0..<count).compactMap { scanner?.run($0) }
    let labels = components.addRow(runs)
    for (index, label) in labels.enumerated() { scanner?.setLabel(label, ofRun: index) }
    return count
  }

  private mutating func solveEdges(at y: Int) {
    guard needsMap, purpose == .softening else { return }
    edges.appendRow { bytes in scanner?.solveEdges(at: y, parents: components.parents, into: &bytes) }
    checkMemory()
  }

  private mutating func checkMemory() {
    let labels =
      components.parents.count * SofteningComponents.bytesPerLabel
      + (scanner?.regionCount ?? 0) * SofteningRowScanner.bytesPerRegion
    guard regions.byteCount + edges.byteCount + labels + (plates?.byteCount ?? 0) > memoryLimit else {
      return
    }
    isTooIntricate = true
    regions = SofteningMap()
    edges = SofteningMap()
    components = SofteningComponents()
    plates = nil
  }

  private mutating func takeBackground() -> SofteningBackground {
    var found = SofteningBackground(regions: regions, edges: edges, components: components)
    guard rows > 0, width > 0, !isTooIntricate, needsMap else { return found }
    scanner?.finishRegions(at: rows - 1)
    photos.finish()
    found.photos = photos
    found.leastLight = Double(scanner?.leastLight ?? 0) / 65535
    let count = scanner?.regionCount ?? 0
    found.list = (0..<count).compactMap { scanner?.region($0) }
    return found
  }

  private mutating func countBorder(at y: Int) {
    if y == 0 { for x in 0..<width { countBorderPixel(x: x, y: y) } }
    if y == height - 1 { for x in 0..<width { countBorderPixel(x: x, y: y) } }
    countBorderPixel(x: 0, y: y)
    countBorderPixel(x: width - 1, y: y)
  }

  /// The pixels across a side of the image: more than a frame around a page has.
  private static let side = 8

  /// Counts the pixels along the sides of the image.
  private mutating func countSides(at y: Int) {
    guard width > 4 * Self.side, height > 4 * Self.side else { return }
    let (left, right) = (0..<Self.side, width - Self.side..<width)
    countSide(0, left, y)
    countSide(1, right, y)
    if y < Self.side { countSide(2, 0..<width, y) }
    if y >= height - Self.side { countSide(3, 0..<width, y) }
  }

  private mutating func countSide(_ side: Int, _ columns: Range<Int>, _ y: Int) {
    statistics.sides[side].pixels += UInt64(columns.count)
    for x in columns {
      guard let pixel = scanner?.smoothPixel(x: x, y: y), pixel.isVisible else { continue }
      statistics.sides[side].visible[Int(pixel.lightness >> 6)] += 1
    }
  }

  private mutating func countBorderPixel(x: Int, y: Int) {
    statistics.borderPixels += 1
    guard let pixel = scanner?.smoothPixel(x: x, y: y), pixel.isVisible else { return }
    statistics.borderVisible += 1
    if pixel.isSmooth { statistics.borderSmooth[Int(pixel.lightness >> 6)] += 1 }
  }

  private mutating func takeCounts() {
    statistics.pixels = UInt64(width) * UInt64(height)
    statistics.scanLevel = ground.paperLevel
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

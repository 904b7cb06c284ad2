internal import CPixelKernels

/// The pixel loops of softening's first pass, row by row over a window of the last 18 rows.
///
/// The caller appends each row, lets the scanner classify the row before it, join its regions and find its runs of
/// smooth ink, labels those, and has the edges solved eight rows later, when all that an edge pixel may look at is there.
/// The C functions are `p3_soften_*`; tests compare them with `ReferenceSoftening`.
@safe
package struct SofteningRowScanner: ~Copyable {
  /// Rows below (and above) the one whose edges are solved.
  package static let reach = Int(P3_SOFTEN_REACH)

  /// Pixels per row, rows in all.
  package let width: Int, height: Int

  /// Visible pixels by lightness >> 6.
  package var histogram: [UInt64] {
    (0..<Self.bins).map { bin in
      (0..<Int(P3_SOFTEN_COPIES)).reduce(0) { $0 + histogramCopies[$1 * Self.bins + bin] }
    }
  }

  /// Rows from one whose texture is counted to the next: a sample is enough for shares.
  private static let textureStride = 4

  /// Visible pixels of every fourth row by texture: the first four below `lightWhiteness`, the others from it on; in each by
  /// the span of whiteness in 3×3 pixels: flat, faint, soft, hard.
  package private(set) var textureCounts = [UInt64](repeating: 0, count: 8)

  /// Spans up to these are flat (one 8-bit code), faint (four) and soft; above is hard.
  package static let spanLimits: [UInt16] = [270, 1040, smoothLimit]

  /// The most that whiteness may differ within 3×3 pixels of a smooth area: a tenth.
  package static let smoothLimit: UInt16 = 6554

  /// Smooth areas reach down to this whiteness (Y = 0.04); below, a share of paper is not seen.
  package static let leastWhiteness: UInt16 = 13107

  /// The paper's whiteness and the high bytes of its colour, as far as they are known before the first row is classified.
  /// A pixel from nine tenths of that whiteness on is light, a darker one ink.
  package var paper: (whiteness: UInt16, color: SIMD3<UInt8>) = (.max, SIMD3(repeating: 255))

  /// Whether greys in strokes with background on both sides, and all pale strokes, are ink that covers its pixels in part, as where
  /// paper becomes transparent.
  package var strokesAreMixtures = false

  /// The whiteness that parts light pixels from ink.
  package var leastLight: UInt16 { UInt16(Int(paper.whiteness) * 9 / 10) }

  /// From here on (Y = 0.64) a pixel counts as light in `textureCounts`: softened paper still does.
  package static let lightWhiteness: UInt16 = 52428

  private let tables: SofteningTables
  private static let slots = 2 * reach + 2
  private static let bins = Int(P3_SOFTEN_BINS)
  private static let margin = Int(P3_SOFTEN_MARGIN)
  private let rowStride: Int
  /// Entries per slot of arrays with margins: whole vectors, and a margin before and behind.
  private let stride: Int
  /// Words of one row's bits.
  private let words: Int
  private let samples: RowMemory<UInt16>
  /// One slot more than the others: a row of zeros, for what lies outside the image.
  private let whiteness: RowMemory<UInt16>
  private let lightness: RowMemory<UInt16>
  private let labels: RowMemory<UInt32>
  private let steps: RowMemory<UInt8>
  private let same: RowMemory<UInt64>
  private let smooth: RowMemory<UInt64>
  private let light: RowMemory<UInt64>
  private let ink: RowMemory<UInt64>
  private let near: RowMemory<UInt64>
  /// Bits of the row in hand.
  private let flat: RowMemory<UInt64>
  private let natural: RowMemory<UInt64>
  private let contactSides: RowMemory<UInt64>
  private let contactsBelow: RowMemory<UInt64>
  private let smoothInk: RowMemory<UInt64>
  /// Visible pixels of the row in hand that are darker than paper, and the long runs of them.
  private let marks: RowMemory<UInt64>
  private let markedRuns: RowMemory<UInt32>
  private let span: RowMemory<UInt16>
  private var runs: RowMemory<p3_soften_run>
  private let histogramCopies: RowMemory<UInt64>
  private let binCopies: RowMemory<p3_soften_bin>
  private var tileBins: RowMemory<UInt32>
  /// Of even rows, then of odd ones: of the row in hand and of the one before it.
  private let shares: RowMemory<UInt8>
  private let strong: RowMemory<UInt64>
  private let open: RowMemory<UInt64>
  private let sides: RowMemory<UInt32>
  private let solved: RowMemory<UInt64>
  private let tokens: RowMemory<UInt8>
  private let contacts: RowMemory<p3_soften_contact>

  /// The regions' runs of even rows, then those of odd ones: of the row in hand and of the one before it.
  private let regionRuns: RowMemory<p3_soften_region_run>
  private var regionRunCounts = (here: 0, above: 0)
  private let regionTallies: RowMemory<p3_soften_region>
  /// Where the ink of the last rows lies, and how many runs of it each slot has.
  private let inkRuns: RowMemory<p3_soften_ink_run>
  private var inkRunCounts = [Int](repeating: 0, count: slots)
  /// By column, the ink above the row in hand.
  private let depths: RowMemory<UInt8>
  private let freeSlots: RowMemory<UInt32>
  /// By label, with room for the labels of the next row.
  private var regionLabels: [p3_soften_label] = []
  private var regionLabelCount: UInt32 = 1
  private var regionTallyCount: UInt32 = 0
  private var freeSlotCount: UInt32 = 0

  /// A scanner for `width` × `height` pixels, both at least 1.
  package init(tables: SofteningTables, width: Int, height: Int) {
    precondition(width > 0 && height > 0, "an image to scan has pixels")
    self.tables = tables
    self.width = width
    self.height = height
    rowStride = width * tables.format.channelCount
    words = (width + 63) / 64
    stride = words * 64 + 2 * Self.margin
    samples = RowMemory(0, count: Self.slots * rowStride + Self.margin)
    whiteness = RowMemory(0, count: (Self.slots + 1) * stride)
    lightness = RowMemory(0, count: Self.slots * stride)
    labels = RowMemory(0, count: Self.slots * stride)
    steps = RowMemory(0, count: Self.slots * stride)
    same = RowMemory(0, count: Self.slots * words)
    smooth = RowMemory(0, count: Self.slots * words)
    light = RowMemory(0, count: Self.slots * words)
    ink = RowMemory(0, count: Self.slots * words)
    flat = RowMemory(0, count: words)
    natural = RowMemory(0, count: words)
    contactSides = RowMemory(0, count: words)
    contactsBelow = RowMemory(0, count: words)
    smoothInk = RowMemory(0, count: words)
    near = RowMemory(0, count: Self.slots * words)
    marks = RowMemory(0, count: words)
    markedRuns = RowMemory(0, count: 2 * (width / (Int(P3_SOFTEN_LONG_RUN) + 1) + 1))
    span = RowMemory(0, count: stride)
    runs = RowMemory(p3_soften_run(), count: width / 2 + 1)
    histogramCopies = RowMemory(0, count: Int(P3_SOFTEN_COPIES) * Self.bins)
    binCopies = RowMemory(p3_soften_bin(), count: Int(P3_SOFTEN_COPIES) * Self.bins)
    tileBins = RowMemory(
      0, count: (width + Self.tileSide - 1) / Self.tileSide * Int(P3_SOFTEN_TILE_BINS))
    shares = RowMemory(0, count: 2 * width)
    strong = RowMemory(0, count: 2 * words)
    open = RowMemory(0, count: 2 * words)
    sides = RowMemory(0, count: 2 * width)
    solved = RowMemory(0, count: words)
    tokens = RowMemory(0, count: 18 * width + 16)
    contacts = RowMemory(p3_soften_contact(), count: 2 * width + 2)
    regionRuns = RowMemory(p3_soften_region_run(), count: 2 * width)
    inkRuns = RowMemory(p3_soften_ink_run(), count: Self.slots * width)
    depths = RowMemory(0, count: width)
    regionTallies = RowMemory(p3_soften_region(), count: 2 * width + 2)
    freeSlots = RowMemory(0, count: 2 * width + 2)
  }

  /// Reads row `y`; rows come in order, each once.
  package mutating func append(_ row: Span<UInt16>, at y: Int) {
    precondition(row.count == rowStride, "a row of another width")
    let target = unsafe samples.base + slot(y) * rowStride
    unsafe row.withUnsafeBufferPointer { row in
      guard let source = row.baseAddress else { return }
      unsafe target.update(from: source, count: rowStride)
    }
    let white = unsafe whiteness.base + pixel(0, y)
    let light = unsafe lightness.base + pixel(0, y)
    let repeated = unsafe same.base + slot(y) * words
    tables.withDecoder { decoder in
      unsafe p3_soften_light_row(decoder, target, Int64(width), white, light, repeated)
    }
    unsafe p3_soften_histogram_row(white, light, repeated, Int64(width), histogramCopies.base)
  }

  /// Classifies the pixels of row `y`, once the row after it (if there is one) is appended, and counts them.
  package mutating func classify(at y: Int) {
    let here = unsafe whiteness.base + pixel(0, y)
    tables.withDecoder { decoder in
      unsafe withRow(y) { row in unsafe p3_soften_classify_row(decoder, row) }
      unsafe p3_soften_bins_row(
        decoder, samples.base + slot(y) * rowStride, lightness.base + pixel(0, y),
        same.base + slot(y) * words,
        smooth.base + slot(y) * words, Int64(width), binCopies.base)
    }
    if y % Self.textureStride == 0 {
      unsafe countTexture(here)
      unsafe p3_soften_tile_row(here, lightness.base + pixel(0, y), Int64(width), tileBins.base)
    }
  }

  /// The side of the tiles that the ground of an image is looked for in.
  package static let tileSide = Int(P3_SOFTEN_TILE)

  /// Takes what was counted of each tile since the last call: visible pixels of every fourth row by lightness, as many bins
  /// of 0 to 1 for each.
  package mutating func takeTiles(_ body: (_ bins: [UInt32]) -> Void) {
    let count = Int(P3_SOFTEN_TILE_BINS)
    for tile in 0..<(width + Self.tileSide - 1) / Self.tileSide {
      body((tile * count..<(tile + 1) * count).map { tileBins[$0] })
      for bin in tile * count..<(tile + 1) * count { tileBins[bin] = 0 }
    }
  }

  /// Whether a visible pixel of row `y`, which is appended, glares more than `limit`, 0 to 1, as `tone` has it.
  package func hasGlare(at y: Int, of tone: SofteningTone, above limit: Double) -> Bool {
    let row = unsafe samples.base + slot(y) * rowStride
    let (white, light) = unsafe (whiteness.base + pixel(0, y), lightness.base + pixel(0, y))
    let code = UInt16((min(max(limit, 0), 1) * 65535).rounded())
    return unsafe tone.withKernelTone { tone in
      tables.withDecoder { decoder in
        unsafe p3_soften_glares(
          decoder, row, white, light, same.base + slot(y) * words, Int64(width), tone, code)
          != 0
      }
    }
  }

  /// Calls `body` with the kernels' view of row `y`.
  @unsafe
  private func withRow(_ y: Int, _ body: (UnsafePointer<p3_soften_row>) -> Void) {
    let outside = unsafe whiteness.base + Self.slots * stride + Self.margin
    let bits = slot(y) * words
    var row = unsafe p3_soften_row(
      above: y > 0 ? whiteness.base + pixel(0, y - 1) : outside, here: whiteness.base + pixel(0, y),
      below: y + 1 < height ? whiteness.base + pixel(0, y + 1) : outside,
      width: Int64(width), least: Self.leastWhiteness,
      limit: Self.smoothLimit, paper: leastLight, span: span.base + Self.margin,
      steps: steps.base + pixel(0, y),
      smooth: smooth.base + bits, light: light.base + bits, ink: ink.base + bits,
      ink_above: y > 0 ? UnsafePointer(ink.base + slot(y - 1) * words) : nil, flat: flat.base,
      natural: natural.base)
    unsafe body(&row)
  }

  /// Finds the runs of smooth ink in row `y`, whose regions are joined.
  ///
  /// - Returns: how many; `run(_:)` gives them until the next call.
  package mutating func findRuns(at y: Int) -> Int {
    let bits = slot(y) * words
    let count = unsafe p3_soften_runs(
      whiteness.base + pixel(0, y), lightness.base + pixel(0, y), smooth.base + bits, ink.base + bits,
      Int64(width), runs.base)
    unsafe p3_soften_place_runs(runs.base, count, regionRunsHere(y), Int64(regionRunCounts.here))
    return Int(count)
  }

  private mutating func countTexture(_ whiteness: UnsafeMutablePointer<UInt16>) {
    unsafe textureCounts.withUnsafeMutableBufferPointer { counts in
      unsafe Self.spanLimits.withUnsafeBufferPointer { limits in
        unsafe p3_soften_texture_row(
          whiteness, span.base + Self.margin, Int64(width), Self.lightWhiteness, limits.baseAddress,
          counts.baseAddress)
      }
    }
  }

  /// Run `index` of the row last searched, left to right.
  package func run(_ index: Int) -> SofteningRun {
    let run = runs[index]
    return SofteningRun(
      start: Int(run.start), end: Int(run.end), darkest: run.darkest, lightnessSum: run.lightness_sum,
      whitenessSum: run.whiteness_sum, region: run.region)
  }

  /// Gives run `index` its component's label, from 1.
  package mutating func setLabel(_ label: UInt32, ofRun index: Int) { runs[index].label = label }

  /// Writes down the labels of the `count` runs of row `y`, whose regions are joined, and of its light pixels.
  package mutating func labelRow(at y: Int, runCount count: Int) {
    unsafe p3_soften_label_row(
      Int64(width), regionRunsHere(y), Int64(regionRunCounts.here), runs.base, Int64(count),
      labels.base + pixel(0, y), near.base + slot(y) * words)
  }

  /// Calls `body` with each meeting of a component of smooth ink and a smooth part of a light region, by their labels,
  /// in row `y` and between it and the row above; both are labelled.
  package func forEachContact(at y: Int, _ body: (_ component: UInt32, _ region: UInt32) -> Void) {
    let rows = unsafe [contactRow(max(0, y - 1)), contactRow(y)]
    let count = unsafe rows.withUnsafeBufferPointer { rows in
      unsafe Int(
        p3_soften_contacts(
          y > 0 ? rows.baseAddress : nil, rows.baseAddress.map { unsafe $0 + 1 }, Int64(width), contacts.base)
      )
    }
    for index in 0..<count { body(contacts[index].component, contacts[index].region) }
  }

  @unsafe
  private func contactRow(_ y: Int) -> p3_soften_contact_row {
    let bits = slot(y) * words
    return unsafe p3_soften_contact_row(
      smooth: smooth.base + bits, light: light.base + bits, ink: ink.base + bits,
      labels: labels.base + pixel(0, y))
  }

  // MARK: Frames

  /// Below this whiteness a pixel is not quite paper: white, or an off-white that is known within a hundredth.
  private var leastPaper: UInt16 { paper.whiteness == .max ? 65338 : paper.whiteness - paper.whiteness / 80 }

  /// Marks the visible pixels of row `y`, the last one classified, that are darker than paper.
  ///
  /// - Returns: the runs of at least 32 of them, left to right.
  package mutating func longRuns(at y: Int) -> [Range<Int>] {
    unsafe p3_soften_mark_row(whiteness.base + pixel(0, y), Int64(width), leastPaper, marks.base)
    let count = unsafe Int(p3_soften_long_runs(marks.base, Int64(width), markedRuns.base))
    return (0..<count).map { Int(markedRuns[2 * $0])..<Int(markedRuns[2 * $0 + 1]) }
  }

  /// `columns` and the marked pixels that continue them to both sides, in the row last marked.
  package func extent(of columns: Range<Int>) -> Range<Int> {
    var (first, end) = (columns.lowerBound, columns.upperBound)
    while first > 0, isMarked(first - 1) { first -= 1 }
    while end < width, isMarked(end) { end += 1 }
    return first..<end
  }

  private func isMarked(_ x: Int) -> Bool { marks[x / 64] >> UInt64(x % 64) & 1 == 1 }

  /// What lies within `columns` of row `y`, the row last marked.
  package func counts(in columns: Range<Int>, at y: Int) -> SofteningRowCounts {
    precondition(columns.lowerBound >= 0 && columns.upperBound <= width, "columns outside of the image")
    let (first, end) = (Int64(columns.lowerBound), Int64(columns.upperBound))
    let row = slot(y) * words
    return unsafe SofteningRowCounts(
      marked: Int(p3_soften_count_bits(marks.base, first, end)),
      ink: Int(p3_soften_count_bits(ink.base + row, first, end)),
      light: Int(p3_soften_count_bits(light.base + row, first, end)),
      natural: Int(p3_soften_count_bits(natural.base, first, end)))
  }

  // MARK: Regions

  @unsafe
  private func regionRunsHere(_ y: Int) -> UnsafeMutablePointer<p3_soften_region_run> {
    unsafe regionRuns.base + y % 2 * width
  }

  /// Joins the regions of row `y`, which is classified, to those of the row before.
  package mutating func joinRegions(at y: Int) {
    let contactRows = unsafe [contactRow(max(0, y - 1)), contactRow(y)]
    unsafe contactRows.withUnsafeBufferPointer { rows in
      unsafe p3_soften_contact_sides(
        y > 0 ? rows.baseAddress : nil, rows.baseAddress.map { unsafe $0 + 1 }, Int64(width),
        contactSides.base,
        contactsBelow.base)
    }
    let runs = unsafe regionRunsHere(y)
    let count = tables.withDecoder { decoder in
      var count = 0
      unsafe withRow(y) { row in
        unsafe withUnsafePointer(to: paper.color) { color in
          unsafe color.withMemoryRebound(to: UInt8.self, capacity: 3) { white in
            count = unsafe Int(
              p3_soften_region_runs(
                decoder, samples.base + slot(y) * rowStride, row, white, contactSides.base,
                y == 0 || y == height - 1 ? 1 : 0, runs))
          }
        }
      }
      return count
    }
    regionRunCounts = (count, regionRunCounts.here)
    reserveLabels(count)
    let (above, aboveCount) = unsafe (regionRunsHere(y + 1), Int64(regionRunCounts.above))
    let (depths, below) = unsafe (depths.base, contactsBelow.base)
    var rows = unsafe p3_soften_rows(
      above: whiteness.base + pixel(0, max(0, y - 1)), here: whiteness.base + pixel(0, y))
    unsafe withRegions { regions in
      unsafe p3_soften_join_regions(
        regions, &rows, runs, Int64(count), above, aboveCount, UInt32(y), depths, below)
    }
    inkRunCounts[slot(y)] = unsafe Int(p3_soften_ink_runs(runs, Int64(count), inkRuns.base + slot(y) * width))
    unsafe p3_soften_deepen(ink.base + slot(y) * words, Int64(width), depths)
  }

  /// Packs the regions that reach into the last row, `y`.
  package mutating func finishRegions(at y: Int) {
    let (runs, count) = unsafe (regionRunsHere(y), regionRunCounts.here)
    unsafe withRegions { unsafe p3_soften_finish_regions($0, runs, Int64(count)) }
  }

  private mutating func reserveLabels(_ count: Int) {
    let missing = Int(regionLabelCount) + count - regionLabels.count
    guard missing > 0 else { return }
    regionLabels += repeatElement(p3_soften_label(), count: max(missing, regionLabels.count / 2))
  }

  @unsafe
  private mutating func withRegions(_ body: (UnsafeMutablePointer<p3_soften_regions>) -> Void) {
    let (tallies, slots) = unsafe (regionTallies.base, freeSlots.base)
    let counts = (regionLabelCount, regionTallyCount, freeSlotCount)
    let after = unsafe regionLabels.withUnsafeMutableBufferPointer { labels in
      var regions = unsafe p3_soften_regions(
        labels: labels.baseAddress, tallies: tallies, free_slots: slots, label_count: counts.0,
        tally_count: counts.1,
        free_count: counts.2)
      unsafe body(&regions)
      return unsafe (regions.label_count, regions.tally_count, regions.free_count)
    }
    (regionLabelCount, regionTallyCount, freeSlotCount) = after
  }

  /// Appends the tokens of the regions of row `y`, the last one joined, to `bytes`.
  package func writeRegions(at y: Int, into bytes: inout [UInt8]) {
    let count = unsafe Int(
      p3_soften_region_tokens(regionRunsHere(y), Int64(regionRunCounts.here), tokens.base))
    unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: tokens.base, count: count))
  }

  /// Labels of regions so far, 0 among them.
  package var regionCount: Int { Int(regionLabelCount) }

  /// Bytes that a region's label takes.
  package static let bytesPerRegion = MemoryLayout<p3_soften_label>.stride

  /// The region with this label, which no longer grows or was joined to its parent.
  package func region(_ label: Int) -> SofteningRegion {
    let region = regionLabels[label]
    let broken = region.breaks >= P3_SOFTEN_LEAST_BREAKS ? P3_SOFTEN_BROKEN : 0
    return SofteningRegion(
      parent: Int(region.parent), outer: Int(region.outer), pixels: region.pixels,
      columns: Int(region.left)..<Int(region.left + region.width),
      rows: Int(region.top)..<Int(region.top + region.height), blends: region.blends,
      color: SIMD3(region.color.0, region.color.1, region.color.2), thickness: region.thickness,
      depth: UInt16(region.depth),
      traits: SofteningRegion.Traits(rawValue: UInt32(region.flags) | UInt32(broken)))
  }

  /// Solves the edges of row `y`, once the labels of all rows up to `y + reach` are written down, and
  /// appends the row's tokens to `bytes`.
  ///
  /// - Parameter parents: the union-find parent of each component's label.
  package mutating func solveEdges(at y: Int, parents: [UInt32], into bytes: inout [UInt8]) {
    var ring = unsafe p3_soften_ring(
      samples: samples.base, whiteness: whiteness.base + Self.margin, lightness: lightness.base + Self.margin,
      labels: labels.base + Self.margin, steps: steps.base + Self.margin, near: near.base,
      smooth: smooth.base + slot(y) * words, ink: ink.base + slot(y) * words,
      slots: Int64(Self.slots),
      stride: Int64(stride), words: Int64(words), width: Int64(width), height: Int64(height), row: Int64(y),
      channels: Int32(tables.format.channelCount), strokes_are_mixtures: strokesAreMixtures ? 1 : 0,
      parents: nil,
      regions: nil,
      ink_runs: inkRuns.base + slot(y) * width, ink_run_count: Int64(inkRunCounts[slot(y)]))
    let edges = unsafe [knownEdges(y + 1), knownEdges(y)]
    let (dark, solved, smooth, tokens) = unsafe (sides.base + width, solved.base, smoothInk.base, tokens.base)
    let light = unsafe sides.base
    let count = unsafe parents.withUnsafeBufferPointer { parents in
      unsafe regionLabels.withUnsafeMutableBufferPointer { regions in
        unsafe ring.parents = parents.baseAddress
        unsafe ring.regions = regions.baseAddress
        return unsafe edges.withUnsafeBufferPointer { edges in
          unsafe Int(
            p3_soften_edge_row(
              &ring, edges.baseAddress, edges.baseAddress.map { unsafe $0 + 1 }, light, dark, solved, smooth,
              tokens))
        }
      }
    }
    unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: tokens, count: count))
  }

  @unsafe
  private func knownEdges(_ y: Int) -> p3_soften_edges {
    unsafe p3_soften_edges(
      shares: shares.base + y % 2 * width, strong: strong.base + y % 2 * words,
      open: open.base + y % 2 * words)
  }

  /// Lightness of the pixel at (`x`, `y`) and whether it is smooth, for the row last classified.
  package func smoothPixel(x: Int, y: Int) -> (lightness: UInt16, isSmooth: Bool, isVisible: Bool) {
    let index = pixel(x, y)
    let bit = smooth[slot(y) * words + x / 64] >> UInt64(x % 64) & 1
    return (lightness[index], bit == 1, whiteness[index] != 0)
  }

  /// Smooth pixels of one lightness bin and the sums of their codes.
  package func colorBin(_ index: Int) -> (count: UInt64, sum: SIMD3<UInt64>) {
    var sum = (count: UInt64(0), colors: SIMD3<UInt64>())
    for copy in 0..<Int(P3_SOFTEN_COPIES) {
      let bin = binCopies[copy * Self.bins + index]
      sum.count += bin.count
      sum.colors &+= SIMD3(bin.sum.0, bin.sum.1, bin.sum.2)
    }
    return (sum.count, sum.colors)
  }

  private func slot(_ y: Int) -> Int { y % Self.slots }

  /// Where pixel (`x`, `y`) lies in arrays with margins.
  private func pixel(_ x: Int, _ y: Int) -> Int { slot(y) * stride + Self.margin + x }
}

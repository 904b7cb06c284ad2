internal import CPixelKernels

/// The pixel loops of softening's first pass, row by row over a window of the last 18 rows.
///
/// The caller appends each row, lets the scanner find the runs of smooth light pixels in the row before it,
/// labels them, and has the edges solved eight rows later, when all that an edge pixel may look at is there.
/// The C functions are `p3_soften_*`; tests compare them with `SofteningReference`.
@safe
public struct SofteningRowScanner: ~Copyable {
  /// Rows below (and above) the one whose edges are solved.
  public static let reach = Int(P3_SOFTEN_REACH)

  /// Pixels per row, rows in all.
  public let width: Int, height: Int

  /// Visible pixels by lightness >> 6.
  public var histogram: [UInt64] {
    (0..<Self.bins).map { bin in
      (0..<Int(P3_SOFTEN_COPIES)).reduce(0) { $0 + histogramCopies[$1 * Self.bins + bin] }
    }
  }

  /// Rows from one whose texture is counted to the next: a sample is enough for shares.
  private static let textureStride = 4

  /// Visible pixels of every fourth row by texture: the first four below `lightWhiteness`, the others from it on; in each by
  /// the span of whiteness in 3×3 pixels: flat, faint, soft, hard.
  public private(set) var textureCounts = [UInt64](repeating: 0, count: 8)

  /// Spans up to these are flat (one 8-bit code), faint (four) and soft; above is hard.
  public static let spanLimits: [UInt16] = [270, 1040, smoothLimit]

  /// The most that whiteness may differ within 3×3 pixels of a smooth area: a tenth.
  public static let smoothLimit: UInt16 = 6554

  /// Smooth areas reach down to Y = 0.2; below, the curves change nothing.
  public static let leastWhiteness: UInt16 = 29308

  /// From here on (Y = 0.64) a pixel counts as light in `textureCounts`: softened paper still does.
  public static let lightWhiteness: UInt16 = 52428

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
  private let edges: RowMemory<UInt64>
  private let near: RowMemory<UInt64>
  private let span: RowMemory<UInt16>
  private var runs: RowMemory<p3_soften_run>
  private let histogramCopies: RowMemory<UInt64>
  private let binCopies: RowMemory<p3_soften_bin>
  private let blocks: RowMemory<p3_soften_block>
  private let shares: RowMemory<UInt8>
  private let sides: RowMemory<UInt32>
  private let solved: RowMemory<UInt64>
  private let tokens: RowMemory<UInt8>

  /// A scanner for `width` × `height` pixels, both at least 1.
  public init(tables: SofteningTables, width: Int, height: Int) {
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
    edges = RowMemory(0, count: Self.slots * words)
    near = RowMemory(0, count: Self.slots * words)
    span = RowMemory(0, count: stride)
    runs = RowMemory(p3_soften_run(), count: width / 2 + 1)
    histogramCopies = RowMemory(0, count: Int(P3_SOFTEN_COPIES) * Self.bins)
    binCopies = RowMemory(p3_soften_bin(), count: Int(P3_SOFTEN_COPIES) * Self.bins)
    blocks = RowMemory(p3_soften_block(), count: (width - 1) / Int(P3_SOFTEN_BLOCK) + 1)
    shares = RowMemory(0, count: width)
    sides = RowMemory(0, count: 2 * width)
    solved = RowMemory(0, count: words)
    tokens = RowMemory(0, count: 12 * width + 16)
  }

  /// Reads row `y`; rows come in order, each once.
  public mutating func append(_ row: Span<UInt16>, at y: Int) {
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

  /// Finds the smooth light runs of row `y`, once the row after it (if there is one) is appended.
  ///
  /// - Returns: how many; `run(_:)` gives them until the next call.
  public mutating func findRuns(at y: Int) -> Int {
    let here = unsafe whiteness.base + pixel(0, y)
    let outside = unsafe whiteness.base + Self.slots * stride + Self.margin
    var row = unsafe p3_soften_row(
      above: y > 0 ? whiteness.base + pixel(0, y - 1) : outside, here: here,
      below: y + 1 < height ? whiteness.base + pixel(0, y + 1) : outside,
      lightness: lightness.base + pixel(0, y), width: Int64(width), least: Self.leastWhiteness,
      limit: Self.smoothLimit, span: span.base + Self.margin, steps: steps.base + pixel(0, y),
      smooth: smooth.base + slot(y) * words, edges: edges.base + slot(y) * words)
    tables.withDecoder { unsafe p3_soften_classify_row($0, &row) }
    if y % Self.textureStride == 0 { unsafe countTexture(here) }
    return tables.withDecoder { decoder in
      unsafe Int(
        p3_soften_runs(
          decoder, samples.base + slot(y) * rowStride, here, row.lightness, same.base + slot(y) * words,
          row.smooth, Int64(width), runs.base, binCopies.base))
    }
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
  public func run(_ index: Int) -> SofteningRun {
    let run = runs[index]
    return SofteningRun(
      start: Int(run.start), end: Int(run.end), darkest: run.darkest, lightest: run.lightest,
      lightnessSum: run.lightness_sum, whitenessSum: run.whiteness_sum, openEnds: Int(run.open_ends))
  }

  /// Gives run `index` its component's label, from 1.
  public mutating func setLabel(_ label: UInt32, ofRun index: Int) { runs[index].label = label }

  /// Writes down the labels of the `count` runs of row `y`.
  public mutating func labelRow(at y: Int, runCount count: Int) {
    let row = unsafe samples.base + slot(y) * rowStride
    let white = unsafe whiteness.base + pixel(0, y)
    let target = unsafe labels.base + pixel(0, y)
    tables.withDecoder { decoder in
      unsafe p3_soften_label_row(
        decoder, row, white, Int64(width), runs.base, Int64(count), Int64(y), target,
        near.base + slot(y) * words, blocks.base)
    }
  }

  /// Solves the edges of row `y`, once the labels of all rows up to `y + reach` are written down, and
  /// appends the row's tokens to `bytes`.
  ///
  /// - Parameter parents: the union-find parent of each label.
  public mutating func solveEdges(at y: Int, parents: [UInt32], into bytes: inout [UInt8]) {
    var ring = unsafe p3_soften_ring(
      samples: samples.base, whiteness: whiteness.base + Self.margin, lightness: lightness.base + Self.margin,
      labels: labels.base + Self.margin, steps: steps.base + Self.margin, near: near.base,
      smooth: smooth.base + slot(y) * words, edges: edges.base + slot(y) * words, slots: Int64(Self.slots),
      stride: Int64(stride), words: Int64(words), width: Int64(width), height: Int64(height), row: Int64(y),
      channels: Int32(tables.format.channelCount), parents: nil, blocks: blocks.base)
    let count = unsafe parents.withUnsafeBufferPointer { parents in
      unsafe ring.parents = parents.baseAddress
      return unsafe Int(
        p3_soften_edge_row(&ring, shares.base, sides.base, sides.base + width, solved.base, tokens.base))
    }
    unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: tokens.base, count: count))
  }

  /// Lightness and label of the pixel at (`x`, `y`), for rows labelled within the last `reach` rows.
  public func smoothPixel(x: Int, y: Int) -> (lightness: UInt16, label: UInt32, isVisible: Bool) {
    let index = pixel(x, y)
    return (lightness[index], labels[index], whiteness[index] != 0)
  }

  /// Smooth pixels of one lightness bin and the sums of their codes.
  public func colorBin(_ index: Int) -> (count: UInt64, sum: SIMD3<UInt64>) {
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

import Analysis
import Colors
import Pixels

/// The first pass of `outline` and `plate`: finds what of the artwork's outline vanishes on the background, and where a contour lies.
///
/// A connected part of the artwork of whose outline a quarter vanishes gets a contour all around. Lines between broad shapes, as arrows
/// between boxes, are decided on their own.
struct OutlineAnalyzer {
  /// How far artwork that can be made out shows an edge, in pixels in each direction.
  private static let reach = LegibilityOutlineScanner.reach

  private let tables: SofteningTables
  private let width: Int
  private let height: Int
  private let options: SofteningOptions
  /// Bytes that the parts and the outline may take.
  private let memoryLimit: Int
  /// The luminances that have less than 3:1 on the background.
  private let faint: ClosedRange<UInt16>
  /// The least contrasts with the background, and with a plate.
  private let least: [Double]
  private var scanner: LegibilityOutlineScanner
  private var artwork = OutlineParts(isFaint: false)
  /// Parts of it that cannot be made out.
  private var faintParts = OutlineParts(isFaint: true)
  /// What the pixels of the last rows are, whose outline is not known yet.
  private var waiting: [[OutlineKind]] = []
  /// By column, the last row with artwork near it that can be made out.
  private var seenRows: [Int]
  private var rows = 0
  private var isTooIntricate = false
  /// Pixels that are at least half opaque, by their alpha: of its 8 bits the lower 7.
  private var alphas = [Int](repeating: 0, count: 128)

  init(options: SofteningOptions, tables: SofteningTables, width: Int, height: Int, memoryLimit: Int) {
    self.tables = tables
    self.width = width
    self.height = height
    self.options = options
    self.memoryLimit = memoryLimit
    let (behind, ratio) = (WCAGContrast.relativeLuminance(options.background), WCAGContrast.graphicsMinimum)
    let darkest = max(0, WCAGContrast.luminance(darkerThan: behind, by: ratio))
    let lightest = min(1, WCAGContrast.luminance(lighterThan: behind, by: ratio))
    faint = UInt16(darkest * 65535)...UInt16(lightest * 65535)
    let plate = LegibilitySight(backgroundLuminance: WCAGContrast.relativeLuminance(options.plateColor))
    least = [WCAGContrast.graphicsMinimum, plate.contrast]
    let backgrounds = [options.background] + (options.mode == .plate ? [options.plateColor] : [])
    seenRows = Array(repeating: -1 - Self.reach, count: width)
    scanner = LegibilityOutlineScanner(
      backgrounds: backgrounds, tables: tables, width: width, height: height)
  }

  mutating func add(_ row: Span<UInt16>) {
    guard tables.format.hasAlpha, !isTooIntricate else { return }
    var outline: [OutlinePixel] = []
    let least = least
    scanner.add(row) { x, _, contrasts in outline.append(OutlinePixel(x, contrasts, least: least)) }
    let kinds = kinds(of: row)
    noteSeen(in: kinds)
    waiting.append(kinds)
    rows += 1
    if rows > Self.reach { endRow(outline) }
    guard artwork.areas.byteCount + faintParts.areas.byteCount > memoryLimit else { return }
    isTooIntricate = true
    (artwork, faintParts) = (OutlineParts(isFaint: false), OutlineParts(isFaint: true))
  }

  consuming func finish() -> Softening {
    if !isTooIntricate { endLastRows() }
    let reason = reason
    let isPlate = options.mode == .plate
    let mode: SofteningMode? = reason == .vanishingArtwork ? (isPlate ? .plate : .outline) : nil
    return Softening(
      requestedMode: options.mode, mode: mode, reason: reason,
      note: SofteningNote.text(mode: mode, reason: reason, white: nil, options: options),
      whiteLuminance: nil, backgroundShare: 0,
      plan: mode == nil || isPlate
        ? .nothing : .outline(OutlineMap(rows: contour, color: contourColor, opacity: opacity)))
  }

  private mutating func endLastRows() {
    var outline: [[OutlinePixel]] = Array(repeating: [], count: waiting.count)
    let (first, least) = (rows - waiting.count, least)
    scanner.finish { x, y, contrasts in
      outline[y - first].append(OutlinePixel(x, contrasts, least: least))
    }
    for row in outline { endRow(row) }
    artwork.finish()
    faintParts.finish()
    artwork.addLines(of: faintParts)
  }

  /// Ends the first row that waits. The rows that are near it are known.
  private mutating func endRow(_ outline: [OutlinePixel]) {
    let (width, first) = (width, rows - waiting.count - Self.reach)
    var kinds = waiting.removeFirst()
    artwork.add(kinds, outline: outline)
    for x in 0..<width where kinds[x] == .faint && seenRows[x] >= first { kinds[x] = .seen }
    faintParts.add(kinds, outline: outline, of: artwork.above.runs)
  }

  /// Notes which columns are near artwork of the next row that can be made out.
  private mutating func noteSeen(in kinds: [OutlineKind]) {
    for run in kinds.runs(where: { $0 == .seen }) {
      for x in max(0, run.lowerBound - Self.reach)..<min(width, run.upperBound + Self.reach) {
        seenRows[x] = rows
      }
    }
  }

  private mutating func kinds(of row: Span<UInt16>) -> [OutlineKind] {
    let channels = tables.format.channelCount
    // Red, green and blue, or three times grey.
    let (green, blue) = tables.format.isGray ? (0, 0) : (1, 2)
    let linear = (tables.linear[0], tables.linear[1], tables.linear[2])
    let faint = faint
    var kinds = [OutlineKind](repeating: .page, count: width)
    for x in 0..<width {
      let first = x * channels
      let alpha = row[first + channels - 1]
      guard alpha >= 32768 else { continue }
      alphas[Int(alpha >> 8) - 128] += 1
      let luminance = tables.luminance(
        linear.0[Int(row[first])], linear.1[Int(row[first + green])], linear.2[Int(row[first + blue])])
      kinds[x] = faint.contains(luminance) ? .faint : .seen
    }
    return kinds
  }

  /// The alpha that most pixels have of those that are at least half opaque, 0 to 65,535.
  private var opacity: Int {
    let most = alphas.indices.max { alphas[$0] < alphas[$1] } ?? 127
    return (most + 128) * 257
  }

  private var reason: SofteningReason {
    guard !isTooIntricate else { return .tooIntricate }
    let all = artwork.areas.roots.reduce(into: OutlineCounts()) { $0 += $1.counts }
    guard all.outline > 0 else { return .noTransparency }
    guard Double(around.outline) >= max(1, LegibilityAnalyzer.reportedShare * Double(all.outline)) else {
      return .visibleArtwork
    }
    return all.vanishingOnPlate < all.vanishing ? .vanishingArtwork : .lightArtwork
  }

  /// What gets a contour.
  private var around: OutlineCounts {
    artwork.areas.roots.reduce(into: OutlineCounts()) {
      if $1.whole.vanishes { $0 += $1.whole }
      if $1.hasLinesApart { $0 += $1.lines }
    }
  }

  /// The columns of the outline in row `y` that a contour lies around.
  private func outline(inRow y: Int) -> [Range<Int>] {
    artwork.areas.runs(inRow: y) { $0.whole.vanishes }
      + faintParts.areas.runs(inRow: y) { $0.isLine && artwork.areas[$0.artwork].hasLinesApart }
  }

  /// The contour's thickness: a quarter of the mean width of the strokes that it lies around, 1 to 6 pixels, and a hundredth of the
  /// image's shorter side at most.
  private var radius: Int { max(1, min(6, min(width, height) / 100, (around.width + 2) / 4)) }

  /// The contour: a disc of its thickness around each pixel of the outline.
  private var contour: SofteningMap {
    let radius = radius
    let disc = Self.disc(radius: radius)
    let side = disc.count
    var map = SofteningMap()
    // The coverage in the rows that a disc reaches, 0 to 255: row y in slot y % side.
    var stamps = [UInt8](repeating: 0, count: side * width)
    for y in 0..<height + radius + 1 {
      for columns in outline(inRow: y) {
        for row in max(0, y - radius - 1)..<min(height, y + radius + 2) {
          let line = disc[row - y + radius + 1]
          for x in columns {
            for column in max(0, x - radius - 1)..<min(width, x + radius + 2) {
              let at = row % side * width + column
              stamps[at] = max(stamps[at], line[column - x + radius + 1])
            }
          }
        }
      }
      let row = y - radius - 1
      if row >= 0 {
        map.appendRow { bytes in Self.take(&stamps, from: row % side * width, count: width, into: &bytes) }
      }
    }
    return map
  }

  /// Moves the coverage of a row into the entries of an `OutlineMap`.
  private static func take(
    _ stamps: inout [UInt8], from first: Int, count: Int, into bytes: inout [UInt8]
  ) {
    for x in 0..<count where stamps[first + x] > 0 {
      SofteningMap.append(x, to: &bytes)
      bytes.append(stamps[first + x])
      stamps[first + x] = 0
    }
  }

  /// The luminance of a grey with a contrast of 7:1 against the background: distinct, and never lighter than softened white.
  private var contourColor: SIMD3<UInt16> {
    let behind = WCAGContrast.relativeLuminance(options.background)
    let luminance =
      behind < 0.18
      ? min(0.72, WCAGContrast.luminance(lighterThan: behind, by: 7))
      : max(0, WCAGContrast.luminance(darkerThan: behind, by: 7))
    let linear = Int((luminance * 65535).rounded())
    return SIMD3(tables.encoded[0][linear], tables.encoded[1][linear], tables.encoded[2][linear])
  }

  /// The coverage of a disc around an outline pixel by row, 0 to 255: full up to `radius` pixels from its middle, then one pixel of
  /// anti-aliasing. The part on the artwork's side is hidden by the artwork.
  private static func disc(radius: Int) -> [[UInt8]] {
    let reach = radius + 1
    return (-reach...reach).map { dy in
      (-reach...reach).map { dx in
        let distance = Double(dx * dx + dy * dy).squareRoot()
        return UInt8((min(max(Double(radius) + 1 - distance, 0), 1) * 255).rounded())
      }
    }
  }
}

/// The contour to draw: per row, which pixels it covers, and by how much.
struct OutlineMap: Sendable {
  /// Bytes per entry: four of column, one of coverage (255 is all).
  static let entryBytes = 5

  let rows: SofteningMap
  /// The contour's codes in the image's own space.
  let color: SIMD3<UInt16>
  /// The alpha of the artwork but for its edges and shadows, 1 to 65,535: less than all where it is translucent as a whole.
  let opacity: Int

  /// Lays the contour of image row `row` below the artwork in row `y` of `strip`, and above its shadow, source-over in encoded
  /// values: seen through a shadow it would be too dark to be seen on the background.
  func draw(row: Int, in strip: inout PixelBuffer, at y: Int) {
    let channels = strip.format.channelCount
    let first = strip.rowRange(y).lowerBound
    rows.withBytes(ofRow: row) { bytes in
      for entry in stride(from: 0, to: bytes.count, by: Self.entryBytes) {
        let column = SofteningMap.number(bytes, at: entry)
        draw(coverage: Int(bytes[entry + 4]), in: &strip, at: first + column * channels)
      }
    }
  }

  private func draw(coverage: Int, in strip: inout PixelBuffer, at index: Int) {
    let colors = strip.format.colorChannelCount
    let alpha = Int(strip.samples[index + colors])
    // What has less than half of the artwork's alpha is shadow, or an edge.
    let artwork = min(opacity, max(0, 2 * alpha - opacity))
    let added = ((65535 - artwork * 65535 / opacity) * coverage + 127) / 255
    let kept = artwork + ((alpha - artwork) * (255 - coverage) + 127) / 255
    let sum = kept + added
    guard added > 0 else { return }
    for channel in 0..<colors {
      let mixed = Int(strip.samples[index + channel]) * kept + Int(color[channel]) * added
      strip.samples[index + channel] = UInt16((mixed + sum / 2) / sum)
    }
    strip.samples[index + colors] = UInt16(sum)
  }
}

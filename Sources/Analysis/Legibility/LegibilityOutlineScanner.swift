import Basics
import Colors
package import Pixels

/// Finds the outline pixels of artwork with alpha, row by row, and their contrast on each background.
package struct LegibilityOutlineScanner: Sendable {
  /// How far from an outline pixel its best contrast is searched, in pixels in each direction.
  package static let reach = 2

  /// The least alpha of an artwork pixel: one half.
  static let opaque: UInt16 = 32768

  /// The alpha, 0 to 65,535, from which on a pixel is solid: three quarters. Shadows and glows have less.
  static let solid: UInt16 = 49152

  private let tables: SofteningTables
  private let width: Int
  private let height: Int
  private let backgrounds: [LegibilityBackground]
  /// The samples of the last rows; row y is in slot y % slots.
  private var ring: [UInt16]
  /// Per slot: whether all pixels of the row are solid.
  private var areSolid: [Bool]
  /// Cached relative luminances over each background, in 1/65535: in translucent noise most pixels are near 25 outline
  /// pixels.
  private var luminances: PixelMemo
  /// Cached visibilities, raw values of `LegibilityVisibility`.
  private var visibilities: PixelMemo
  /// The pixel that was sampled last, and its visibility on each background: most of a window has one colour.
  private var sampled: (pixel: SIMD4<UInt16>, seen: [LegibilityVisibility]) = (SIMD4(), [])
  private var rows = 0
  private let channels: Int
  private let slots = 2 * reach + 1

  package init(backgrounds: [SIMD3<Double>], tables: SofteningTables, width: Int, height: Int) {
    self.tables = tables
    self.width = width
    self.height = height
    self.backgrounds = backgrounds.map { LegibilityBackground($0) }
    channels = tables.format.channelCount
    areSolid = Array(repeating: false, count: slots)
    ring = tables.format.hasAlpha ? Array(repeating: 0, count: slots * width * channels) : []
    luminances = PixelMemo(width: width, slots: slots, backgrounds: backgrounds.count)
    visibilities = luminances
  }

  /// Adds the next row, and calls `visit` for each outline pixel of the row `reach` above it, left to right, with
  /// column, row, and the contrast on each background, or none where the artwork fades out.
  package mutating func add(_ row: Span<UInt16>, visit: (Int, Int, [Double]) -> Void) {
    if let y = push(row) { visitRow(y, visit) }
  }

  /// Calls `visit` for the outline pixels of the last rows, after the last row.
  package mutating func finish(visit: (Int, Int, [Double]) -> Void) {
    for y in lastRows { visitRow(y, visit) }
  }

  /// Adds the next row; returns the row `reach` above it, which can now be examined.
  mutating func push(_ row: Span<UInt16>) -> Int? {
    precondition(row.count == width * channels && rows < height, "a row of another image")
    if tables.format.hasAlpha {
      let first = rows % slots * width * channels
      var span = ring.mutableSpan
      for index in row.indices { span[first + index] = row[index] }
      areSolid[rows % slots] = stride(from: channels - 1, to: row.count, by: channels)
        .allSatisfy { row[$0] >= Self.solid }
      luminances.forget(slot: rows % slots)
      visibilities.forget(slot: rows % slots)
    }
    rows += 1
    return rows > Self.reach ? rows - 1 - Self.reach : nil
  }

  /// The rows that can be examined only after the last row.
  var lastRows: Range<Int> { max(0, rows - Self.reach)..<max(rows, 0) }

  private mutating func visitRow(_ y: Int, _ visit: (Int, Int, [Double]) -> Void) {
    guard tables.format.hasAlpha else { return }
    let (here, above, below) = alphaStarts(y)
    for x in 0..<width where isOpaque(here, x) && isOutline(x, here, above, below) {
      visit(x, y, isEdge(x, y) ? contrasts(x, y) : [])
    }
  }

  /// Where the alpha samples of row `y`, of the row above and of the row below begin; at the image's edge the row
  /// replaces its neighbour.
  private func alphaStarts(_ y: Int) -> (here: Int, above: Int, below: Int) {
    let here = alphaStart(y)
    return (here, y > 0 ? alphaStart(y - 1) : here, y + 1 < rows ? alphaStart(y + 1) : here)
  }

  private func isOpaque(_ start: Int, _ x: Int) -> Bool { ring[start + x * channels] >= Self.opaque }

  /// Whether a pixel of the artwork has a neighbour outside of it.
  private func isOutline(_ x: Int, _ here: Int, _ above: Int, _ below: Int) -> Bool {
    !(isOpaque(above, x) && isOpaque(below, x) && (x == 0 || isOpaque(here, x - 1))
      && (x + 1 == width || isOpaque(here, x + 1)))
  }

  /// Whether alpha falls below a quarter within `reach` of an outline pixel. If not, the artwork fades out there: a
  /// contour would lie under it, and be as dark as what covers it.
  private func isEdge(_ x: Int, _ y: Int) -> Bool {
    for row in max(0, y - Self.reach)...min(rows - 1, y + Self.reach) {
      let start = alphaStart(row)
      for column in max(0, x - Self.reach)...min(width - 1, x + Self.reach)
      where ring[start + column * channels] < Self.opaque / 2 { return true }
    }
    return false
  }

  /// Where the alpha samples of row `y` begin in the ring.
  private func alphaStart(_ y: Int) -> Int { y % slots * width * channels + channels - 1 }

  /// The best contrast within `reach` of (x, y) on each background: the lightest or the darkest pixel's.
  private mutating func contrasts(_ x: Int, _ y: Int) -> [Double] {
    backgrounds.indices.map { index in
      var (least, most) = (UInt16.max, UInt16.min)
      for row in max(0, y - Self.reach)...min(rows - 1, y + Self.reach) {
        for column in max(0, x - Self.reach)...min(width - 1, x + Self.reach) {
          let pixel = row % slots * width + column
          guard ring[pixel * channels + channels - 1] > 0 else { continue }
          let luminance = luminance(pixel, on: index)
          (least, most) = (min(least, luminance), max(most, luminance))
        }
      }
      guard least <= most else { return 1 }
      return max(backgrounds[index].contrast(luminance: least), backgrounds[index].contrast(luminance: most))
    }
  }

  private mutating func luminance(_ pixel: Int, on index: Int) -> UInt16 {
    if let known = luminances[pixel, index] { return known }
    let luminance = backgrounds[index].luminance(of: ring, at: pixel * channels, tables: tables)
    luminances[pixel, index] = luminance
    return luminance
  }
}

/// Cached values of the pixels of the last rows on each background.
private struct PixelMemo: Sendable {
  private static let unknown = UInt32.max
  private let width, backgrounds: Int
  /// The values of a pixel's backgrounds side by side.
  private var values: [UInt32] = []
  private let count: Int

  init(width: Int, slots: Int, backgrounds: Int) {
    self.width = width
    self.backgrounds = backgrounds
    count = width * slots * backgrounds
  }

  /// Forgets a row.
  mutating func forget(slot: Int) {
    guard !values.isEmpty else { return }
    for index in slot * width * backgrounds..<(slot + 1) * width * backgrounds {
      values[index] = Self.unknown
    }
  }

  /// The value of a pixel (counted by slots) on a background; nil if unknown.
  subscript(pixel: Int, background: Int) -> UInt16? {
    get {
      guard !values.isEmpty else { return nil }
      let value = values[pixel * backgrounds + background]
      return value == Self.unknown ? nil : UInt16(truncatingIfNeeded: value)
    }
    set {
      if values.isEmpty { values = Array(repeating: Self.unknown, count: count) }
      values[pixel * backgrounds + background] = newValue.map(UInt32.init) ?? Self.unknown
    }
  }
}

// The artwork in parts.

extension LegibilityOutlineScanner {
  /// The runs of artwork in row `y`, left to right, with their measurements.
  mutating func artwork(_ y: Int) -> [ConnectedRuns<ArtworkPart>.Run] {
    guard tables.format.hasAlpha else { return [] }
    if isSolid(y) { return [(0...width - 1, solidRow(y))] }
    var runs: [ConnectedRuns<ArtworkPart>.Run] = []
    let (here, above, below) = alphaStarts(y)
    var x = 0
    while x < width {
      guard isOpaque(here, x) else {
        x += 1
        continue
      }
      let first = x
      while x < width, isOpaque(here, x) { x += 1 }
      var part = ArtworkPart(columns: first...x - 1, row: y, backgrounds: backgrounds.count)
      measure(first..<x, y, here, above, below, &part)
      runs.append((first...x - 1, part))
    }
    return runs
  }

  /// Whether row `y` and the rows above and below it are solid from edge to edge.
  private func isSolid(_ y: Int) -> Bool {
    (max(0, y - 1)...min(rows - 1, y + 1)).allSatisfy { areSolid[$0 % slots] }
  }

  /// A row without transparency, as in pictures: fewer samples are enough.
  private mutating func solidRow(_ y: Int) -> ArtworkPart {
    var part = ArtworkPart(columns: 0...width - 1, row: y, backgrounds: backgrounds.count)
    part.solid = width
    part.rim = y == 0 || y + 1 == height ? width : min(2, width)
    if y % 4 == 0 { for x in stride(from: 0, to: width, by: 8) { sample(x, y, &part) } }
    return part
  }

  private mutating func sample(_ x: Int, _ y: Int, _ part: inout ArtworkPart) {
    let at = (y % slots * width + x) * channels
    // Red, green, blue and alpha; of grey and alpha each twice.
    let (middle, alpha) = (at + channels / 2, at + channels - 1)
    let pixel = SIMD4(ring[at], ring[middle - 1], ring[middle], ring[alpha])
    if sampled.pixel != pixel || sampled.seen.isEmpty {
      sampled = (pixel, backgrounds.map { $0.visibility(ring, at: at, tables: tables) })
    }
    part.samples += 1
    for index in backgrounds.indices { part.countSample(sampled.seen[index], on: index) }
  }

  private mutating func measure(
    _ run: Range<Int>, _ y: Int, _ here: Int, _ above: Int, _ below: Int, _ part: inout ArtworkPart
  ) {
    // A local array is read without the check for exclusive access that a property of the scanner needs.
    let ring = ring
    func isOpaque(_ start: Int, _ x: Int) -> Bool { ring[start + x * channels] >= Self.opaque }
    for x in run {
      if ring[here + x * channels] >= Self.solid { part.solid += 1 }
      if x == 0 || y == 0 || x + 1 == width || y + 1 == height { part.rim += 1 }
      let isEnd = x == run.lowerBound && x > 0 || x + 1 == run.upperBound && x + 1 < width
      if isEnd || !isOpaque(above, x) || !isOpaque(below, x) {
        part.outline += 1
        for index in backgrounds.indices { part.countOutline(visibilityNear(x, y, on: index), on: index) }
      } else if x % 2 == 0, y % 2 == 0 {
        sample(x, y, &part)
      }
    }
  }

  /// The best visibility within `reach` of (x, y) on a background.
  private mutating func visibilityNear(_ x: Int, _ y: Int, on index: Int) -> LegibilityVisibility {
    var best = LegibilityVisibility.unseen
    for row in max(0, y - Self.reach)...min(rows - 1, y + Self.reach) {
      for column in max(0, x - Self.reach)...min(width - 1, x + Self.reach) {
        let pixel = row % slots * width + column
        guard ring[pixel * channels + channels - 1] > 0 else { continue }
        best = max(best, visibility(pixel, on: index))
        if best == .seen { return best }
      }
    }
    return best
  }

  private mutating func visibility(_ pixel: Int, on index: Int) -> LegibilityVisibility {
    if let known = visibilities[pixel, index].flatMap(LegibilityVisibility.init) { return known }
    let visibility = backgrounds[index].visibility(ring, at: pixel * channels, tables: tables)
    visibilities[pixel, index] = visibility.rawValue
    return visibility
  }
}

/// A background, and the contrast of pixels composited onto it: source-over in encoded sRGB, as in browsers and UI
/// toolkits.
///
/// Samples in another space are first encoded with the sRGB curve; their primaries stay, as contrast depends on
/// luminance alone.
struct LegibilityBackground: Sendable {
  /// The background's colour, encoded in 1/65535.
  private let codes: SIMD3<Double>
  private let luminance: Double
  /// The thresholds for making out a shape.
  private let sight: LegibilitySight
  private static let sRGB = SofteningTables(
    curves: [.parametric(WCAGContrast.transfer)], luminance: SIMD3(0, 1, 0), format: .gray16)

  init(_ encoded: SIMD3<Double>) {
    codes = encoded * 65535
    luminance = WCAGContrast.relativeLuminance(encoded)
    sight = LegibilitySight(backgroundLuminance: luminance)
  }

  /// The relative luminance of the pixel at `index` of `samples` over the background, in 1/65535.
  func luminance(of samples: [UInt16], at index: Int, tables: SofteningTables) -> UInt16 {
    luminance(linear(samples, index, tables), tables)
  }

  /// The contrast between a relative luminance, in 1/65535, and the background.
  func contrast(luminance: UInt16) -> Double {
    WCAGContrast.ratio(Double(luminance) / 65535, self.luminance)
  }

  /// How well the pixel stands out from the background: by contrast, by a strong colour, or by both.
  func visibility(_ samples: [UInt16], at index: Int, tables: SofteningTables) -> LegibilityVisibility {
    let linear: SIMD3<UInt16>
    if samples[index + tables.format.channelCount - 1] == .max {
      linear = Self.linear(samples, index, tables)
    } else {
      let encoded = composite(samples, index, tables)
      if isStrongColor(encoded) { return .seen }
      linear = Self.linear(encoded)
    }
    let contrast = contrast(luminance: luminance(linear, tables))
    if contrast >= sight.contrast { return .seen }
    let encoded = Self.sRGB.encoded[0]
    let least = Int(encoded[Int(linear.min())])
    let warm = Int(encoded[Int(max(linear.x, linear.y))]) - least
    let blue = Int(encoded[Int(linear.z)]) - least
    if warm >= sight.spread || blue >= sight.blueSpread { return .seen }
    guard contrast >= sight.broadContrast else { return .unseen }
    return max(warm, blue) >= sight.tint ? .seen : .faint
  }

  private func luminance(_ linear: SIMD3<UInt16>, _ tables: SofteningTables) -> UInt16 {
    tables.luminance(linear.x, linear.y, linear.z)
  }

  /// The pixel at `index` over the background, linear in 1/65535.
  private func linear(_ samples: [UInt16], _ index: Int, _ tables: SofteningTables) -> SIMD3<UInt16> {
    samples[index + tables.format.channelCount - 1] == .max
      ? Self.linear(samples, index, tables) : Self.linear(composite(samples, index, tables))
  }

  /// The pixel's own colour, linear in 1/65535.
  private static func linear(_ samples: [UInt16], _ index: Int, _ tables: SofteningTables) -> SIMD3<UInt16> {
    let isGray = tables.format.isGray
    var linear = SIMD3<UInt16>()
    for channel in 0..<3 {
      linear[channel] = tables.linear[channel][Int(samples[index + (isGray ? 0 : channel)])]
    }
    return linear
  }

  /// The pixel at `index` over the background, encoded in 1/65535, not rounded.
  private func composite(_ samples: [UInt16], _ index: Int, _ tables: SofteningTables) -> SIMD3<Double> {
    let alpha = Double(samples[index + tables.format.channelCount - 1]) / 65535
    let linear = Self.linear(samples, index, tables)
    var encoded = SIMD3<Double>()
    for channel in 0..<3 {
      encoded[channel] =
        Double(Self.sRGB.encoded[0][Int(linear[channel])]) * alpha + codes[channel] * (1 - alpha)
    }
    return encoded
  }

  private static func linear(_ encoded: SIMD3<Double>) -> SIMD3<UInt16> {
    let table = sRGB.linear[0]
    return SIMD3(
      table[Int(encoded.x.rounded())], table[Int(encoded.y.rounded())], table[Int(encoded.z.rounded())])
  }

  /// Whether a composited colour surely is a strong one, if its codes were those of its rounded linear values. These
  /// differ by at most 8 codes: half of the curve's steepest slope and a rounding.
  private func isStrongColor(_ encoded: SIMD3<Double>) -> Bool {
    let least = encoded.min() + 16
    return max(encoded.x, encoded.y) - least >= Double(sight.spread)
      || encoded.z - least >= Double(sight.blueSpread)
  }
}

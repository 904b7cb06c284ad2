internal import Pixels

/// Finds the outline pixels of artwork with alpha, row by row, and their contrast on each background.
struct LegibilityOutlineScanner: Sendable {
  /// Pixels from an outline pixel, in each direction, among which its best contrast is looked for.
  static let reach = 2

  /// The least alpha, one half, of a pixel that counts as artwork.
  static let opaque: UInt16 = 32768

  private let tables: SofteningTables
  private let width: Int
  private let height: Int
  private let backgrounds: [LegibilityBackground]
  /// The samples of the last rows: row y in slot y % slots.
  private var ring: [UInt16]
  private var rows = 0
  private let channels: Int
  private let slots = 2 * reach + 1

  init(backgrounds: [SIMD3<Double>], tables: SofteningTables, width: Int, height: Int) {
    self.tables = tables
    self.width = width
    self.height = height
    self.backgrounds = backgrounds.map { LegibilityBackground($0) }
    channels = tables.format.channelCount
    ring = tables.format.hasAlpha ? Array(repeating: 0, count: slots * width * channels) : []
  }

  /// Takes the next row, and calls `visit` for each outline pixel of the row `reach` above it, left to right: column, row,
  /// and the contrast on each background.
  mutating func add(_ row: Span<UInt16>, visit: (Int, Int, [Double]) -> Void) {
    precondition(row.count == width * channels && rows < height, "a row of another image")
    if tables.format.hasAlpha {
      let first = rows % slots * width * channels
      for index in row.indices { ring[first + index] = row[index] }
    }
    rows += 1
    if rows > Self.reach { visitRow(rows - 1 - Self.reach, visit) }
  }

  /// Calls `visit` for the outline pixels of the last rows, once all rows were added.
  mutating func finish(visit: (Int, Int, [Double]) -> Void) {
    for y in max(0, rows - Self.reach)..<max(rows, 0) { visitRow(y, visit) }
  }

  private func visitRow(_ y: Int, _ visit: (Int, Int, [Double]) -> Void) {
    guard tables.format.hasAlpha else { return }
    let here = alphaStart(y)
    let above = y > 0 ? alphaStart(y - 1) : here
    let below = y + 1 < rows ? alphaStart(y + 1) : here
    for x in 0..<width {
      let at = x * channels
      guard ring[here + at] >= Self.opaque else { continue }
      let isInside =
        ring[above + at] >= Self.opaque && ring[below + at] >= Self.opaque
        && (x == 0 || ring[here + at - channels] >= Self.opaque)
        && (x + 1 == width || ring[here + at + channels] >= Self.opaque)
      if !isInside { visit(x, y, contrasts(x, y)) }
    }
  }

  /// Where the alpha samples of row `y` begin in the ring.
  private func alphaStart(_ y: Int) -> Int { y % slots * width * channels + channels - 1 }

  /// The best contrast within `reach` of (x, y), on each background.
  private func contrasts(_ x: Int, _ y: Int) -> [Double] {
    var best = [Double](repeating: 1, count: backgrounds.count)
    for row in max(0, y - Self.reach)...min(rows - 1, y + Self.reach) {
      for column in max(0, x - Self.reach)...min(width - 1, x + Self.reach) {
        let at = (row % slots * width + column) * channels
        guard ring[at + channels - 1] > 0 else { continue }
        for index in backgrounds.indices {
          best[index] = max(best[index], backgrounds[index].contrast(of: ring, at: at, tables: tables))
        }
      }
    }
    return best
  }
}

/// A background, and the contrast of pixels composited onto it: source-over of encoded sRGB, as browsers and UI toolkits
/// do it.
///
/// Samples in another space are encoded with the sRGB curve first; their primaries stay as they are, because the contrast
/// depends on luminance alone.
struct LegibilityBackground: Sendable {
  /// Encoded, in 1/65535.
  private let codes: SIMD3<Double>
  private let luminance: Double
  private static let sRGB = SofteningTables(
    curves: [.parametric(WCAGContrast.transfer)], luminance: SIMD3(0, 1, 0), format: .gray16)

  init(_ encoded: SIMD3<Double>) {
    codes = encoded * 65535
    luminance = WCAGContrast.relativeLuminance(encoded)
  }

  /// The contrast of the pixel at `index` of `samples` with the background.
  func contrast(of samples: [UInt16], at index: Int, tables: SofteningTables) -> Double {
    let isGray = tables.format.isGray
    let alpha = Double(samples[index + tables.format.channelCount - 1]) / 65535
    var linear = SIMD3<UInt16>()
    for channel in 0..<3 {
      let value = tables.linear[channel][Int(samples[index + (isGray ? 0 : channel)])]
      let encoded = Double(Self.sRGB.encoded[0][Int(value)]) * alpha + codes[channel] * (1 - alpha)
      linear[channel] = alpha == 1 ? value : Self.sRGB.linear[0][Int(encoded.rounded())]
    }
    let result = Double(tables.luminance(linear.x, linear.y, linear.z)) / 65535
    return WCAGContrast.ratio(result, luminance)
  }
}

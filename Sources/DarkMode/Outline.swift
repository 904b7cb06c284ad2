import Analysis
import Colors
import Pixels

/// The first pass of `outline`: finds where the outline of the artwork vanishes on the background, and notes a disc of the
/// contour's thickness around each such pixel.
struct OutlineAnalyzer {
  /// The least share of the outline that vanishes for a contour to be drawn.
  static let leastShare = 0.01

  /// How far a contour's contrast may be off: one code of 8 bits.
  private static let contourTolerance = 0.15

  private let tables: SofteningTables
  private let width: Int
  private let height: Int
  private let background: SIMD3<Double>
  private let radius: Int
  /// Of a contour against the background.
  private let contourContrast: Double
  /// (dx, dy) by row of the disc: coverage 0 to 255.
  private let disc: [UInt8]
  private var scanner: LegibilityOutlineScanner
  /// The contour's coverage in the last rows, 0 to 255: row y in slot y % slots.
  private var stamps: [UInt8]
  private let slots: Int
  private var rows = 0
  /// Rows that are in `map`.
  private var finished = 0
  private var map = SofteningMap()
  private var outlinePixels = 0
  private var vanishingPixels = 0
  /// Outline pixels with the contrast of a contour as it is drawn here.
  private var contourPixels = 0
  /// Pixels that are at least half opaque, by their alpha: of its 8 bits the lower 7.
  private var alphas = [Int](repeating: 0, count: 128)

  init(background: SIMD3<Double>, tables: SofteningTables, width: Int, height: Int) {
    self.tables = tables
    self.width = width
    self.height = height
    self.background = background
    contourContrast = WCAGContrast.ratio(
      Self.contourLuminance(on: background), WCAGContrast.relativeLuminance(background))
    radius = min(6, max(1, min(width, height) / 100))
    disc = Self.disc(radius: radius)
    slots = 2 * (radius + 1) + 1 + LegibilityOutlineScanner.reach
    stamps = Array(repeating: 0, count: slots * width)
    scanner = LegibilityOutlineScanner(
      backgrounds: [background], tables: tables, width: width, height: height)
  }

  mutating func add(_ row: Span<UInt16>) {
    var found: [(x: Int, y: Int, contrast: Double)] = []
    scanner.add(row) { x, y, contrasts in found.append((x, y, contrasts[0])) }
    if tables.format.hasAlpha { countAlphas(row) }
    rows += 1
    stamp(found)
    // A disc around a pixel of row y + radius + 1 reaches row y; that row is scanned `reach` rows later.
    while finished < rows - LegibilityOutlineScanner.reach - radius - 1 { finishRow() }
  }

  consuming func finish(options: SofteningOptions) -> Softening {
    var found: [(x: Int, y: Int, contrast: Double)] = []
    scanner.finish { x, y, contrasts in found.append((x, y, contrasts[0])) }
    stamp(found)
    while finished < rows { finishRow() }
    let reason = reason
    let isPlate = options.mode == .plate
    let mode: SofteningMode? = reason == .vanishingArtwork ? (isPlate ? .plate : .outline) : nil
    return Softening(
      requestedMode: options.mode, mode: mode, reason: reason,
      note: SofteningNote.text(mode: mode, reason: reason, white: nil, options: options),
      whiteLuminance: nil, backgroundShare: 0,
      plan: mode == nil || isPlate
        ? .nothing : .outline(OutlineMap(rows: map, color: contourColor, opacity: opacity)))
  }

  private mutating func countAlphas(_ row: Span<UInt16>) {
    let channels = tables.format.channelCount
    for index in stride(from: channels - 1, to: row.count, by: channels) where row[index] >= 32768 {
      alphas[Int(row[index] >> 8) - 128] += 1
    }
  }

  /// The alpha that most pixels have of those that are at least half opaque, 0 to 65,535.
  private var opacity: Int {
    let most = alphas.indices.max { alphas[$0] < alphas[$1] } ?? 127
    return (most + 128) * 257
  }

  /// A contour ends somewhere: where more of the outline has one than vanishes beside it, an earlier run has drawn it.
  private var reason: SofteningReason {
    guard tables.format.hasAlpha, outlinePixels > 0 else { return .noTransparency }
    let isVanishing = Double(vanishingPixels) >= Self.leastShare * Double(outlinePixels)
    return isVanishing && contourPixels < vanishingPixels ? .vanishingArtwork : .visibleArtwork
  }

  /// The luminance of a grey with a contrast of 7:1 against the background: distinct, and never lighter than softened white.
  private static func contourLuminance(on background: SIMD3<Double>) -> Double {
    let behind = WCAGContrast.relativeLuminance(background) + 0.05
    return behind < 0.23 ? min(0.72, behind * 7 - 0.05) : max(0, behind / 7 - 0.05)
  }

  private var contourColor: SIMD3<UInt16> {
    let linear = Int((Self.contourLuminance(on: background) * 65535).rounded())
    return SIMD3(tables.encoded[0][linear], tables.encoded[1][linear], tables.encoded[2][linear])
  }

  private mutating func stamp(_ found: [(x: Int, y: Int, contrast: Double)]) {
    outlinePixels += found.count
    contourPixels += found.filter { abs($0.contrast - contourContrast) < Self.contourTolerance }.count
    let side = 2 * radius + 3
    for (x, y, contrast) in found where contrast < WCAGContrast.graphicsMinimum {
      vanishingPixels += 1
      for row in max(0, y - radius - 1)...min(height - 1, y + radius + 1) {
        for column in max(0, x - radius - 1)...min(width - 1, x + radius + 1) {
          let coverage = disc[(row - y + radius + 1) * side + column - x + radius + 1]
          let at = row % slots * width + column
          stamps[at] = max(stamps[at], coverage)
        }
      }
    }
  }

  private mutating func finishRow() {
    let first = finished % slots * width
    map.appendRow { bytes in
      for x in 0..<width where stamps[first + x] > 0 {
        for byte in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: x >> (8 * byte))) }
        bytes.append(stamps[first + x])
        stamps[first + x] = 0
      }
    }
    finished += 1
  }

  /// The coverage of a disc around an outline pixel: full up to `radius` pixels from its middle, then one pixel of
  /// anti-aliasing. The part on the artwork's side is hidden by the artwork.
  private static func disc(radius: Int) -> [UInt8] {
    let reach = radius + 1
    return (-reach...reach).flatMap { dy in
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
        var column = 0
        for byte in 0..<4 { column |= Int(bytes[entry + byte]) << (8 * byte) }
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

import CPixelKernels
public import Pixels

/// Finds visible bands in an image that comes in strips, top to bottom.
///
/// Memory is proportional to the width plus a map of at most 65,536 cells, whatever the height. The result
/// depends on the pixels alone, not on the strips.
@safe public struct BandingScanner: ~Copyable, @unchecked Sendable {
  // Sendable: the C scanner has this one owner and no global state.

  /// The image's size and layout.
  public let width: Int
  public let height: Int
  public let format: PixelFormat

  private let options: BandingOptions
  private let codesPerStep: Double
  private let scan: OpaquePointer
  private var map: BandingMap
  private var rowCount = 0

  /// A scanner of one image.
  ///
  /// - Parameters:
  ///   - width: pixels per row, at least 1.
  ///   - height: rows, at least 1; exactly as many must come.
  ///   - format: of the strips.
  ///   - effectiveDepth: bits that the samples hold, 8 or 16: the unit of `BandingRegion.step`.
  ///   - color: what the codes mean.
  ///   - options: viewing conditions.
  public init(
    width: Int, height: Int, format: PixelFormat, effectiveDepth: Int = 16, color: BandingColor,
    options: BandingOptions = BandingOptions()
  ) {
    precondition(width > 0 && height > 0, "an image has pixels")
    self.width = width
    self.height = height
    self.format = format
    self.options = options
    codesPerStep = effectiveDepth <= 8 ? 257 : 1
    let grid = BandingGrid(width: width, height: height)
    map = BandingMap(
      grid: grid, channelCount: format.channelCount,
      meter: BandingStepMeter(color: color, isGray: format.isGray, hasAlpha: format.hasAlpha))
    guard
      let scan = unsafe p3_band_scan_create(
        Int32(width), Int32(height), Int32(format.channelCount), Int32(grid.cell))
    else { fatalError("out of memory for a banding scan of \(width) columns") }
    unsafe self.scan = scan
  }

  deinit { unsafe p3_band_scan_free(scan) }

  /// Takes the next rows.
  public mutating func scan(_ strip: borrowing PixelBuffer) {
    precondition(strip.width == width && strip.format == format, "a strip of another image")
    precondition(rowCount + strip.height <= height, "more rows than the image has")
    for y in 0..<strip.height {
      let ok = unsafe strip.samples.withUnsafeBufferPointer { samples in
        guard let first = samples.baseAddress else { return 1 as Int32 }
        return unsafe p3_band_scan_row(scan, first + y * strip.rowStride)
      }
      guard ok != 0 else { fatalError("out of memory for staircases") }
      takeChains()
    }
    rowCount += strip.height
  }

  /// The report, after the last row.
  public consuming func finish() -> BandingReport {
    let found = findings()
    return BandingReport(regions: found.regions(cause: .source))
  }

  /// What was found, before it becomes regions.
  consuming func findings() -> BandingFindings {
    precondition(rowCount == height, "rows are missing")
    guard unsafe p3_band_scan_finish(scan) != 0 else { fatalError("out of memory for staircases") }
    takeChains()
    var count = 0
    let first = unsafe p3_band_scan_cells(scan, &count)
    let cells = unsafe Array(UnsafeBufferPointer(start: first, count: count))
    let verdicts = BandingJudge(map: map, cells: cells, options: options).verdicts()
    return BandingFindings(
      grid: map.grid, verdicts: verdicts, cells: cells, meter: map.meter, channelCount: map.channelCount,
      codesPerStep: codesPerStep,
      plateaus: BandingPlateaus(grid: map.grid, cells: cells, meter: map.meter).plateaus())
  }

  private mutating func takeChains() {
    var count = 0
    guard let first = unsafe p3_band_scan_chains(scan, &count), count > 0 else { return }
    for index in 0..<count { map.add(unsafe first[index]) }
    unsafe p3_band_scan_forget(scan)
  }
}

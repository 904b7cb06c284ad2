import ColorManagement
import Pixels
import Synchronization

/// Finds, strip by strip, what leaves a target gamut: exact, with the file's own profile.
///
/// A kernel counts and marks; only what it marks is looked at again. A scan has no state, so strips may be scanned on
/// any thread; `GamutScanner` joins the tallies.
struct GamutScan: Sendable {
  /// Source codes to target codes, by way of unclamped linear target colours.
  let converter: PixelConverter
  /// Whether the runs of pixels out of gamut are listed, too.
  var findsRegions = true
  /// One colour difference at a time, in Double.
  let difference: GamutClipDifference

  /// Many at once, in float.
  let differences: ClipDifferences

  /// Rows are converted and looked at a few at a time, so that they stay in the cache between.
  private static let samplesAtOnce = 1 << 15

  /// A scan of pixels tagged with the plan's source for its destination.
  ///
  /// Throws `ColorError.gamutNeedsMatrixProfile` where a profile has tables: only matrix/TRC profiles have a gamut
  /// that can be counted exactly.
  init(_ plan: ConversionPlan) throws(ColorError) {
    converter = PixelConverter(try plan.gamutConversion())
    var colorants = Matrix3x3.identity
    if case .matrix(let model) = plan.destination.model(for: plan.intent, as: .destination) {
      colorants = model.colorants
    }
    difference = GamutClipDifference(colorants: colorants)
    differences = ClipDifferences(colorants: colorants, white: CIELAB.d50)
  }

  /// Whether the pixels are grey, which has no gamut to leave.
  var isGray: Bool { converter.conversion.isGray }

  /// Unclamped linear target values of a source colour; not for grey.
  func linear(_ color: SIMD3<UInt16>) -> SIMD3<Double> { converter.linear(color) }

  /// Whether a linear target colour counts as out of gamut.
  static func isOut(_ linear: SIMD3<Double>) -> Bool {
    linear.min() < -GamutReport.tolerance || linear.max() > 1 + GamutReport.tolerance
  }

  /// The tally of `strip`, whose format is grey exactly when the conversion is.
  func scan(_ strip: borrowing PixelBuffer) -> GamutStripTally {
    let samples = strip.samples.span
    var work = GamutScanWork(self)
    for first in stride(from: 0, to: strip.height, by: Self.rowsAtOnce(strip)) {
      let rows = first..<min(first + Self.rowsAtOnce(strip), strip.height)
      let part = samples.extracting(Self.samples(rows, of: strip))
      let counts = converter.tally(part, format: strip.format, outside: &work.outside)
      work.add(counts, of: part, rows: rows.count, format: strip.format)
    }
    return work.tally
  }

  /// Converts every pixel of `strip` in place with the kernel that also counts; the tally is that of the rows from
  /// `top` on.
  func convert(_ strip: inout PixelBuffer, from top: Int) -> GamutStripTally {
    var work = GamutScanWork(self)
    // What the rows above `top` hold was counted with the strip above.
    _ = convertRows(0..<top, of: &strip, outside: &work.outside)
    for first in stride(from: top, to: strip.height, by: Self.rowsAtOnce(strip)) {
      let rows = first..<min(first + Self.rowsAtOnce(strip), strip.height)
      let source = Array(strip.samples[Self.samples(rows, of: strip)])
      let counts = convertRows(rows, of: &strip, outside: &work.outside)
      work.add(counts, of: source.span, rows: rows.count, format: strip.format)
    }
    return work.tally
  }

  private func convertRows(
    _ rows: Range<Int>, of strip: inout PixelBuffer, outside: inout [UInt8]
  ) -> GamutTally {
    let pixels = rows.lowerBound * strip.width..<rows.upperBound * strip.width
    let format = strip.format
    var samples = strip.samples.mutableSpan
    return converter.convertTallying(&samples, pixels: pixels, format: format, outside: &outside)
  }

  // MARK: Rows

  private static func rowsAtOnce(_ strip: borrowing PixelBuffer) -> Int {
    max(1, samplesAtOnce / max(strip.rowStride, 1))
  }

  private static func samples(_ rows: Range<Int>, of strip: borrowing PixelBuffer) -> Range<Int> {
    rows.lowerBound * strip.rowStride..<rows.upperBound * strip.rowStride
  }
}

/// The scans that this process has made: their tables cost more than a small image, and the images of a run
/// mostly share a few profiles.
enum GamutScanCache {
  private struct Key: Hashable {
    let source: ICCProfile
    let destination: ICCProfile
    let intent: RenderingIntent
    let isGrayImage: Bool
  }

  /// Small: the tables behind them are shared with the converters.
  private static let scans = Mutex(BoundedCache<Key, GamutScan>(capacity: 8))

  /// The scan of `plan`, as `GamutScan(_:)` makes it.
  static func scan(_ plan: ConversionPlan, findsRegions: Bool = true) throws(ColorError) -> GamutScan {
    let key = Key(
      source: plan.source, destination: plan.destination, intent: plan.intent,
      isGrayImage: plan.sourceIsGrayImage)
    var scan = try scans.withLock { scans throws(ColorError) in
      try scans.value(for: key) { () throws(ColorError) in try GamutScan(plan) }
    }
    scan.findsRegions = findsRegions
    return scan
  }
}

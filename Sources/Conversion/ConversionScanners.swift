import Analysis
import ColorManagement
import ImageFiles
import PixelConversion
import Pixels
import Synchronization

/// Scans an image during its conversion; each scan has its own lock. Counts do not depend on the order of strips; bands
/// are searched in the output's strips, in order.
final class ConversionScanners: Sendable {
  private let neededDepth = Mutex(EffectiveDepth())
  private let gamut: Mutex<GamutScanner?>
  /// Nil before the first strip, as it takes memory proportional to the image.
  private let banding = Mutex<BandingScanner?>(nil)
  private let makeBanding: (@Sendable () -> BandingScanner)?
  /// The cells in which the input varies; nil if bands are not searched.
  private let varied: VariedCells?

  /// - Parameters:
  ///   - gamut: counts what leaves the gamut, without regions; nil to count nothing.
  ///   - banding: makes the scanner of the output; nil if bands are not searched.
  ///   - varied: receives the input's rows that may be flattened.
  init(
    gamut: GamutScanner? = nil, varied: VariedCells? = nil, banding: (@Sendable () -> BandingScanner)? = nil
  ) {
    self.gamut = Mutex(gamut)
    self.varied = varied
    makeBanding = banding
  }

  /// Whether strips must be passed to `scanForBands`.
  var looksForBands: Bool { makeBanding != nil }

  /// Measures the depth of a strip's samples before any change.
  func addDepth(of strip: borrowing PixelBuffer) {
    var depth = neededDepth.withLock(\.self)
    depth.scan(strip)
    neededDepth.withLock { $0.merge(depth) }
  }

  /// Adds what leaves the gamut in a strip.
  func add(_ sums: GamutSums) { gamut.withLock { $0?.add(sums) } }

  /// Records rows of the input that a conversion may flatten.
  func addFlattened(_ samples: Span<UInt16>, firstRow: Int) { varied?.add(samples, firstRow: firstRow) }

  /// Searches a strip of the output for bands, from row `top` on.
  func scanForBands(_ strip: borrowing PixelBuffer, from top: Int) {
    banding.withLock { scanner in
      if scanner == nil { scanner = makeBanding?() }
      scanner?.scan(strip, from: top)
    }
  }

  /// The least bits that hold all samples.
  var depth: Int { neededDepth.withLock(\.bits) }

  /// What left the gamut, for samples of `sampleDepth` bits converted by `executor`; nil if nothing was counted.
  func finishGamut(sampleDepth: Int, _ executor: PixelExecutor) -> GamutSummary? {
    gamut.withLock { $0?.finish(sampleDepth: sampleDepth, mapping: executor.mapping, knee: executor.knee) }
  }

  /// The report on bands after the last strip; nil if they were not searched. Call it once.
  func finishBanding(cause: BandingCause) -> BandingReport? {
    guard let varied, let scanner = banding.withLock({ $0.take() }) else { return nil }
    return scanner.finish(cause: cause, convertedFrom: varied)
  }
}

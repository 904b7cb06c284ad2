import Analysis
import ColorManagement
import ImageFiles
import PixelConversion
import Pixels
import Synchronization

/// What looks at an image on its way through a conversion, each with a lock of its own. What is counted is the same in whatever
/// order strips come; bands are looked for in the strips as they are written, in order.
final class ConversionScanners: Sendable {
  private let neededDepth = Mutex(EffectiveDepth())
  private let gamut: Mutex<GamutScanner?>
  /// Nil before the first strip: it takes memory by the image's size.
  private let banding = Mutex<BandingScanner?>(nil)
  private let makeBanding: (@Sendable () -> BandingScanner)?
  /// Where the input varied; nil where bands are not looked for.
  private let varied: VariedCells?

  /// - Parameters:
  ///   - gamut: counts what leaves the gamut, without regions; nil where nothing is counted.
  ///   - banding: makes the scanner of the image as it is written; nil where bands are not looked for.
  ///   - varied: takes the input's rows that may be flattened.
  init(
    gamut: GamutScanner? = nil, varied: VariedCells? = nil, banding: (@Sendable () -> BandingScanner)? = nil
  ) {
    self.gamut = Mutex(gamut)
    self.varied = varied
    makeBanding = banding
  }

  /// Whether strips have to be shown to `scanForBands`.
  var looksForBands: Bool { makeBanding != nil }

  /// Looks at the samples of a strip before anything is done to them.
  func addDepth(of strip: borrowing PixelBuffer) {
    var depth = neededDepth.withLock(\.self)
    depth.scan(strip)
    neededDepth.withLock { $0.merge(depth) }
  }

  /// Adds what leaves the gamut in a strip.
  func add(_ sums: GamutSums) { gamut.withLock { $0?.add(sums) } }

  /// Looks at rows of the input that a conversion may flatten.
  func addFlattened(_ samples: Span<UInt16>, firstRow: Int) { varied?.add(samples, firstRow: firstRow) }

  /// Looks at a strip as it is written, from row `top` on.
  func scanForBands(_ strip: borrowing PixelBuffer, from top: Int) {
    banding.withLock { scanner in
      if scanner == nil { scanner = makeBanding?() }
      scanner?.scan(strip, from: top)
    }
  }

  /// The least bits that hold the samples.
  var depth: Int { neededDepth.withLock(\.bits) }

  /// What left the gamut in samples of `sampleDepth` bits that `executor` converted; nil where nothing was counted.
  func finishGamut(sampleDepth: Int, _ executor: PixelExecutor) -> GamutSummary? {
    gamut.withLock { $0?.finish(sampleDepth: sampleDepth, mapping: executor.mapping, knee: executor.knee) }
  }

  /// The report on bands, after the last strip; nil where they were not looked for. To be called once.
  func finishBanding(cause: BandingCause) -> BandingReport? {
    guard let varied, let scanner = banding.withLock({ $0.take() }) else { return nil }
    return scanner.finish(cause: cause, convertedFrom: varied)
  }
}

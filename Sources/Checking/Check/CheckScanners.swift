import Analysis
import ColorManagement
import Conversion
import DarkMode
import ImageFiles
import PNGCodec
import PixelConversion
import Pixels
import Synchronization

/// All scans of an image during a check.
///
/// Each scanner takes the strips in order and has its own lock, so that all can work in parallel on any threads. No
/// thread waits for a lock as long as a scan finishes one strip before it gets the next.
final class CheckScanners: Sendable {
  /// Paints heat maps; nil if exact counts are impossible.
  let painter: HeatmapPainter?
  /// Why something could not be measured.
  let notes: [String]
  /// Whether white areas are looked for.
  let seesGlow: Bool
  /// Work per changing pixel: `PNGLimits.busyWork`.
  let busyWork: Int

  private let depth: Mutex<EffectiveDepth>
  private let gamut: Mutex<CheckedGamuts>
  private let banding: Mutex<BandingPredictor?>
  private let darkMode: Mutex<DarkModeScans>
  private let colorVision: Mutex<ColorVisionScanner?>
  private let preview: Mutex<PreviewBuilder?>

  private let header: PNGHeader
  private let source: ICCProfile
  private let target: ICCProfile

  /// - Parameter isReplayable: whether the image can be read again.
  /// - Throws: `ImageError.color` if the image's profile does not fit its pixels, or conversion to the target is
  ///   impossible.
  init(
    _ request: CheckRequest, header: PNGHeader, format: PixelFormat, source: ICCProfile, path: String,
    isReplayable: Bool
  ) throws(ImageError) {
    // Everything that can throw comes before the first property, as a noncopyable value must be initialised completely.
    let vision = try ImageError.at(path) { () throws(ColorError) in
      try ColorVisionScanner.of(request, header: header, format: format, source: source)
    }
    let (plan, executor) = try ImageError.at(path) { () throws(ColorError) in
      let plan = try CheckedGamuts.plan(source, request.target.profile, isGray: format.isGray)
      return (plan, try PixelExecutor(plan, mapping: .clip, countsGamut: true))
    }
    let preview =
      request.makesPreviews
      ? PreviewBuilder(header: header, format: format, side: request.previewSide) : nil
    let gamutScans = try ImageError.at(path) { () throws(ColorError) in
      try CheckedGamuts(
        request, plan, executor.gamut, width: header.width, height: header.height,
        format: format, preview: preview?.grid)
    }

    self.header = header
    busyWork = executor.busyWork
    depth = Mutex(EffectiveDepth(most: header.colorType == .palette ? 8 : header.bitDepth))
    self.source = source
    target = request.target.profile
    painter = executor.gamut.map { HeatmapPainter($0, destination: plan.destination) }
    let darkScans = DarkModeScans(
      request, header: header, format: format, source: source, isReplayable: isReplayable)
    seesGlow = darkScans.seesGlow
    notes = gamutScans.notes + darkScans.notes
    gamut = Mutex(gamutScans)
    darkMode = Mutex(darkScans)
    colorVision = Mutex(vision)
    self.preview = Mutex(preview)
    let convert: (@Sendable (inout PixelBuffer) -> Void)? =
      if case .identity = plan.executor { nil } else { { executor.convert(&$0) } }
    banding = Mutex(
      BandingPredictor(
        width: header.width, height: header.height, format: format, effectiveDepth: header.bitDepth,
        source: BandingColor(source, isGray: format.isGray), target: BandingColor(plan.destination),
        targetDepth: request.targetDepth.bits, options: request.viewing,
        convert: convert))
  }

  /// The work on each strip, the longest first.
  var scans: [StripPipeline.Scan] {
    [
      { strip in self.banding.withLock { $0?.scan(strip.pixels) } },
      { strip in self.gamut.withLock { $0.add(strip.pixels) } },
      { strip in self.darkMode.withLock { $0.add(strip.pixels) } },
      { strip in self.colorVision.withLock { $0?.add(strip.pixels) } },
      { strip in self.preview.withLock { $0?.add(strip.pixels) } },
      { strip in self.depth.withLock { $0.scan(strip.pixels) } },
    ]
  }

  /// The report on white areas, after the last row; nil if the rule is not selected, or the image must be read again.
  func finishGlow() -> WhiteGlowReport? { darkMode.withLock { $0.finishGlow() } }

  /// The results, after the last row. Call it once.
  func finish(glow: WhiteGlowReport?) throws(ImageError) -> CheckResults {
    let bits = min(depth.withLock { $0.bits }, header.colorType == .palette ? 8 : header.bitDepth)
    let gamuts = gamut.withLock { $0.finish(sampleDepth: bits) }
    guard let bands = banding.withLock({ $0.take() })?.finish() else {
      preconditionFailure("finished already")
    }
    return CheckResults(
      depth: bits, gamut: gamuts.target, comparison: gamuts.comparison, standardGamut: gamuts.standard,
      collapse: gamuts.collapse,
      banding: CheckReport.Banding(bands, bitDepth: header.bitDepth, effectiveDepth: bits),
      glow: glow, legibility: darkMode.withLock { $0.finishLegibility() },
      colorVision: colorVision.withLock { $0?.finish() },
      previews: try previews(gamuts.clipped, glow), painter: painter, notes: notes)
  }

  private func previews(
    _ clipped: ClippedCells?, _ glow: WhiteGlowReport?
  ) throws(ImageError) -> CheckPreviews? {
    guard var builder = preview.withLock({ $0.take() }) else { return nil }
    return try builder.finish(
      source: source, target: target, clipped: clipped, painter: painter,
      softening: glow?.isGlowing == true ? glow?.softenedMode : nil)
  }
}

/// The results of all scanners for one image.
struct CheckResults: Sendable {
  /// Bits per sample that the values need.
  let depth: Int
  /// Losses in the target; nil if they cannot be counted.
  let gamut: GamutReport?
  /// A comparison of gamut mappings for the colours outside the target; nil if there are none.
  let comparison: MappingComparison?
  /// Losses in sRGB, if the image's space is wide and the target is another.
  let standardGamut: GamutReport?
  /// Colours and gradients that become one; nil if the rules are not selected, or it cannot be determined.
  let collapse: GamutCollapseReport?
  /// Bands of the file, and those that the target adds.
  let banding: CheckReport.Banding
  /// Nil if the rule is not selected.
  let glow: WhiteGlowReport?
  /// One per background of the request; empty if the rules are not selected.
  let legibility: [LegibilityReport]
  /// Nil if the rule is not selected, or the image is grey.
  let colorVision: ColorVisionReport?
  /// Nil if previews are not requested.
  let previews: CheckPreviews?
  /// Paints heat maps; nil if exact counts are impossible.
  let painter: HeatmapPainter?
  /// Why something could not be measured.
  let notes: [String]
}

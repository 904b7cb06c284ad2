import ColorManagement
import PNGCodec
import Pixels
import Synchronization

/// Everything that watches an image pass by during a check.
///
/// Each scanner sees the strips in order, but they need not wait for each other: a lock each lets any thread take
/// the next step of any of them. Nobody ever waits for a lock, for `lanes` are run to their end before the next strip.
final class CheckScanners: Sendable {
  /// Paints heat maps; nil where exact counts are impossible.
  let painter: HeatmapPainter?
  /// Why something could not be measured.
  let notes: [String]

  private let depth = Mutex(EffectiveDepth())
  private let gamut: Mutex<GamutScans>
  private let loss: Mutex<GamutCollapseScanner?>
  private let banding: Mutex<BandingPredictor?>
  private let darkMode: Mutex<DarkModeScans>
  private let preview: Mutex<PreviewBuilder?>

  private let header: PNGHeader
  private let source: ICCProfile
  private let target: ICCProfile

  /// - Throws: `ImageError.color` where the image's profile does not fit its pixels, or the target cannot
  ///   be converted to.
  init(
    _ request: CheckRequest, header: PNGHeader, format: PixelFormat, source: ICCProfile, path: String
  ) throws(ImageError) {
    // All that can throw comes before the first property: a noncopyable value is made whole or not at all.
    let plan = try ImageError.at(path) { () throws(ColorError) in
      try GamutScans.plan(source, request.target.profile, isGray: format.isGray)
    }
    let executor = try PixelExecutor(plan, mapping: .clip, path: path)

    self.header = header
    self.source = source
    target = request.target.profile
    let scans = GamutScans(request, plan)
    painter = scans.target.map { HeatmapPainter($0.scan, destination: plan.destination) }
    let darkScans = DarkModeScans(request, header: header, format: format, source: source)
    notes = scans.notes + darkScans.notes
    gamut = Mutex(scans)
    loss = Mutex(GamutScans.lossScanner(request, plan, header: header))
    darkMode = Mutex(darkScans)
    preview = Mutex(
      request.makesPreviews ? PreviewBuilder(header: header, format: format, painter: painter) : nil)

    banding = Mutex(
      BandingPredictor(
        width: header.width, height: header.height, format: format, effectiveDepth: header.bitDepth,
        source: BandingColor(source, isGray: format.isGray), target: BandingColor(plan.destination),
        targetDepth: request.targetDepth.bits, options: request.viewing
      ) { executor.convert(&$0) })
  }

  /// What there is to do with the next rows, the longest work first: in any order, on any threads.
  func lanes(_ strip: SharedStrip) -> [@Sendable () -> Void] {
    [
      { self.banding.withLock { $0?.scan(strip.pixels) } },
      { self.gamut.withLock { $0.add(strip.pixels) } },
      { self.loss.withLock { $0?.add(strip.pixels) } },
      { self.darkMode.withLock { $0.add(strip.pixels) } },
      { self.preview.withLock { $0?.add(strip.pixels) } },
      { self.depth.withLock { $0.scan(strip.pixels) } },
    ]
  }

  /// The results, once the last row has passed. To be called once.
  func finish() throws(ImageError) -> CheckResults {
    let bits = min(depth.withLock { $0.bits }, header.colorType == .palette ? 8 : header.bitDepth)
    let gamut = gamut.withLock { $0.finish(sampleDepth: bits) }
    guard let bands = banding.withLock({ $0.take() })?.finish() else {
      preconditionFailure("finished already")
    }
    return CheckResults(
      depth: bits, gamut: gamut.target, standardGamut: gamut.standard,
      loss: loss.withLock { $0.take() }.map { scanner in
        var scanner = scanner
        return scanner.finish()
      }, banding: CheckReport.Banding(bands, bitDepth: header.bitDepth, effectiveDepth: bits),
      glow: darkMode.withLock { $0.finishGlow() }, legibility: darkMode.withLock { $0.finishLegibility() },
      previews: try previews(), painter: painter, notes: notes)
  }

  private func previews() throws(ImageError) -> CheckPreviews? {
    guard var builder = preview.withLock({ $0.take() }) else { return nil }
    return try builder.finish(source: source, target: target)
  }
}

extension BandingColor {
  /// The colours of an image's profile; a grey image may have an RGB profile whose curve counts.
  init(_ profile: ICCProfile, isGray: Bool) {
    if isGray, case .matrix(let model) = profile.model {
      self.init(curves: [model.curves[1]], oklab: nil)
    } else {
      self.init(profile)
    }
  }
}

/// What the scanners of a check found in one image.
struct CheckResults: Sendable {
  /// Bits per sample that the values need.
  let depth: Int
  /// Against the target; nil where it cannot be counted.
  let gamut: GamutReport?
  /// Against sRGB, where the image's space is wide and the target is another.
  let standardGamut: GamutReport?
  /// What people will miss; nil where its rules are not asked for.
  let loss: GamutCollapseReport?
  /// As the file is, and what the target adds.
  let banding: CheckReport.Banding
  /// Nil where its rule is not asked for.
  let glow: WhiteGlowReport?
  /// One per background of the request; empty where its rules are not asked for.
  let legibility: [LegibilityReport]
  /// Where they were asked for.
  let previews: CheckPreviews?
  /// Paints heat maps; nil where exact counts are impossible.
  let painter: HeatmapPainter?
  /// Why something could not be measured.
  let notes: [String]
}

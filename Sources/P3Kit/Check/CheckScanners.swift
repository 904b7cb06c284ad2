import ColorManagement
import PNGCodec
import Pixels

/// Everything that watches an image pass by during a check.
struct CheckScanners: ~Copyable {
  /// Paints heat maps; nil where exact counts are impossible.
  let painter: HeatmapPainter?
  /// Why something could not be measured.
  let notes: [String]

  private var depth = EffectiveDepth()
  private var gamut: GamutScans
  private var banding: BandingPredictor
  private var darkMode: DarkModeScans
  private var preview: PreviewBuilder?

  private let header: PNGHeader
  private let source: ICCProfile
  private let target: ICCProfile

  /// - Throws: `ConversionError.color` where the image's profile does not fit its pixels, or the target cannot
  ///   be converted to.
  init(
    _ request: CheckRequest, header: PNGHeader, format: PixelFormat, source: ICCProfile, path: String
  ) throws(ConversionError) {
    // All that can throw comes before the first property: a noncopyable value is made whole or not at all.
    let plan: ConversionPlan
    do throws(ColorError) {
      plan = try GamutScans.plan(source, request.target.profile, isGray: format.isGray)
    } catch {
      throw .color(path, error)
    }
    let executor = try PixelExecutor(plan, mapping: .clip, path: path)

    self.header = header
    self.source = source
    target = request.target.profile
    gamut = GamutScans(request, plan, header: header)
    painter = gamut.target.map { HeatmapPainter($0.scan, destination: plan.destination) }
    darkMode = DarkModeScans(request, header: header, format: format, source: source)
    notes = gamut.notes + darkMode.notes
    preview =
      request.makesPreviews ? PreviewBuilder(header: header, format: format, painter: painter) : nil

    banding = BandingPredictor(
      width: header.width, height: header.height, format: format, effectiveDepth: header.bitDepth,
      source: BandingColor(source, isGray: format.isGray), target: BandingColor(plan.destination),
      targetDepth: request.targetDepth.bits, options: request.viewing
    ) { executor.convert(&$0) }
  }

  /// Takes the next rows.
  mutating func add(_ strip: borrowing PixelBuffer) {
    depth.scan(strip)
    gamut.add(strip)
    banding.scan(strip)
    darkMode.add(strip)
    preview?.add(strip)
  }

  /// The results, once the last row has passed.
  consuming func finish() throws(ConversionError) -> CheckResults {
    let bits = min(depth.bits, header.colorType == .palette ? 8 : header.bitDepth)
    let gamut = gamut.finish(sampleDepth: bits)
    return CheckResults(
      depth: bits, gamut: gamut.target, standardGamut: gamut.standard, loss: gamut.loss,
      banding: CheckReport.Banding(banding.finish(), bitDepth: header.bitDepth, effectiveDepth: bits),
      glow: darkMode.finishGlow(), legibility: darkMode.finishLegibility(),
      previews: try preview?.finish(source: source, target: target), painter: painter, notes: notes)
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

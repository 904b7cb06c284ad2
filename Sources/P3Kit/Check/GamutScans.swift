import ColorManagement
import PNGCodec
import Pixels

/// The counts of a check that need a gamut: the target's, and sRGB's where a wide tag may be unneeded.
struct GamutScans: Sendable {
  /// Nil where the target's gamut cannot be counted exactly.
  private var target: GamutScanner?
  /// Against sRGB, where the target is another space and the image's own is wide.
  private var standard: GamutScanner?
  /// Why something is nil that was asked for.
  let notes: [String]

  /// - Parameters:
  ///   - plan: from the image to the target.
  ///   - scan: of that plan; nil where `plan.gamutObstacle` says why there is none.
  init(_ request: CheckRequest, _ plan: ConversionPlan, _ scan: GamutScan?) throws(ColorError) {
    notes = plan.gamutObstacle.map { ["clipping is not checked: \($0)"] } ?? []
    guard let scan else { return }
    target = GamutScanner(scan, target: request.target.outputSuffix, countsColors: true, findsRegions: true)
    standard = try Self.standardScanner(request, plan)
  }

  /// Takes the next rows.
  mutating func add(_ strip: borrowing PixelBuffer) {
    target?.add(strip)
    standard?.add(strip)
  }

  /// What they found in samples of `sampleDepth` bits.
  mutating func finish(
    sampleDepth: Int
  ) -> (target: GamutReport?, standard: GamutReport?) {
    (target?.finish(sampleDepth: sampleDepth), standard?.finish(sampleDepth: sampleDepth))
  }

  /// The plan of an image's pixels for a target; grey goes to the target's grey.
  static func plan(
    _ source: ICCProfile, _ target: ICCProfile, isGray: Bool
  ) throws(ColorError) -> ConversionPlan {
    try ConversionPlan(
      source: source, destination: isGray ? target.grayCounterpart() : target, sourceIsGrayImage: isGray)
  }

  private static func standardScanner(
    _ request: CheckRequest, _ plan: ConversionPlan
  ) throws(ColorError) -> GamutScanner? {
    let standard = RGBColorSpace.sRGB
    guard request.rules.contains(.wideGamutUnneeded) || request.rules.contains(.lowDepthWideGamut),
      request.target.profile.knownSpace != standard,
      plan.source.isWideGamut == true
    else { return nil }
    let plan = try Self.plan(plan.source, standard.profile, isGray: plan.sourceIsGrayImage)
    return try GamutScanner(plan, target: standard.rawValue, countsColors: false, findsRegions: false)
  }
}

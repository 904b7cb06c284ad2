import ColorManagement
import PNGCodec
import Pixels

/// The scans of a check that need a matrix gamut: the target's, and sRGB's where a wide tag may be unneeded.
struct GamutScans: Sendable {
  /// Nil where exact counts are impossible.
  private(set) var target: GamutScanner?
  /// Against sRGB, where the target is another space and the image's own is wide.
  private(set) var standard: GamutScanner?
  /// Why something is nil that was asked for.
  private(set) var notes: [String] = []

  /// - Parameter plan: from the image to the target.
  init(_ request: CheckRequest, _ plan: ConversionPlan) {
    do throws(ColorError) {
      target = try GamutScanner(plan, target: request.target.outputSuffix)
      standard = try Self.standardScanner(request, plan)
    } catch {
      notes.append("clipping is not checked: \(error)")
    }
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

  /// Looks for what people will miss; nil where its rules are not asked for, or nothing can be counted.
  static func lossScanner(
    _ request: CheckRequest, _ plan: ConversionPlan, header: PNGHeader
  ) -> GamutCollapseScanner? {
    guard request.rules.contains(.collapsedColors) || request.rules.contains(.clippedGradient) else {
      return nil
    }
    // Where it fails, so does the count, and `notes` says why.
    return try? GamutCollapseScanner(plan, width: header.width)
  }

  private static func standardScanner(
    _ request: CheckRequest, _ plan: ConversionPlan
  ) throws(ColorError) -> GamutScanner? {
    let standard = RGBColorSpace.sRGB
    guard request.rules.contains(.wideGamutUnneeded), request.target.profile.knownSpace != standard,
      plan.source.isWideGamut == true
    else { return nil }
    let plan = try Self.plan(plan.source, standard.profile, isGray: plan.sourceIsGrayImage)
    return try GamutScanner(plan, target: standard.rawValue, countsColors: false, findsRegions: false)
  }
}

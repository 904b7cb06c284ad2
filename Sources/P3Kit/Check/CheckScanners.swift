import ColorManagement
import PNGCodec
import Pixels

/// Everything that watches an image pass by during a check.
struct CheckScanners: Sendable {
  private(set) var depth = EffectiveDepth()
  /// Nil where exact counts are impossible.
  private(set) var gamut: GamutScanner?
  /// Against sRGB, where the target is another space and the image's own is wide.
  private(set) var standardGamut: GamutScanner?
  /// Looks for what people will miss; nil where its rules are not asked for.
  private(set) var loss: GamutLossScanner?
  private(set) var preview: PreviewBuilder?
  /// Paints heat maps; nil where exact counts are impossible.
  let painter: HeatmapPainter?
  /// Why something could not be measured.
  let notes: [String]

  /// - Throws: `ConversionError.color` where the image's profile does not fit its pixels, or the target cannot
  ///   be converted to.
  init(
    _ request: CheckRequest, header: PNGHeader, format: PixelFormat, source: ICCProfile, path: String
  ) throws(ConversionError) {
    let plan: ConversionPlan
    do throws(ColorError) {
      plan = try Self.plan(source, request.target.profile, isGray: format.isGray)
    } catch {
      throw .color(path, error)
    }
    var notes: [String] = []
    do throws(ColorError) {
      gamut = try GamutScanner(plan, target: request.target.outputSuffix)
      let losesSomething =
        request.rules.contains(.collapsedColors) || request.rules.contains(.clippedGradient)
      loss = losesSomething ? try GamutLossScanner(plan, width: header.width) : nil
      standardGamut = try Self.standardScanner(request, source, isGray: format.isGray)
    } catch {
      notes.append("\(error): clipping is not checked")
    }
    self.notes = notes
    painter = gamut.map { HeatmapPainter($0.scan, destination: plan.destination) }
    preview =
      request.makesPreviews ? PreviewBuilder(header: header, format: format, painter: painter) : nil
  }

  /// Takes the next rows.
  mutating func add(_ strip: borrowing PixelBuffer) {
    depth.scan(strip)
    gamut?.add(strip)
    loss?.add(strip)
    standardGamut?.add(strip)
    preview?.add(strip)
  }

  private static func plan(
    _ source: ICCProfile, _ target: ICCProfile, isGray: Bool
  ) throws(ColorError) -> ConversionPlan {
    try ConversionPlan(
      source: source, destination: isGray ? target.grayCounterpart() : target, sourceIsGrayImage: isGray)
  }

  private static func standardScanner(
    _ request: CheckRequest, _ source: ICCProfile, isGray: Bool
  ) throws(ColorError) -> GamutScanner? {
    let target = request.target.profile
    guard request.rules.contains(.wideGamutUnneeded), target.knownSpace != .sRGB, source.isWideGamut == true
    else { return nil }
    let plan = try plan(source, RGBColorSpace.sRGB.profile, isGray: isGray)
    return try GamutScanner(plan, target: RGBColorSpace.sRGB.rawValue, countsColors: false)
  }
}

extension CheckScanners {
  /// What all of them found.
  struct Results: Sendable {
    /// Bits per sample that the values need.
    let depth: Int
    /// Against the target.
    let gamut: GamutReport?
    /// Against sRGB, where that is not the target.
    let standardGamut: GamutReport?
    let loss: GamutLossReport?
  }

  /// The results, once the last row has passed.
  mutating func finish(_ header: PNGHeader) -> Results {
    let bits = min(depth.bits, header.colorType == .palette ? 8 : header.bitDepth)
    return Results(
      depth: bits, gamut: gamut?.finish(sampleDepth: bits),
      standardGamut: standardGamut?.finish(sampleDepth: bits), loss: loss?.finish())
  }

  /// The previews, where they were asked for.
  mutating func finishPreviews(
    source: ICCProfile, target: ICCProfile
  ) throws(ConversionError) -> CheckPreviews? {
    try preview?.finish(source: source, target: target)
  }
}

import Analysis
import ColorManagement
import ImageFiles
import PNGCodec
import Pixels

/// The scans of a check that need a gamut: the target's, and sRGB's if a wide tag may be unneeded.
struct CheckedGamuts: ~Copyable, Sendable {
  /// Nil if the target's gamut cannot be counted exactly.
  private var target: GamutScanner?
  /// Scans against sRGB if the target is another space and the image's own is wide.
  private var standard: GamutScanner?
  /// Finds what the clip makes equal; nil if the rules are not selected, or nothing is clipped.
  private var collapse: GamutCollapseScanner?
  /// The most changed colour in each cell of the preview; nil without a preview, and for grey.
  private var clipped: ClippedCells?
  /// Colours out of gamut, for `comparison`.
  private var sample = OutOfGamutSample()
  private let plan: ConversionPlan
  private let gamut: TargetGamut?
  /// Rows scanned so far.
  private var row = 0
  /// Why something that was requested is nil.
  let notes: [String]

  /// - Parameters:
  ///   - request: the settings.
  ///   - plan: the conversion plan from the image to the target.
  ///   - gamut: the gamut of the plan's target; nil if the plan has a `gamutObstacle`.
  ///   - width: pixels per row.
  ///   - height: rows.
  ///   - format: layout of the strips.
  ///   - preview: the cells of the preview; nil for none.
  init(
    _ request: CheckRequest, _ plan: ConversionPlan, _ gamut: TargetGamut?, width: Int, height: Int,
    format: PixelFormat, preview: PreviewGrid?
  ) throws(ColorError) {
    self.plan = plan
    self.gamut = gamut
    notes = plan.gamutObstacle.map { ["clipping is not checked: \($0)"] } ?? []
    guard let gamut else { return }
    if let preview, !format.isGray { clipped = ClippedCells(preview, format: format) }
    let isSearched = request.rules.contains(.collapsedColors) || request.rules.contains(.clippedGradient)
    if isSearched, gamut.canBeLeft {
      collapse = GamutCollapseScanner(gamut, width: width, height: height, format: format)
    }
    target = GamutScanner(gamut, target: request.target.outputSuffix, countsColors: true, findsRegions: true)
    standard = try Self.standardScanner(request, plan)
  }

  /// Adds the next rows.
  mutating func add(_ strip: borrowing PixelBuffer) {
    if strip.format.isGray {
      target?.add(strip)
    } else {
      // Pixels out of gamut are found once for counts, search and preview.
      var search = collapse.take()
      var clipped = clipped.take()
      var sample = sample
      self.sample = OutOfGamutSample()
      let (top, channels) = (row, strip.format.channelCount)
      target?.add(
        strip, onRows: { samples, rows, outside in search?.add(samples, rows: rows, outside: outside) },
        onColors: { y, samples, colors in
          clipped?.addRow(top + y, samples, colors)
          sample.add(samples, channels: channels, colors)
        })
      collapse = search
      self.sample = sample
      self.clipped = clipped
    }
    row += strip.height
    standard?.add(strip)
  }

  /// The results of the gamut scans.
  struct Result {
    let target: GamutReport?
    let standard: GamutReport?
    let collapse: GamutCollapseReport?
    let clipped: ClippedCells?
    /// A comparison of the mappings for colours out of gamut; nil if there are none.
    let comparison: MappingComparison?
  }

  /// The results for samples of `sampleDepth` bits. Call it once.
  mutating func finish(sampleDepth: Int) -> Result {
    let report = target?.finish(sampleDepth: sampleDepth)
    let isCompared = report?.needsWiderGamut == true
    return Result(
      target: report, standard: standard?.finish(sampleDepth: sampleDepth),
      collapse: collapse?.finish(), clipped: clipped.take(),
      comparison: isCompared ? gamut.flatMap { MappingComparison(sample, plan, $0) } : nil)
  }

  /// The conversion plan from an image to a target; grey goes to the target's grey.
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

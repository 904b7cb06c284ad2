public import Analysis
public import ColorManagement
public import Colors
public import ImageFiles
public import PNGCodec

/// All settings of a check.
public struct CheckRequest: Sendable {
  /// The colour space of the display.
  public var target: ConversionTarget

  /// Bits per sample of the display.
  public var targetDepth: TargetDepth

  /// The profile to use instead of the file's; nil to use the file's.
  public var sourceOverride: ICCProfile?

  /// The profile of untagged images.
  public var assumedProfile: ICCProfile

  /// The viewing conditions.
  public var viewing: BandingOptions

  /// The backgrounds of transparent artwork.
  public var backgrounds: [BackgroundColor]

  /// The rules that run.
  public var rules: RuleSelection

  /// What fails a run, and limits above which rules report.
  package var policy: FindingPolicy

  /// Whether reports contain small pictures of the image.
  package var makesPreviews: Bool

  /// The most pixels of the longer side of those pictures, at least 1.
  package var previewSide = 480

  /// Limits that are checked before memory is allocated.
  public var limits: PNGLimits

  /// A check with the defaults of the command line.
  public init() {
    target = .space(.sRGB)
    targetDepth = .eight
    sourceOverride = nil
    assumedProfile = RGBColorSpace.sRGB.profile
    viewing = BandingOptions()
    backgrounds = BackgroundColor.standard
    rules = .all
    policy = FindingPolicy()
    makesPreviews = false
    limits = PNGLimits()
  }
}

extension CheckRequest {
  /// Checks, before any image is opened, that colours can be counted in the target's gamut.
  ///
  /// - Throws: `ColorError.gamutNeedsMatrixProfile` for targets with tables, `ColorError.colorModelMismatch` for grey
  ///   ones, `ColorError.destinationNotInvertible`.
  package func validateTarget() throws(ColorError) {
    let plan = try ConversionPlan(
      source: RGBColorSpace.sRGB.profile, destination: target.profile, sourceIsGrayImage: false)
    if let obstacle = plan.gamutObstacle { throw obstacle }
  }
}

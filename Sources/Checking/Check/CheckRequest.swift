public import Analysis
public import ColorManagement
public import Colors
public import ImageFiles
public import PNGCodec

/// Everything a check needs to know beside the image itself.
public struct CheckRequest: Sendable {
  /// Where the image will be shown.
  public var target: ConversionTarget

  /// Bits per sample there.
  public var targetDepth: TargetDepth

  /// The profile to use instead of the file's, or nil.
  public var sourceOverride: ICCProfile?

  /// The profile of untagged images.
  public var assumedProfile: ICCProfile

  /// How, and from how far, the image is looked at.
  public var viewing: BandingOptions

  /// What transparent artwork will be shown on.
  public var backgrounds: [BackgroundColor]

  /// The rules that run.
  public var rules: RuleSelection

  /// What fails, and the limits from which on rules report.
  package var policy: FindingPolicy

  /// Whether reports carry small pictures of the image.
  package var makesPreviews: Bool

  /// Pixels of the longer side of those pictures, at most; 1 or more.
  package var previewSide = 480

  /// What is refused before memory is taken.
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
  /// Makes sure, before any image is opened, that colours can be counted in the target's gamut at all.
  ///
  /// - Throws: `ColorError.gamutNeedsMatrixProfile` for targets with tables,
  ///   `ColorError.colorModelMismatch` for grey ones, `ColorError.destinationNotInvertible`.
  package func validateTarget() throws(ColorError) {
    let plan = try ConversionPlan(
      source: RGBColorSpace.sRGB.profile, destination: target.profile, sourceIsGrayImage: false)
    if let obstacle = plan.gamutObstacle { throw obstacle }
  }
}

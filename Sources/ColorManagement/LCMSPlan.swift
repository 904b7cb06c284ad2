/// A conversion that LittleCMS executes: what it is, not yet the transform itself (`ColorTransform`).
public struct LCMSPlan: Sendable, Hashable {
  /// The profile of the pixels as they are.
  public let source: ICCProfile
  /// The profile of the pixels as they will be.
  public let destination: ICCProfile
  /// As asked for.
  public let intent: RenderingIntent
  /// As asked for; LittleCMS always applies it to perceptual and saturation between version 4 profiles.
  public let blackPointCompensation: Bool
  /// Grey pixels whose profile is RGB: each sample enters as R = G = B.
  public let expandsGray: Bool
}

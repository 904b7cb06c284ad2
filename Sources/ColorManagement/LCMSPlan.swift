/// A conversion that LittleCMS executes: what it is, not yet the transform itself (`ColorTransform`).
package struct LCMSPlan: Sendable, Hashable {
  /// The profile of the pixels as they are.
  package let source: ICCProfile
  /// The profile of the pixels as they will be.
  package let destination: ICCProfile
  /// As asked for.
  package let intent: RenderingIntent
  /// As asked for; LittleCMS always applies it to perceptual and saturation between version 4 profiles.
  package let blackPointCompensation: Bool
  /// Grey pixels whose profile is RGB: each sample enters as R = G = B.
  package let expandsGray: Bool
}

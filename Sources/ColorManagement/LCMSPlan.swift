/// A conversion for LittleCMS to execute; `ColorTransform` is the transform made from it.
package struct LCMSPlan: Sendable, Hashable {
  /// The profile of the pixels before the conversion.
  package let source: ICCProfile
  /// The profile of the pixels after the conversion.
  package let destination: ICCProfile
  /// The requested intent.
  package let intent: RenderingIntent
  /// Whether black-point compensation is requested; LittleCMS always applies it to perceptual and saturation between
  /// version 4 profiles.
  package let blackPointCompensation: Bool
  /// Grey pixels with an RGB profile: each sample enters as R = G = B.
  package let expandsGray: Bool
}

/// One colour out of gamut.
struct GamutExcursion: Sendable {
  /// In the target, unclamped.
  let linear: SIMD3<Double>
  /// Whether half a 16-bit code per sample explains it.
  let isWithinRounding16: Bool
  /// Whether half an 8-bit code per sample explains it.
  let isWithinRounding8: Bool
}

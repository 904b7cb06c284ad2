/// What a staircase writes into each cell that it crosses, per pixel.
struct BandingStroke: Sendable, Hashable {
  /// Whether it runs along a row.
  let isRow: Bool
  /// The kind of scan that found it: 0 exact.
  let kind: Int
  /// The channel that steps.
  let channel: Int
  /// Steps per pixel.
  let stepRate: Float
  /// OKLab distance and code size of a step.
  let distance: Float
  let codes: Float
}

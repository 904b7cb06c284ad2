import P3Kit

/// One input of `p3tool check`.
struct CheckJob: Sendable {
  /// The image.
  let source: ImageSource
  /// Where its heat map goes, or nil.
  let heatmap: ImageDestination?
}

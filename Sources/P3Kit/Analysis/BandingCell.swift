/// The verdict on one cell.
struct BandingCell: Sendable, Hashable {
  /// Visibility of its bands over the threshold; 0 where there are none.
  var score: Double
  /// Codes (16-bit), OKLab distance and pixels of its steps.
  var codes: Double
  var distance: Double
  var width: Double
  /// The channel that shows them best.
  var channel: Int
  /// The kind of scan that shows them best: 0 exact.
  var kind: Int
  /// Share of the cell that the staircases cover, 0…1.
  var coverage: Double
}

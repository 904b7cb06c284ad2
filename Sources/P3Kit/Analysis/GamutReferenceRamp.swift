import ColorManagement

/// A walk along a row or a column over pixels out of gamut whose colours change smoothly, as long as the target
/// shows nearly one colour: the candidate for a plateau.
struct GamutReferenceRamp: Sendable {
  private var start: GamutLossColor
  private var last: GamutLossColor
  /// Pixels so far.
  private(set) var length = 1
  /// The largest CIEDE2000 from the start, once it is worth computing; 0 before.
  private(set) var lostDifference = 0.0
  /// The rough difference from the start up to which `lostDifference` is known.
  private var measuredAt = 0.0

  init(_ color: GamutLossColor) {
    start = color
    last = color
  }

  /// Whether the walk has become a plateau that was a ramp.
  var isPlateau: Bool {
    length >= GamutLossReport.plateauLength && lostDifference >= GamutLossReport.rampDifference
  }

  /// Goes on to an equal colour.
  mutating func extend() { length += 1 }

  /// Goes on to `color` if it carries the ramp on; otherwise leaves the walk as it is and returns false.
  mutating func extend(to color: GamutLossColor) -> Bool {
    let visible = GamutLossReport.visibleDifference
    guard GamutLossColor.roughDifference(last.source, color.source) < visible,
      GamutLossColor.roughDifference(start.target, color.target) < visible
    else { return false }
    length += 1
    last = color
    let rough = GamutLossColor.roughDifference(start.source, color.source)
    // CIEDE2000 only where the stand-in says that it pays, and has grown noticeably since.
    if rough >= 0.75 * GamutLossReport.rampDifference, rough >= measuredAt + 0.1 {
      measuredAt = rough
      lostDifference = max(lostDifference, CIEDE2000.difference(start.source, color.source))
    }
    return true
  }
}

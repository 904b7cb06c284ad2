/// The plates that letters are written on and that are parts of larger regions: title bars, selected rows, boxes of a diagram.
///
/// A plate is the ink of one colour in a region, if a light region begins beside flat ink of that colour, or well within level
/// ink of a strong colour: lines have neither. It is written on if the light regions beside it are strokes, and if there are
/// enough of them.
struct SofteningWrittenPlates {
  /// A light region that ink of a colour encloses.
  struct Part {
    /// The label of the region that encloses it, and the colour of the ink beside it.
    let region: Int, ink: SofteningInk
    let isStroke: Bool
  }

  private struct Plate: Hashable {
    let region: Int, color: Int

    init(_ part: Part) { (region, color) = (part.region, part.ink.key) }
  }

  /// How many strokes each plate has, but for those that have other parts too.
  private var strokes: [Plate: UInt32] = [:]
  /// The inks of written plates of strong colour by region, no two of one hue.
  private var inks: [Int: [SofteningInk]] = [:]
  /// The least number of strokes on a written plate, at least 1.
  private let least: UInt32

  /// The saturation from which on a plate's shades are one plate: title bars run from one to another. The greys and beiges of
  /// windows are duller, and their lines and edges have shades of them.
  static let strong = 0.3

  /// The plates that have at least `least` strokes.
  ///
  /// - Parameters:
  ///   - parts: all light regions beside ink of a colour or of a dark grey.
  ///   - onPlates: those of them that begin beside flat ink, or well within level ink of a strong colour.
  init(_ parts: some Sequence<Part>, onPlates: some Sequence<Part>, least: UInt32) {
    self.least = least
    for part in onPlates { strokes[Plate(part)] = 0 }
    if strokes.isEmpty { return }
    for part in parts {
      if part.isStroke { strokes[Plate(part)]? += 1 } else { strokes[Plate(part)] = nil }
    }
    for part in parts where part.ink.saturation >= Self.strong && isWritten(part) && !isShade(part) {
      inks[part.region, default: []].append(part.ink)
    }
  }

  var isEmpty: Bool { strokes.isEmpty }

  private func isWritten(_ part: Part) -> Bool { strokes[Plate(part), default: 0] >= least }

  /// Whether the ink beside a part is a shade of a written plate.
  private func isShade(_ part: Part) -> Bool {
    inks[part.region]?.contains { $0.hasHue(of: part.ink) || $0.isShade(of: part.ink) } ?? false
  }

  /// Whether a stroke is one of a letter on a written plate.
  func hasLetter(_ stroke: Part) -> Bool {
    isWritten(stroke) || stroke.ink.saturation >= Self.strong && isShade(stroke)
  }
}

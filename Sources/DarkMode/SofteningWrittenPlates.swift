/// The plates that letters are written on and that are parts of larger regions: title bars, selected rows, boxes of a diagram.
///
/// A plate is the ink of nearly one colour in a region. It is written on if the light regions beside it are strokes, if there are
/// enough of them, and if some of them lie on level ink: lines have none.
struct SofteningWrittenPlates {
  /// A light region that ink of a colour encloses.
  struct Part {
    /// The label of the region that encloses it, and the colour of the ink beside it.
    let region: Int, ink: SofteningInk
    let isStroke: Bool
    /// Whether level ink of that colour lies beside it, and so widely that it is a sign without others.
    let isOnPlate: Bool, isSign: Bool
  }

  /// The inks of a region whose codes are nearly alike.
  private struct Shade: Hashable {
    let region: Int, cell: Int
  }

  /// The parts of a plate.
  private struct Count {
    var strokes: UInt32 = 0, onPlate: UInt32 = 0, others: UInt32 = 0
  }

  /// The shades of written plates.
  private var written: Set<Shade> = []
  /// The inks of written plates of strong colour by region, no two of one hue.
  private var inks: [Int: [SofteningInk]] = [:]
  /// The saturation from which on a plate's shades are one plate: title bars run from one to another. The greys and beiges of
  /// windows are duller, and their lines and edges have shades of them.
  private static let strong = 0.3

  /// The plates with at least `least` strokes, or with a sign.
  ///
  /// - Parameter parts: all light regions beside ink of a colour or of a dark grey.
  init(_ parts: some Sequence<Part>, least: UInt32) {
    var regions: Set<Int> = []
    for part in parts where part.isOnPlate { regions.insert(part.region) }
    if regions.isEmpty { return }
    var counts: [Shade: Count] = [:]
    for part in parts where regions.contains(part.region) {
      let shade = Shade(region: part.region, cell: part.ink.cell)
      counts[shade, default: Count()].strokes += part.isStroke ? part.isSign ? least : 1 : 0
      counts[shade, default: Count()].onPlate += part.isStroke && part.isOnPlate ? 1 : 0
      counts[shade, default: Count()].others += part.isStroke ? 0 : 1
    }
    for shade in counts.keys where Self.isWritten(shade, in: counts, least: least) { written.insert(shade) }
    if written.isEmpty { return }
    for part in parts where part.ink.saturation >= Self.strong && isWritten(part) && !isShade(part) {
      inks[part.region, default: []].append(part.ink)
    }
  }

  var isEmpty: Bool { written.isEmpty }

  private static func isWritten(_ shade: Shade, in counts: [Shade: Count], least: UInt32) -> Bool {
    var near = Count()
    for cell in SofteningInk.cells(near: shade.cell) {
      guard let count = counts[Shade(region: shade.region, cell: cell)] else { continue }
      near.strokes += count.strokes
      near.onPlate += count.onPlate
      near.others += count.others
    }
    return near.strokes >= least && near.onPlate * 12 >= near.strokes && near.others * 6 <= near.strokes
  }

  private func isWritten(_ part: Part) -> Bool {
    written.contains(Shade(region: part.region, cell: part.ink.cell))
  }

  /// Whether the ink beside a part is a shade of a written plate.
  private func isShade(_ part: Part) -> Bool {
    inks[part.region]?.contains { $0.hasHue(of: part.ink) || $0.isShade(of: part.ink) } ?? false
  }

  /// Whether a stroke is one of a letter on a written plate.
  func hasLetter(_ stroke: Part) -> Bool {
    isWritten(stroke) || stroke.ink.saturation >= Self.strong && isShade(stroke)
  }
}

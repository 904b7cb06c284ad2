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
    /// Whether it begins beside level ink of that colour.
    let isOnPlate: Bool
    /// Whether that ink is so wide that the part is a sign, even without other parts.
    let isSign: Bool

    fileprivate var shade: Shade { Shade(region: region, cell: ink.cell) }
  }

  /// The inks of a region whose codes are nearly alike.
  fileprivate struct Shade: Hashable {
    let region: Int, cell: Int
  }

  /// The parts of a plate.
  private struct Count {
    var strokes: UInt32 = 0, onPlate: UInt32 = 0, others: UInt32 = 0

    static func += (sum: inout Count, more: Count) {
      sum.strokes += more.strokes
      sum.onPlate += more.onPlate
      sum.others += more.others
    }
  }

  /// The shades of written plates.
  private var written: Set<Shade> = []

  /// The plates with at least `least` strokes, or with a sign.
  ///
  /// - Parameter parts: all light regions beside ink of a colour or of a dark grey.
  init(_ parts: some Sequence<Part>, least: UInt32) {
    var regions: Set<Int> = []
    for part in parts where part.isOnPlate { regions.insert(part.region) }
    if regions.isEmpty { return }
    var counts: [Shade: Count] = [:]
    for part in parts where regions.contains(part.region) {
      counts[part.shade, default: Count()] +=
        part.isStroke
        ? Count(strokes: part.isSign ? least : 1, onPlate: part.isOnPlate ? 1 : 0) : Count(others: 1)
    }
    written = Set(counts.keys.filter { Self.isWritten($0, in: counts, least: least) })
  }

  var isEmpty: Bool { written.isEmpty }

  /// Whether the inks near a shade have at least `least` strokes. At least one stroke of twenty lies on level ink, and the strokes on
  /// level ink are at least twice as many as the parts that are no strokes.
  private static func isWritten(_ shade: Shade, in counts: [Shade: Count], least: UInt32) -> Bool {
    var near = Count()
    for cell in SofteningInk.cells(near: shade.cell) {
      near += counts[Shade(region: shade.region, cell: cell), default: Count()]
    }
    return near.strokes >= least && near.onPlate * 20 >= near.strokes && near.others * 2 <= near.onPlate
  }

  /// Whether the ink beside a part is that of a written plate.
  func isWritten(_ part: Part) -> Bool { written.contains(part.shade) }
}

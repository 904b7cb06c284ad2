package import Pixels

/// The connected areas of smooth ink, joined row by row: a union-find of labels with a tally per component.
///
/// An image of small print has a component per letter, so a component that no longer grows is packed: 24 bytes per
/// label, and full tallies only for components that reach into the last row.
struct SofteningComponents: Sendable {
  /// By label; label 0 stands for pixels of no component. A root is its own parent, and no parent is greater than its
  /// child.
  private(set) var parents: [UInt32] = [0]

  /// By label: a packed summary, or the index into `tallies` with the top bit set. Only the records of roots are used.
  private var records: [UInt64] = [0]
  /// By label: the pixels and the region of ink of a component that no longer grows.
  private var places: [SofteningComponentPlace] = [SofteningComponentPlace()]
  /// By label: a region of paper that it runs into smoothly, or 0.
  private var regions: [UInt32] = [0]
  private var tallies: [SofteningComponentTally] = []
  private var freeSlots: [Int] = []
  private var previousRuns: [SofteningRun] = []
  private var previousLabels: [UInt32] = []
  private var row: UInt32 = 0

  /// Bytes per label of `parents`, `records`, `places` and `regions`.
  static let bytesPerLabel = 24

  /// Marks a record of a component that still grows.
  private static let active: UInt64 = 1 << 63

  /// The component that `label` has become part of.
  private func root(_ label: UInt32) -> UInt32 {
    var label = label
    while parents[Int(label)] != label { label = parents[Int(label)] }
    return label
  }

  /// The root of a label.
  func root(ofLabel label: Int) -> Int { Int(root(UInt32(label))) }

  /// The summary of the component with this root.
  func summary(ofRoot label: Int) -> SofteningComponentSummary {
    if let slot = slot(label) { return tallies[slot].summary }
    return SofteningComponentSummary(packed: records[label], place: places[label])
  }

  /// A light region that a component with this root runs into smoothly, or 0 where there is none.
  func region(besideRoot label: Int) -> Int { Int(regions[label]) }

  /// Notes that the component of `label` runs smoothly into a light region.
  mutating func meet(_ label: UInt32, region: UInt32) {
    let root = Int(root(label))
    if regions[root] == 0 { regions[root] = region }
  }

  /// Where in `tallies` the root `label` is counted, or nil where it no longer grows.
  private func slot(_ label: Int) -> Int? {
    records[label] & Self.active == 0 ? nil : Int(records[label] & ~Self.active)
  }

  /// Joins the runs of the next row to those of the row before, and returns the label of each.
  ///
  /// Runs touch when they share a column or a corner: pixels are smooth only where they differ little from all eight
  /// neighbours.
  mutating func addRow(_ runs: [SofteningRun]) -> [UInt32] {
    row += 1
    var labels: [UInt32] = []
    labels.reserveCapacity(runs.count)
    var above = 0
    for run in runs {
      while above < previousRuns.count, previousRuns[above].end < run.start { above += 1 }
      var label: UInt32 = 0
      var touching = above
      while touching < previousRuns.count, previousRuns[touching].start <= run.end {
        let other = root(previousLabels[touching])
        label = label == 0 ? other : union(label, other)
        touching += 1
      }
      if label == 0 { label = newLabel() }
      if let slot = slot(Int(label)) { tallies[slot].add(run, row: row) }
      labels.append(label)
    }
    packFinished()
    previousRuns = runs
    previousLabels = labels
    return labels
  }

  /// Packs the components that reached into the row before but not into this one.
  private mutating func packFinished() {
    for label in previousLabels {
      let root = Int(root(label))
      guard let slot = slot(root), tallies[slot].lastRow < row else { continue }
      let summary = tallies[slot].summary
      (records[root], places[root]) = (summary.packed, summary.place)
      freeSlots.append(slot)
    }
  }

  private mutating func newLabel() -> UInt32 {
    let label = UInt32(parents.count)
    parents.append(label)
    regions.append(0)
    places.append(SofteningComponentPlace())
    if let slot = freeSlots.popLast() {
      tallies[slot] = SofteningComponentTally()
      records.append(Self.active | UInt64(slot))
    } else {
      records.append(Self.active | UInt64(tallies.count))
      tallies.append(SofteningComponentTally())
    }
    return label
  }

  /// Joins two roots under the lesser label. Both still grow: they reach into the row before.
  private mutating func union(_ a: UInt32, _ b: UInt32) -> UInt32 {
    guard a != b else { return a }
    let (root, child) = (min(a, b), max(a, b))
    parents[Int(child)] = root
    if regions[Int(root)] == 0 { regions[Int(root)] = regions[Int(child)] }
    if let to = slot(Int(root)), let from = slot(Int(child)) {
      tallies[to].add(tallies[from])
      freeSlots.append(from)
    }
    return root
  }
}

/// What is counted of a component while it grows.
package struct SofteningComponentTally: Sendable {
  private var pixels: UInt64 = 0
  private var darkest: UInt16 = .max
  private var lightnessSum: UInt64 = 0
  private var whitenessSum: UInt64 = 0
  private var region: UInt32 = 0

  /// The row that it last reached into.
  private(set) var lastRow: UInt32 = 0

  /// A component without pixels.
  package init() {}

  /// Adds a run of the row `row`.
  package mutating func add(_ run: SofteningRun, row: UInt32) {
    pixels += UInt64(run.end - run.start)
    darkest = min(darkest, run.darkest)
    lightnessSum += run.lightnessSum
    whitenessSum += run.whitenessSum
    region = run.region
    lastRow = row
  }

  /// Adds a component that this one has met.
  mutating func add(_ other: SofteningComponentTally) {
    pixels += other.pixels
    darkest = min(darkest, other.darkest)
    lightnessSum += other.lightnessSum
    whitenessSum += other.whitenessSum
    lastRow = max(lastRow, other.lastRow)
  }

  /// The figures so far.
  package var summary: SofteningComponentSummary {
    guard pixels > 0 else { return SofteningComponentSummary(packed: 0, place: SofteningComponentPlace()) }
    return SofteningComponentSummary(
      level: lightnessSum / pixels, darkest: darkest,
      tint: (lightnessSum - min(lightnessSum, whitenessSum)) / pixels,
      place: SofteningComponentPlace(pixels: UInt32(clamping: pixels), region: region))
  }
}

/// How large a component is, and where it lies.
package struct SofteningComponentPlace: Sendable, Hashable {
  /// Pixels, at most 2³² − 1.
  var pixels: UInt32 = 0
  /// The label of a region of ink that it lies in, or 0.
  var region: UInt32 = 0
}

/// The figures of a component that its verdict depends on: eight bytes, and its place.
package struct SofteningComponentSummary: Sendable, Hashable {
  /// Mean lightness (15 bits from bit 48, in 1/32768), least whiteness (16 bits from 16), tint (7 bits, in 1/256). The top
  /// bit is free.
  let packed: UInt64
  let place: SofteningComponentPlace

  init(packed: UInt64, place: SofteningComponentPlace) {
    self.packed = packed
    self.place = place
  }

  /// The summary of a component.
  ///
  /// - Parameters:
  ///   - level: mean lightness in 1/65536.
  ///   - tint: mean lightness less mean whiteness, in 1/65536.
  init(level: UInt64, darkest: UInt16, tint: UInt64, place: SofteningComponentPlace) {
    self.place = place
    packed = (level >> 1) << 48 | UInt64(darkest) << 16 | min(127, tint >> 8)
  }

  /// Mean lightness, 0 to 1.
  var level: Double { Double(packed >> 48) / 32768 }

  /// Least whiteness, 0 to 1.
  var darkest: Double { Double(packed >> 16 & 0xFFFF) / 65535 }

  /// How far mean whiteness lies below mean lightness: 0 for greys, more for tints.
  var tint: Double { Double(packed & 0x7F) / 256 }

  /// Mean whiteness, 0 to 1.
  var whiteness: Double { level - tint }

  /// Whether the component is a plate and not a fade: its mean whiteness exceeds its least whiteness by less than 0.02.
  var isPlate: Bool { whiteness - darkest < 0.02 }
}

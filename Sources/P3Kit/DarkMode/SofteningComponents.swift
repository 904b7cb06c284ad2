internal import Pixels

/// The connected areas of smooth light pixels, as they grow row by row: union-find with a tally each.
///
/// An image of small print has a component per letter, so a component that no longer grows is packed away:
/// 16 bytes per label, and full tallies only for those that reach into the last row.
struct SofteningComponents: Sendable {
  /// By label; label 0 is nobody's. A root is its own parent, and no parent is greater than its child.
  private(set) var parents: [UInt32] = [0]

  /// By label: a packed summary, or the slot of the tally with the top bit set. Only those of roots count.
  private var records: [UInt64] = [0]
  private var pixelCounts: [UInt32] = [0]
  private var tallies: [SofteningTally] = []
  private var freeSlots: [Int] = []
  private var previousRuns: [SofteningRun] = []
  private var previousLabels: [UInt32] = []
  private var row: UInt32 = 0

  /// Bytes per label of the three arrays.
  static let bytesPerLabel = 16

  private static let active: UInt64 = 1 << 63

  /// The component that `label` has become part of.
  private func root(_ label: UInt32) -> UInt32 {
    var label = label
    while parents[Int(label)] != label { label = parents[Int(label)] }
    return label
  }

  /// What is known of the component with this root.
  func summary(ofRoot label: Int) -> SofteningSummary {
    if let slot = slot(label) { return tallies[slot].summary }
    return SofteningSummary(packed: records[label], pixels: pixelCounts[label])
  }

  private func slot(_ label: Int) -> Int? {
    records[label] & Self.active == 0 ? nil : Int(records[label] & ~Self.active)
  }

  /// Joins the runs of the next row to those of the row before, and returns the label of each.
  ///
  /// Runs touch when they share a column or a corner: smooth pixels that touch are alike by definition.
  mutating func addRow(_ runs: [SofteningRun], isOuterRow: Bool) -> [UInt32] {
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
      if let slot = slot(Int(label)) { tallies[slot].add(run, isOuterRow: isOuterRow, row: row) }
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
      records[root] = summary.packed
      pixelCounts[root] = summary.pixels
      freeSlots.append(slot)
    }
  }

  private mutating func newLabel() -> UInt32 {
    let label = UInt32(parents.count)
    parents.append(label)
    pixelCounts.append(0)
    if let slot = freeSlots.popLast() {
      tallies[slot] = SofteningTally()
      records.append(Self.active | UInt64(slot))
    } else {
      records.append(Self.active | UInt64(tallies.count))
      tallies.append(SofteningTally())
    }
    return label
  }

  /// Joins two roots under the lesser label. Both still grow: they reach into the row before.
  private mutating func union(_ a: UInt32, _ b: UInt32) -> UInt32 {
    guard a != b else { return a }
    let (root, child) = (min(a, b), max(a, b))
    parents[Int(child)] = root
    if let to = slot(Int(root)), let from = slot(Int(child)) {
      tallies[to].add(tallies[from])
      freeSlots.append(from)
    }
    return root
  }
}

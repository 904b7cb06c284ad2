internal import Pixels

/// The connected areas of smooth light pixels, as they grow row by row: union-find with a tally each.
struct SofteningComponents: Sendable {
  /// What is known of one component; only roots are up to date.
  struct Tally: Sendable {
    var pixels: UInt64 = 0
    /// Places where it meets the image's border or an invisible pixel.
    var openEnds: UInt32 = 0
    var darkest: UInt16 = .max
    var lightest: UInt16 = 0
    var lightnessSum: UInt64 = 0
    var whitenessSum: UInt64 = 0

    /// Mean lightness, 0 to 1.
    var level: Double { pixels == 0 ? 0 : Double(lightnessSum) / Double(pixels) / 65535 }

    /// How far mean whiteness lies below mean lightness: 0 for greys, more for tints.
    var tint: Double { pixels == 0 ? 0 : level - Double(whitenessSum) / Double(pixels) / 65535 }

    mutating func add(_ run: SofteningRun, isOuterRow: Bool) {
      let count = run.end - run.start
      pixels += UInt64(count)
      openEnds += UInt32(run.openEnds) + (isOuterRow ? UInt32(count) : 0)
      darkest = min(darkest, run.darkest)
      lightest = max(lightest, run.lightest)
      lightnessSum += run.lightnessSum
      whitenessSum += run.whitenessSum
    }

    mutating func add(_ other: Tally) {
      pixels += other.pixels
      openEnds += other.openEnds
      darkest = min(darkest, other.darkest)
      lightest = max(lightest, other.lightest)
      lightnessSum += other.lightnessSum
      whitenessSum += other.whitenessSum
    }
  }

  /// By label; label 0 is nobody's. A root is its own parent, and no parent is greater than its child.
  private(set) var parents: [UInt32] = [0]
  private(set) var tallies: [Tally] = [Tally()]

  /// Bytes per label of both arrays.
  static let bytesPerLabel = MemoryLayout<UInt32>.stride + MemoryLayout<Tally>.stride

  private var previousRow: [(run: SofteningRun, label: UInt32)] = []

  /// The component that `label` has become part of.
  func root(_ label: UInt32) -> UInt32 {
    var label = label
    while parents[Int(label)] != label { label = parents[Int(label)] }
    return label
  }

  /// Joins the runs of the next row to those of the row before, and returns the label of each.
  ///
  /// Runs touch when they share a column or a corner: smooth pixels that touch are alike by definition.
  mutating func addRow(_ runs: [SofteningRun], isOuterRow: Bool) -> [UInt32] {
    var labels: [UInt32] = []
    labels.reserveCapacity(runs.count)
    var above = 0
    for run in runs {
      while above < previousRow.count, previousRow[above].run.end < run.start { above += 1 }
      var label: UInt32 = 0
      var touching = above
      while touching < previousRow.count, previousRow[touching].run.start <= run.end {
        let other = root(previousRow[touching].label)
        label = label == 0 ? other : union(label, other)
        touching += 1
      }
      if label == 0 { label = newLabel() }
      tallies[Int(label)].add(run, isOuterRow: isOuterRow)
      labels.append(label)
    }
    previousRow = Array(zip(runs, labels))
    return labels
  }

  private mutating func newLabel() -> UInt32 {
    let label = UInt32(parents.count)
    parents.append(label)
    tallies.append(Tally())
    return label
  }

  /// Joins two roots under the lesser label.
  private mutating func union(_ a: UInt32, _ b: UInt32) -> UInt32 {
    guard a != b else { return a }
    let (root, child) = (min(a, b), max(a, b))
    parents[Int(child)] = root
    tallies[Int(root)].add(tallies[Int(child)])
    return root
  }
}

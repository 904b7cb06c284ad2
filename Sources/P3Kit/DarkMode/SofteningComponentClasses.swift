internal import Pixels

/// Which components of smooth light pixels are background.
struct SofteningComponentClasses {
  /// By label, as `SofteningCurves.verdicts` has it; every label carries its root's verdict.
  let byLabel: [UInt16]

  /// Pixels of the components taken for paper.
  let paperPixels: UInt64

  init(components: SofteningComponents, paper: SofteningPaper) {
    var verdicts = [UInt16](repeating: 0, count: components.parents.count)
    var pixels: UInt64 = 0
    // Parents come before their children, so one pass hands every verdict down.
    for label in 1..<max(1, verdicts.count) {
      let parent = Int(components.parents[label])
      if parent != label {
        verdicts[label] = verdicts[parent]
        continue
      }
      let summary = components.summary(ofRoot: label)
      verdicts[label] = Self.verdict(summary, paper: paper)
      if verdicts[label] >> 8 == 1 { pixels += UInt64(summary.pixels) }
    }
    byLabel = verdicts
    paperPixels = pixels
  }

  /// Paper reaches the paper's white, and lies open to the border or is as white as paper throughout
  /// (counters of letters, insides of charts; a highlight that falls off into the picture is not).
  /// A panel is flat, grey, and light enough that it would outshine the lowered paper.
  static func verdict(_ component: SofteningSummary, paper: SofteningPaper) -> UInt16 {
    let reachesWhite = component.lightest >= paper.level - 0.03
    if reachesWhite && (component.isOpen || component.level >= paper.level - 0.05) { return 1 << 8 }
    let isFlat = component.lightest - component.darkest <= 0.1
    let isNeutral = component.tint <= 0.08 + paper.saturation
    if isFlat && isNeutral && component.level >= 0.7 {
      return 2 << 8 | UInt16(min(255, component.level * 256))
    }
    return 0
  }
}

/// What is judged of a component, in eight bytes and its size.
struct SofteningSummary: Sendable, Hashable {
  /// Mean lightness (15 bits from bit 48, in 1/32768), greatest and least lightness (16 bits from 32 and 16),
  /// tint (7 bits from 1, in 1/256), open (bit 0). The top bit is free.
  let packed: UInt64

  /// Its pixels.
  let pixels: UInt32

  init(packed: UInt64, pixels: UInt32) {
    self.packed = packed
    self.pixels = pixels
  }

  /// - Parameters:
  ///   - level: mean lightness in 1/65536.
  ///   - tint: mean lightness less mean whiteness, in 1/65536.
  init(level: UInt64, lightest: UInt16, darkest: UInt16, tint: UInt64, isOpen: Bool, pixels: UInt64) {
    packed =
      (level >> 1) << 48 | UInt64(lightest) << 32 | UInt64(darkest) << 16 | min(127, tint >> 8) << 1
      | (isOpen ? 1 : 0)
    self.pixels = UInt32(clamping: pixels)
  }

  /// Mean lightness, 0 to 1.
  var level: Double { Double(packed >> 48) / 32768 }

  /// Greatest lightness, 0 to 1.
  var lightest: Double { Double(packed >> 32 & 0xFFFF) / 65535 }

  /// Least lightness, 0 to 1.
  var darkest: Double { Double(packed >> 16 & 0xFFFF) / 65535 }

  /// How far mean whiteness lies below mean lightness: 0 for greys, more for tints.
  var tint: Double { Double(packed >> 1 & 0x7F) / 256 }

  /// Whether it meets the image's border or an invisible pixel.
  var isOpen: Bool { packed & 1 == 1 }
}

/// What is counted of a component while it grows.
struct SofteningTally: Sendable {
  private var pixels: UInt64 = 0
  /// Whether it meets the image's border or an invisible pixel.
  private var isOpen = false
  private var darkest: UInt16 = .max
  private var lightest: UInt16 = 0
  private var lightnessSum: UInt64 = 0
  private var whitenessSum: UInt64 = 0

  /// The row that it last reached into.
  private(set) var lastRow: UInt32 = 0

  mutating func add(_ run: SofteningRun, isOuterRow: Bool, row: UInt32) {
    pixels += UInt64(run.end - run.start)
    isOpen = isOpen || run.openEnds > 0 || isOuterRow
    darkest = min(darkest, run.darkest)
    lightest = max(lightest, run.lightest)
    lightnessSum += run.lightnessSum
    whitenessSum += run.whitenessSum
    lastRow = row
  }

  mutating func add(_ other: SofteningTally) {
    pixels += other.pixels
    isOpen = isOpen || other.isOpen
    darkest = min(darkest, other.darkest)
    lightest = max(lightest, other.lightest)
    lightnessSum += other.lightnessSum
    whitenessSum += other.whitenessSum
    lastRow = max(lastRow, other.lastRow)
  }

  var summary: SofteningSummary {
    guard pixels > 0 else { return SofteningSummary(packed: 0, pixels: 0) }
    return SofteningSummary(
      level: lightnessSum / pixels, lightest: lightest, darkest: darkest,
      tint: (lightnessSum - min(lightnessSum, whitenessSum)) / pixels, isOpen: isOpen, pixels: pixels)
  }
}

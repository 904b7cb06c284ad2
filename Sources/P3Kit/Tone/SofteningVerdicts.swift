internal import Pixels

/// Which components of smooth light pixels are background.
struct SofteningVerdicts {
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

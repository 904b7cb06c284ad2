/// The classes of all components of smooth light pixels.
struct SofteningComponentClasses {
  /// By label: `SofteningComponentClass.code`, as `SofteningCurves.classes` has it. A label that was joined to another
  /// one has that one's class.
  let codesByLabel: [UInt16]

  /// Pixels of the components taken for paper.
  let paperPixels: UInt64

  init(components: SofteningComponents, paper: SofteningPaper) {
    var codes = [UInt16](repeating: SofteningComponentClass.artwork.code, count: components.parents.count)
    var pixels: UInt64 = 0
    // A parent's label is less than its child's, so its class is known when the child's is asked for.
    for label in codes.indices.dropFirst() {
      let parent = Int(components.parents[label])
      if parent != label {
        codes[label] = codes[parent]
        continue
      }
      let summary = components.summary(ofRoot: label)
      let kind = SofteningComponentClass(summary, paper: paper)
      codes[label] = kind.code
      if kind == .paper { pixels += UInt64(summary.pixels) }
    }
    codesByLabel = codes
    paperPixels = pixels
  }
}

/// What softening does with the pixels of a component of smooth light pixels.
package enum SofteningComponentClass: Sendable, Hashable {
  /// They stay as they are.
  case artwork
  /// White background and its shadows: they lose luminance along the paper's curve.
  case paper
  /// A light grey area of this mean lightness (0 to 255 for 0 to 1): they lose luminance along the panels' curve.
  case panel(level: UInt8)

  /// The class of `component`.
  ///
  /// Paper reaches the paper's white, and either meets the image's border or an invisible pixel, or is as white as paper
  /// on average (the counters of letters, the insides of charts; not a highlight that falls off into the picture).
  /// A panel is flat, grey, and light enough to be lighter than the lowered paper.
  package init(_ component: SofteningComponentSummary, paper: SofteningPaper) {
    let reachesWhite = component.lightest >= paper.level - 0.03
    let isFlat = component.lightest - component.darkest <= 0.1
    let isNeutral = component.tint <= 0.08 + paper.saturation
    if reachesWhite && (component.isOpen || component.level >= paper.level - 0.05) {
      self = .paper
    } else if isFlat && isNeutral && component.level >= 0.7 {
      self = .panel(level: UInt8(min(255, component.level * 256)))
    } else {
      self = .artwork
    }
  }

  /// The class as the kernels read it: kind << 8 | level.
  package var code: UInt16 {
    switch self {
    case .artwork: 0
    case .paper: 1 << 8
    case .panel(let level): 2 << 8 | UInt16(level)
    }
  }
}

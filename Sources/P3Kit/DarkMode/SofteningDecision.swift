internal import Pixels

/// From counts to a `Softening`: which mode, why, and the curves for it.
struct SofteningDecision {
  let options: SofteningOptions
  let survey: SofteningStatistics
  let tables: SofteningTables
  let isTooIntricate: Bool

  /// White up to this much above the target is as good as there: half of the tolerance of ± 0.01.
  static let tolerance = 0.01

  func softening(map: SofteningMap, components: SofteningComponents) -> Softening {
    guard survey.visible > 0 else { return unchanged(.allTransparent) }
    switch options.mode {
    case .highlights: return highlights(reason: .asRequested)
    case .dim: return dim()
    default: return white(map: map, components: components)
    }
  }

  // MARK: White

  private func white(map: SofteningMap, components: SofteningComponents) -> Softening {
    guard let paper = SofteningPaper(survey: survey, tables: tables) else { return withoutPaper() }
    let evidence = SofteningClassifier(survey: survey, paper: paper)
    // Who asks for `white` by name has looked at the picture.
    if options.mode == .auto && evidence.isPhotograph {
      return unchanged(.photograph, white: paper.luminance)
    }
    if paper.luminance <= options.whiteLuminance + Self.tolerance {
      return unchanged(.alreadySoft, white: paper.luminance)
    }
    if evidence.isWhiteArtwork { return unchanged(.whiteArtwork, white: paper.luminance) }
    if paper.isEverything(in: survey) { return unchanged(.allWhite, white: paper.luminance) }
    if isTooIntricate { return unchanged(.tooIntricate, white: paper.luminance) }
    let verdicts = SofteningComponentClasses(components: components, paper: paper)
    let share = Double(verdicts.paperPixels) / Double(survey.visible)
    guard evidence.hasWhiteBackground(backgroundShare: share, mode: options.mode) else {
      return withoutPaper()
    }
    let curves = SofteningCurves(
      paper: paper, target: options.whiteLuminance, verdicts: verdicts.byLabel, tables: tables)
    return softened(
      .white, reason: .whiteBackground, white: paper.luminance, share: share,
      plan: .background(map, curves, tables))
  }

  /// Without a white background, `auto` looks for another way and `white` gives up.
  private func withoutPaper() -> Softening {
    let evidence = SofteningClassifier(survey: survey, paper: nil)
    if options.mode == .auto && evidence.isPhotograph { return unchanged(.photograph) }
    if evidence.isDark { return unchanged(.dark) }
    guard options.mode == .auto else { return unchanged(.noWhiteBackground) }
    return evidence.isBrightGraphic ? highlights(reason: .brightGraphic) : unchanged(.noWhiteBackground)
  }

  // MARK: Whole image

  private func highlights(reason: SofteningReason) -> Softening {
    let brightest = survey.level(ofBrightest: 0)
    let white = min(1, brightest * brightest)
    // Everything that a first run lowers ends at the target at most, give or take the histogram's bin.
    guard white > options.whiteLuminance + Self.tolerance else {
      return unchanged(.alreadySoft, white: white)
    }
    let curve = SofteningCurve.highlights(target: options.whiteLuminance)
    let start = curve.start
    return softened(
      .highlights, reason: reason, white: white, share: survey.share(from: start),
      plan: .tone(curve.losses, tables))
  }

  private func dim() -> Softening {
    // The brightest half percent are glints; white is what comes after them.
    let level = survey.level(ofBrightest: 0.005)
    let white = min(1, level * level)
    guard white > options.whiteLuminance + Self.tolerance else {
      return unchanged(.alreadySoft, white: white)
    }
    let loss = UInt16(((1 - options.whiteLuminance / white) * 65536).rounded())
    return softened(
      .dim, reason: .asRequested, white: white, share: 1,
      plan: .tone([UInt16](repeating: loss, count: 65536), tables))
  }

  // MARK: Results

  private func softened(
    _ mode: SofteningMode, reason: SofteningReason, white: Double, share: Double, plan: Softening.Plan
  ) -> Softening {
    let note = SofteningNote.text(mode: mode, reason: reason, white: white, options: options)
    return Softening(
      requestedMode: options.mode, mode: mode, reason: reason, note: note, whiteLuminance: white,
      backgroundShare: share, plan: plan)
  }

  private func unchanged(_ reason: SofteningReason, white: Double? = nil) -> Softening {
    let note = SofteningNote.text(mode: nil, reason: reason, white: white, options: options)
    return Softening(
      requestedMode: options.mode, mode: nil, reason: reason, note: note, whiteLuminance: white,
      backgroundShare: 0, plan: .nothing)
  }
}

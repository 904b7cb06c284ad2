import Pixels

/// Makes a `Softening` of what the first pass counted: chooses the mode, the reason, and the curves.
struct SofteningDecision {
  let options: SofteningOptions
  let statistics: SofteningStatistics
  let tables: SofteningTables
  /// What `highlights(_:)` says of the options.
  let highlights: SofteningTone?
  let isTooIntricate: Bool
  /// The ink of artwork, in modes that turn it.
  var ink: SofteningInkAreas?
  /// The pale plates, in modes that make paper transparent.
  var plates: SofteningPlates?

  /// White of up to this much more relative luminance than the target counts as soft already. Softened white differs
  /// from the target by at most as much, so that a second run leaves a softened image alone.
  static let tolerance = 0.02

  /// As much for glare, which the rounding of tinted whites to 8 bits may raise by three times the share.
  static let glareTolerance = 0.03

  /// What highlights lower: by name greys and whites alone, for a ground that `auto` found pastels too. Nil for modes that
  /// have none.
  static func highlights(_ options: SofteningOptions) -> SofteningTone? {
    guard options.mode == .auto || options.mode == .highlights else { return nil }
    let curve = SofteningCurve.highlights(target: options.whiteLuminance)
    return SofteningTone(losses: curve.losses, of: options.mode == .auto ? .pastels : .grays)
  }

  func softening(background: SofteningBackground) -> Softening {
    guard statistics.visible > 0 else { return unchanged(.allTransparent) }
    var background = background
    let classifier = SofteningClassifier(statistics: statistics, paper: nil)
    let isArtwork = options.mode.knocksOut ? classifier.mayBeKnockedOut : classifier.isTransparentArtwork
    switch options.mode {
    case .highlights: return highlights(reason: .asRequested)
    case .dim: return dim()
    case .auto where isArtwork, .knockout where isArtwork: return transparentArtwork()
    case .knockoutInk where isArtwork, .ink: return ink(background)
    case .knockoutInk: return turningInk(white(&background), background)
    case .auto: return suggesting(white(&background), background)
    default: return white(&background)
    }
  }

  /// A drawing of lines and letters on white has a dark twin. Windows, charts with filled areas and pages with photographs
  /// are better lowered: their white parts would be holes.
  private func suggesting(_ softening: Softening, _ background: SofteningBackground) -> Softening {
    var softening = softening
    let hasPhotos =
      background.list.contains { $0.traits.contains(.photo) } || !background.photos.found.isEmpty
    let isDrawn = background.pixels(of: .plate) * Self.drawnShare <= statistics.visible
    let isOpaque = !SofteningClassifier(statistics: statistics, paper: nil).mayBeKnockedOut
    if softening.mode == .white, case .background = softening.plan, !hasPhotos, isDrawn, isOpaque {
      softening.suggestion = .knockoutInk
    }
    return softening
  }

  /// The visible pixels of a drawing for each pixel on plates of colour, at least.
  private static let drawnShare: UInt64 = 100

  // MARK: Ink

  /// Turns the ink of artwork on transparency.
  private func ink(_ background: SofteningBackground) -> Softening {
    guard tables.format.hasAlpha, statistics.visible < statistics.pixels else {
      return unchanged(.noTransparency)
    }
    if background.pixels(of: .photo) * 2 >= statistics.visible { return unchanged(.photograph) }
    guard let ink, ink.areWorthATurn else { return unchanged(.lightInk) }
    var softening = softened(.ink, reason: .asRequested, white: nil, share: 0, plan: .nothing)
    softening.ink = turn(background, photos: [], areas: [ink])
    return softening
  }

  /// Turns the ink of a page whose paper becomes transparent. `SofteningInkScan` finds its areas.
  private func turningInk(_ softening: Softening, _ background: SofteningBackground) -> Softening {
    guard softening.mode != nil else { return softening }
    var softening = softening
    var photos: [SofteningPhotoFrames.Frame] = []
    if case .background(_, _, let found, _, _) = softening.plan { photos = found }
    softening.ink = turn(background, photos: photos)
    return softening
  }

  private func turn(
    _ background: SofteningBackground, photos: [SofteningPhotoFrames.Frame], areas: [SofteningInkAreas] = []
  ) -> SofteningInkTurn {
    SofteningInkTurn(
      tone: SofteningInkTone(tables: tables, background: options.background),
      photos: SofteningPhotoMask(background, frames: photos, tables: tables), areas: areas)
  }

  /// Why artwork on transparency is left alone.
  private func transparentArtwork() -> Softening {
    let paper = SofteningPaper(statistics: statistics, tables: tables)
    let isWhite = SofteningClassifier(statistics: statistics, paper: paper).isWhiteArtwork
    return unchanged(isWhite ? .whiteArtwork : .transparentArtwork)
  }

  // MARK: White

  /// Lowers the paper, and marks photographs in greys and what stays in photographs in `background`.
  private func white(_ background: inout SofteningBackground) -> Softening {
    let found = SofteningPaper(statistics: statistics, tables: tables)
    let classifier = SofteningClassifier(statistics: statistics, paper: found)
    if let paper = scannedPaper(insteadOf: found, classifier) { return scan(paper) }
    guard let found else { return withoutPaper() }
    let target = options.whiteLuminance
    // Mode `white` was asked for by name: the caller knows that the image is no photograph, or wants it all the same.
    if options.mode != .white && classifier.isPhotograph {
      return unchanged(.photograph, white: found.luminance)
    }
    let isSoft = statistics.isSoftened(to: target) || found.luminance <= target + Self.tolerance
    if isSoft, !options.mode.knocksOut {
      return unchanged(.alreadySoft, white: found.luminance)
    }
    if classifier.isWhiteArtwork { return unchanged(.whiteArtwork, white: found.luminance) }
    if found.isEverything(in: statistics) { return unchanged(.allWhite, white: found.luminance) }
    let paper = lowered(found, by: classifier)
    let loss = loss(of: paper)
    let panel = SofteningPanelCurve(paper: paper, loss: panelLoss(loss))
    if isTooIntricate { return everywhere(paper, loss, panel) }
    let verdicts = SofteningVerdicts(
      background, paper: paper, panel: panel, tables: tables)
    background.list = verdicts.list
    if classifier.isShaded && !options.mode.knocksOut
      && statistics.hasSoftArtwork(at: target, below: paper.level, least: verdicts.paperPixels)
    {
      return unchanged(.alreadySoft, white: target)
    }
    let share = Double(verdicts.paperPixels) / Double(statistics.visible)
    let openShare = Double(verdicts.openPixels) / Double(statistics.visible)
    let isWhite = classifier.hasWhiteBackground(
      share: share, openShare: openShare, inks: background.inkCount, mode: options.mode)
    guard isWhite else { return withoutPaper() }
    // Without its paper a window would be half solid and half clear. The grey of one with white fields is darker than paper.
    if options.mode == .knockout, statistics.leastSideShare(from: paper.level - 0.02) < 1.0 / 16 {
      return unchanged(.window, white: paper.luminance)
    }
    let curves = SofteningCurves(
      paper: paper, loss: loss, panel: panel, regions: verdicts.regions, components: verdicts.components)
    let photos = background.photos.frames(ofPixels: statistics.pixels, paperPixels: verdicts.paperPixels)
    var softening = softened(
      .white, reason: .whiteBackground, white: paper.luminance, share: share,
      plan: .background(
        regions: background.regions, edges: background.edges, photos: photos, curves, tables),
      paper: paper, ground: found)
    // A grey window with grey controls would be half solid, too. A white page may have grey boxes, and an icon of fewer than twenty
    // inks a grey ground.
    if options.mode == .knockout, paper.luminance < 0.99, background.inkCount >= 20,
      softening.knockout?.plates?.areControls ?? false
    {
      return unchanged(.window, white: paper.luminance)
    }
    if verdicts.unbroken > 0 { softening.note += SofteningNote.unbroken(verdicts.unbroken) }
    return softening
  }

  /// The paper of a scan whose corners or noise hide it from what looks for smooth areas of one level.
  private func scannedPaper(
    insteadOf found: SofteningPaper?, _ classifier: SofteningClassifier
  ) -> SofteningPaper? {
    guard let paper = SofteningPaper(scan: statistics, tables: tables) else { return nil }
    return classifier.isPhotograph || (found?.level ?? 0) < paper.level - 0.02 ? paper : nil
  }

  /// A scan with darker corners or much noise: no level parts its paper from its ink, so all that is white goes down.
  private func scan(_ paper: SofteningPaper) -> Softening {
    // A page that was softened may look like a scan, whose ground is that of its lightest tiles.
    let tolerance = Self.tolerance * (statistics.hasWhite(at: options.whiteLuminance) ? 3 : 1)
    guard paper.luminance > options.whiteLuminance + tolerance || options.mode.knocksOut else {
      return unchanged(.alreadySoft, white: paper.luminance)
    }
    let loss = loss(of: paper)
    let panel = SofteningPanelCurve(paper: paper, loss: loss)
    let curves = SofteningCurves(paper: paper, loss: loss, panel: panel, regions: [], components: [])
    var softening = softened(
      .white, reason: .whiteBackground, white: paper.luminance, share: 1, plan: .paper(curves, tables),
      paper: paper)
    if !options.mode.knocksOut {
      softening.note = SofteningNote.scan(white: paper.luminance, options: options)
    }
    return softening
  }

  /// What a whole pixel of paper loses: all of it, where it becomes transparent.
  private func loss(of paper: SofteningPaper) -> SIMD3<UInt16> {
    options.mode.knocksOut ? paper.color : paper.loss(to: options.whiteLuminance, tables: tables)
  }

  /// What light greys are lowered for. A paper that is lowered takes them down with it, for they have to stay darker; one that
  /// becomes transparent leaves them.
  private func panelLoss(_ loss: SIMD3<UInt16>) -> SIMD3<UInt16> {
    options.mode.knocksOut ? SIMD3() : loss
  }

  /// What is lowered to the target: the white of a window's text fields, or else the paper. Of shaded paper it is the
  /// lightest part: a second run would take what is lighter than its middle for paper.
  private func lowered(_ paper: SofteningPaper, by classifier: SofteningClassifier) -> SofteningPaper {
    let level =
      classifier.isShaded ? statistics.level(ofBrightest: 0.01) : statistics.levelOfFields(on: paper)
    return paper.brightened(to: level, tables: tables)
  }

  /// Without a map of the background: every pixel loses all that is white in it, which makes no seam, and artwork pales.
  private func everywhere(
    _ paper: SofteningPaper, _ loss: SIMD3<UInt16>, _ panel: SofteningPanelCurve
  ) -> Softening {
    let share = statistics.share(from: paper.level - 0.05)
    let classifier = SofteningClassifier(statistics: statistics, paper: paper)
    // How much of it reaches the border is not known. Its regions are too many to be counted.
    let isWhite = classifier.hasWhiteBackground(
      share: share, openShare: share, inks: .max, mode: options.mode)
    guard isWhite else { return withoutPaper() }
    let curves = SofteningCurves(paper: paper, loss: loss, panel: panel, regions: [], components: [])
    return softened(
      .white, reason: .tooIntricate, white: paper.luminance, share: share, plan: .paper(curves, tables),
      paper: paper)
  }

  /// Without a white background, `auto` lowers highlights in bright graphics; mode `white` leaves the image alone.
  private func withoutPaper() -> Softening {
    let classifier = SofteningClassifier(statistics: statistics, paper: nil)
    if options.mode != .white && classifier.isPhotograph { return unchanged(.photograph) }
    if classifier.isDark { return unchanged(.dark) }
    guard options.mode == .auto else { return unchanged(.noWhiteBackground) }
    // What a first run left as light artwork is no highlight to the second.
    if statistics.hasWhite(at: options.whiteLuminance) {
      return unchanged(.alreadySoft, white: options.whiteLuminance)
    }
    return classifier.isOnBrightGround ? highlights(reason: .brightGraphic) : unchanged(.noWhiteBackground)
  }

  // MARK: Whole image

  private func highlights(reason: SofteningReason) -> Softening {
    let brightest = statistics.level(ofBrightest: 0)
    let white = min(1, brightest * brightest)
    // What a first run lowers ends at the target at most; what stays lighter has colour.
    guard let highlights, statistics.hasGlare else {
      return unchanged(
        white > options.whiteLuminance + Self.tolerance ? .brightColors : .alreadySoft, white: white)
    }
    let start = SofteningCurve.highlights(target: options.whiteLuminance).start
    return softened(
      .highlights, reason: reason, white: white, share: statistics.share(from: start),
      plan: .tone(highlights, tables))
  }

  private func dim() -> Softening {
    // The brightest half percent counts as glints; white is the lightness below them.
    let level = statistics.level(ofBrightest: 0.005)
    let white = min(1, level * level)
    guard white > options.whiteLuminance + Self.tolerance else {
      return unchanged(.alreadySoft, white: white)
    }
    let loss = UInt16(((1 - options.whiteLuminance / white) * 65536).rounded())
    return softened(
      .dim, reason: .asRequested, white: white, share: 1,
      plan: .tone(SofteningTone(losses: [UInt16](repeating: loss, count: 65536), of: .grays), tables))
  }

  // MARK: Results

  private func softened(
    _ found: SofteningMode, reason: SofteningReason, white: Double?, share: Double, plan: Softening.Plan,
    paper: SofteningPaper? = nil, ground: SofteningPaper? = nil
  ) -> Softening {
    let mode = found == .white && options.mode.knocksOut ? options.mode : found
    let note = SofteningNote.text(mode: mode, reason: reason, white: white, options: options)
    var softening = Softening(
      requestedMode: options.mode, mode: mode, reason: reason, note: note, whiteLuminance: white,
      backgroundShare: share, plan: plan)
    if let paper, mode.knocksOut {
      softening.knockout = SofteningKnockout(
        paper: paper.color, ground: (ground ?? paper).color, plates: plates, holdsLists: mode == .knockout)
    }
    return softening
  }

  private func unchanged(_ reason: SofteningReason, white: Double? = nil) -> Softening {
    let note = SofteningNote.text(mode: nil, reason: reason, white: white, options: options)
    return Softening(
      requestedMode: options.mode, mode: nil, reason: reason, note: note, whiteLuminance: white,
      backgroundShare: 0, plan: .nothing)
  }
}

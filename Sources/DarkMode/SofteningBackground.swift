import Colors
package import Pixels

/// What the first pass found out about the parts of an image: its regions, its components, and their tokens by row.
struct SofteningBackground: Sendable {
  let regions: SofteningMap
  let edges: SofteningMap
  let components: SofteningComponents

  /// The whiteness, 0 to 1, that parted light pixels from ink.
  var leastLight = 0.9

  /// Photographs inside the page.
  var photos = SofteningPhotoFrames()

  /// Regions by label.
  var list: [SofteningRegion] = []

  /// Pixels of the regions that have `trait`.
  func pixels(of trait: SofteningRegion.Traits) -> UInt64 {
    list.indices.dropFirst().reduce(0) { sum, label in
      let isCounted = list[label].parent == label && list[label].traits.contains(trait)
      return sum + (isCounted ? UInt64(list[label].pixels) : 0)
    }
  }

  /// Regions of ink: letters, lines, drawings.
  var inkCount: Int {
    list.indices.dropFirst().count { list[$0].parent == $0 && !list[$0].traits.contains(.light) }
  }
}

/// What becomes of all regions and components of an image.
package struct SofteningVerdicts {
  /// By label.
  package private(set) var regions: [SofteningVerdict]
  /// By label.
  package private(set) var components: [SofteningVerdict] = []
  /// Pixels of the regions taken for paper, and of those among them that meet the image's border.
  private(set) var paperPixels: UInt64 = 0, openPixels: UInt64 = 0
  /// Regions of several inks that lose all that is white in them, as they would have new edges otherwise.
  private(set) var unbroken = 0

  /// The regions, with the trait of a photograph on photographs in greys and on what stays in any photograph.
  private(set) var list: [SofteningRegion]
  private let leastLight: Double
  private let paper: SofteningPaper
  private let tables: SofteningTables
  private let panel: SofteningPanelCurve
  /// Regions of ink that enclose light artwork, by label.
  private var encloses: [Bool]
  /// By label.
  private var contents: [Contents]
  /// The plates of colour that letters are written on and that are parts of larger regions.
  private var plates = SofteningWrittenPlates([], least: 1)
  /// The inks that shapes and letters of a page are drawn in, where its paper becomes transparent.
  private var plainInks = SofteningPlainInks()
  /// The cells of the greys that are inks of their own, in all regions whose darkest colours they are. The letters of a word show
  /// such a grey in more or fewer of their pixels.
  private var solidGrays: Set<Int> = []
  /// Whether most of what is drawn in several inks would have new edges, solved pixel by pixel. All of it is lowered alike then.
  private var isMostlyBroken = false
  /// The cells near the inks of drawings that lose all that is white in them. Dots, curves and keys of a legend in such an ink lose
  /// it elsewhere, too.
  private var loweredInks: Set<Int> = []
  /// By label, the least channel of the ink that the word of a thin letter is drawn in.
  private var wordFloors: [Int: Double] = [:]
  /// By `likeness(of:)`, the regions of one ink that may be letters, less those whose light is signs.
  private var letters: [Int: Int] = [:]
  /// Pixels of the smooth components that run into paper, by the label of the region that they lie in.
  private var fades: [Int: UInt64] = [:]

  /// The verdicts on an image.
  ///
  /// - Parameters:
  ///   - list: all regions by label.
  ///   - summaries: all components by label.
  ///   - roots: by label, the component that it has become part of.
  ///   - meetings: by component, a light region that it runs into smoothly, or 0.
  ///   - leastLight: the whiteness, 0 to 1, that parted light pixels from ink.
  package init(
    regions list: [SofteningRegion], components summaries: [SofteningComponentSummary], roots: [Int],
    meetings: [Int],
    leastLight: Double, paper: SofteningPaper, panel: SofteningPanelCurve, tables: SofteningTables
  ) {
    self.list = list
    self.leastLight = leastLight
    self.paper = paper
    self.tables = tables
    self.panel = panel
    regions = Array(repeating: .kept, count: max(1, list.count))
    encloses = Array(repeating: false, count: max(1, list.count))
    contents = Array(repeating: Contents(), count: max(1, list.count))
    for label in roots.indices.dropFirst() where roots[label] == label && !panel.isFlat {
      addPale(summaries[label])
    }
    judgeLight()
    if panel.isFlat { plainInks = SofteningPlainInks(list, paper: paper.color) }
    components = [.kept]
    for (summary, region) in zip(summaries, meetings).dropFirst() {
      components.append(verdict(on: summary, beside: region))
    }
    for label in roots.indices.dropFirst() where roots[label] == label {
      guard case .mapped = components[label], isPaper(meetings[label]) else { continue }
      let place = summaries[label].place
      if let region = region(of: place) { fades[region, default: 0] += UInt64(place.pixels) }
    }
    judgeInk()
    markPartsOfPhotos()
  }

  /// Marks what stays in a photograph that stays, such as a light, as a part of it.
  private mutating func markPartsOfPhotos() {
    for label in list.indices.dropFirst() where list[label].parent == label && !isPaper(label) {
      if let outer = encloser(of: list[label]), list[outer].traits.contains(.photo), !isPaper(outer) {
        list[label].traits.insert(.photo)
      }
    }
  }

  private func isPaper(_ region: Int) -> Bool {
    region != 0 && region < regions.count && regions[region] == .paper
  }

  /// Counts a component that is pale and as light as pastels are, in the region that it lies in. A middle grey is darker.
  private mutating func addPale(_ component: SofteningComponentSummary) {
    guard component.whiteness >= Self.palePlate, component.level >= Self.pastel,
      let region = region(of: component.place)
    else { return }
    contents[region].pale += Float(component.place.pixels)
  }

  /// The root of the region that a component lies in, or nil.
  private func region(of place: SofteningComponentPlace) -> Int? {
    let region = Int(place.region)
    return region != 0 && region < list.count ? root(region) : nil
  }

  /// The verdicts on what the first pass found.
  init(
    _ background: SofteningBackground, paper: SofteningPaper, panel: SofteningPanelCurve,
    tables: SofteningTables
  ) {
    let parts = background.components
    let roots = parts.parents.indices.map { parts.root(ofLabel: $0) }
    self.init(
      regions: background.list, components: roots.map { parts.summary(ofRoot: $0) },
      roots: roots, meetings: roots.map { parts.region(besideRoot: $0) }, leastLight: background.leastLight,
      paper: paper,
      panel: panel, tables: tables)
  }

  // MARK: Regions

  private func root(_ label: Int) -> Int {
    var label = label
    while list[label].parent != label { label = list[label].parent }
    return label
  }

  /// A region's parent and the region that encloses it have lower labels than the region itself. The loop goes up the labels, so
  /// their verdicts are known when it reaches the region.
  private mutating func judgeLight() {
    countContents()
    markGrayPhotos()
    countLetters()
    plates = writtenPlates()
    for (label, region) in list.enumerated().dropFirst() where region.traits.contains(.light) {
      if region.parent != label {
        regions[label] = regions[region.parent]
      } else if let plate = plate(around: label) {
        encloses[plate] = true
      } else if let plate = writtenPlate(around: label) {
        keep(label, on: plate)
      } else {
        lower(label)
      }
    }
    judgeSets()
    if panel.isFlat { keepStrokes() }
  }

  /// Decides once more on what is light in the regions of ink where a part of it stays: as a whole.
  ///
  /// Where most of the light is paper, and what stays is no set of signs, what stays are gaps between shapes: bars, ribbons, the dots
  /// of a plot. They go down. Elsewhere other signs stay beside a set: letters with a shadow in their counters, the dash in a title.
  private mutating func judgeSets() {
    var sets: [Int: SofteningSignSet] = [:]
    for label in list.indices.dropFirst() where regions[label] == .kept && !isSpeck(label) {
      guard let outer = encloser(of: label, light: true), !keepsLight(outer) else { continue }
      sets[outer, default: SofteningSignSet()].add(list[label])
    }
    let gaps = sets.filter { outer, set in set.isOfGaps && set.pixels * 2 < contents[outer].light }
    for outer in gaps.keys { encloses[outer] = false }
    for (label, region) in list.enumerated().dropFirst() where region.traits.contains(.light) {
      if region.parent != label {
        regions[label] = regions[region.parent]
      } else if let outer = encloser(of: region), let set = sets[outer] {
        if gaps[outer] != nil, regions[label] == .kept {
          lower(label)
        } else if gaps[outer] == nil, regions[label] == .paper, isMember(label, of: set) {
          keep(label, on: outer)
        }
      }
    }
  }

  /// Whether a light region belongs to the signs that stay on a plate: it has at most twice the pixels of the largest sign, and level
  /// ink of a written plate beside it, or it is a stroke well inside the plate and has the height of three of them.
  private func isMember(_ label: Int, of set: SofteningSignSet) -> Bool {
    guard set.count >= Contents.lettering, list[label].pixels / 2 <= set.largest, let part = part(label)
    else { return false }
    if part.isOnPlate, isWritten(label, as: part) { return true }
    return part.isStroke && isInside(list[label]) && set.hasThree(ofHeight: list[label].height)
      && !isPartOfGradient(list[label])
  }

  /// Keeps a light region as a sign on a written plate. In a region of several inks, the other pixels keep being lowered one by one.
  private mutating func keep(_ label: Int, on plate: Int) {
    if regions[label] == .paper { paperPixels -= UInt64(list[label].pixels) }
    regions[label] = .kept
    if list[plate].traits.contains(.oneInk) { encloses[plate] = true }
  }

  /// Takes a light region for paper.
  private mutating func lower(_ label: Int) {
    regions[label] = .paper
    paperPixels += UInt64(list[label].pixels)
    if list[label].traits.contains(.open) { openPixels += UInt64(list[label].pixels) }
  }

  /// A light region as a part of a plate of a colour or of a grey; nil for all others.
  private func part(_ label: Int) -> SofteningWrittenPlates.Part? {
    guard let outer = encloser(of: label, light: true) else { return nil }
    let (ink, traits, hasShapeOfSign) = (ink(of: label), list[label].traits, contents[label].signs > 0)
    guard ink.least < Self.palePlate, !isPage(label) else { return nil }
    // A middle grey may be a mixture of black and paper. Around a sign it is a plate.
    if ink.isFaint, !hasShapeOfSign || ink.least >= Self.legible { return nil }
    // A lattice has openings that look like strokes and signs. A light region on it counts as a stroke only if it has the shape of a
    // sign or lies beside level ink, and no region alone makes a written plate.
    let (isLattice, isOnPlate) = (isLattice(outer), traits.contains(.onPlate))
    return SofteningWrittenPlates.Part(
      region: outer, ink: ink,
      isStroke: !isOpening(label, of: outer) && (isOnPlate || hasShapeOfSign || !isLattice),
      isOnPlate: isOnPlate, isSign: traits.contains(.sign) && !isLattice)
  }

  private func writtenPlates() -> SofteningWrittenPlates {
    // A speck without level ink beside it does not tell whether a plate is written on.
    let parts = list.indices.dropFirst().lazy.filter { !isSpeck($0) || list[$0].traits.contains(.onPlate) }
    return SofteningWrittenPlates(parts.compactMap { part($0) }, least: Contents.lettering)
  }

  private mutating func countContents() {
    // What a region encloses has greater labels.
    for label in list.indices.dropFirst().reversed() where list[label].parent == label {
      contents[label].filled += Float(list[label].pixels)
      guard let outer = encloser(of: list[label]) else { continue }
      contents[outer].filled += contents[label].filled
      contents[outer].light += contents[label].light
      guard list[label].traits.contains(.light) else { continue }
      contents[outer].light += isSpeck(label) ? 0 : Float(list[label].pixels)
      contents[outer].blends += Float(list[label].blends)
    }
    for label in list.indices.dropFirst() {
      guard let outer = encloser(of: label, light: false) else { continue }
      contents[outer].parts += isSpeck(label) ? 0 : 1
      if list[label].pixels >= Self.counter, isForeign(label, in: outer) {
        contents[outer].ink += Float(list[label].pixels)
      }
    }
    for label in list.indices.dropFirst() {
      guard let outer = encloser(of: label, light: true), !isSpeck(label) else { continue }
      contents[outer].parts += isColoredStroke(label, on: outer) || isPage(label) ? 0 : 1
      contents[outer].glyphs += isGlyph(label, on: outer) ? 1 : 0
      contents[outer].openings += isOpening(label, of: outer) ? 1 : 0
      guard isSign(label, on: outer) else { continue }
      contents[label].signs = 1
      contents[outer].signs += 1
      contents[outer].signsOnPlate += list[label].traits.contains(.onPlate) ? 1 : 0
      contents[outer].signPixels += Float(list[label].pixels)
    }
  }

  /// Counts the regions of one ink by what their light is. Openwork without light counts, too: it is a letter without counters.
  private mutating func countLetters() {
    for (label, region) in list.enumerated().dropFirst()
    where region.parent == label && region.traits.contains(.oneInk)
      && (contents[label].light > 0 || isOpenwork(label))
    {
      letters[likeness(of: label), default: 0] += contents[label].isMostlySigns ? -1 : 1
    }
  }

  /// A number that regions of nearly the same ink share, and their size between two powers of 2.
  private func likeness(of label: Int) -> Int {
    ink(of: label).cell << 6 | list[label].pixels.bitWidth - list[label].pixels.leadingZeroBitCount
  }

  /// Whether a region of ink is a letter whose counter looks like a sign: most regions of its ink and size, and not itself alone,
  /// have paper in them or no light at all.
  private func isLetter(_ label: Int) -> Bool {
    let likeness = likeness(of: label)
    return (-1...1).reduce(0) { $0 + letters[likeness + $1, default: 0] } > 1
  }

  /// The label of the region that encloses region `label`. Nil if `label` is a part of another region, if the region's kind is not
  /// `light`, or if no region encloses it.
  private func encloser(of label: Int, light: Bool) -> Int? {
    list[label].parent == label && list[label].traits.contains(.light) == light
      ? encloser(of: list[label]) : nil
  }

  /// The root of the region that encloses another one, or nil.
  private func encloser(of region: SofteningRegion) -> Int? {
    region.outer == 0 || region.traits.contains(.open) ? nil : root(region.outer)
  }

  /// The number of pixels from which on the colour of ink in a light region tells whether the light region is a letter. A smaller
  /// counter of a letter may show nothing but the letter's shadow or its coloured fringes.
  private static let counter: UInt32 = 8

  /// Whether ink in a light region is of another hue than the ink beside that region and than its plate of one ink, which the counters
  /// of a glyph never show. What holds such ink is paper: a gap between rings, a dialog.
  private func isForeign(_ label: Int, in light: Int) -> Bool {
    let (ink, beside) = (self.ink(of: label), self.ink(of: light))
    if ink.hasHue(of: beside) || ink.isShade(of: beside) { return false }
    guard let plate = encloser(of: list[light]), list[plate].traits.contains(.oneInk) else { return true }
    return !ink.hasHue(of: self.ink(of: plate))
  }

  /// The ink of a region, or that beside a light one.
  private func ink(of label: Int) -> SofteningInk { SofteningInk(list[label].color, paper: paper.color) }

  /// Where a plate encloses light artwork, what is as thin beside it is artwork too, as the stem of an i below its dot.
  private mutating func keepStrokes() {
    for (label, region) in list.enumerated().dropFirst()
    where region.traits.contains(.light) && !region.traits.contains(.open) && regions[label] == .paper {
      guard region.parent == label else {
        regions[label] = regions[region.parent]
        continue
      }
      guard let plate = encloser(of: region), encloses[plate] else { continue }
      guard 2 * region.thickness <= list[plate].thickness, region.depth > 1 else { continue }
      regions[label] = .kept
    }
  }

  /// The region of ink that makes a light one artwork, or nil where the light one is paper.
  ///
  /// Signs on a plate of colour (the text on a button, the tick in a logo) are artwork, where they are many or have at least half of
  /// what is light on it: else the plate is a frame. So is what is light in a photograph that has more else.
  private func plate(around light: Int) -> Int? {
    let region = list[light]
    guard let label = encloser(of: region) else { return nil }
    let inside = contents[label]
    // A photograph keeps its lights. A page that only shares a line with it is not one of them. In a photograph without a background,
    // others are openings, as the hole of a key.
    if keepsLight(label), isBlended(region) || !isCutOut(label) && !isPage(light) {
      return label
    }
    if isPartOfGradient(region) { return nil }
    if isTile(label) && isBlank(light) || isBadge(label) && isStroke(light, on: label) { return label }
    guard isPlate(label) else { return nil }
    // Letters may be in pieces, which have others above them.
    let isSmall = Float(region.pixels) * Float(inside.signs) <= inside.signPixels
    let isPiece =
      isColoredStroke(light, on: label) || inside.isWritten && isSmall && isStroke(light, on: label)
    return contents[light].signs > 0 || inside.signs > 0 && isPiece ? label : nil
  }

  /// Whether signs on a region of ink stay as they are: where they are writing or most of its light. Openwork has signs only if
  /// level ink lies beside one of them, and a lattice only if they are both.
  private func isPlate(_ label: Int) -> Bool {
    let inside = contents[label]
    if isOpenwork(label), inside.signsOnPlate == 0 { return false }
    if isLattice(label) { return inside.isWritten && inside.isMostlySigns }
    return inside.isWritten || inside.isMostlySigns && !isLetter(label)
  }

  /// The region that a light one, a stroke of a letter, is written on, where its plate is part of that region; or nil.
  private func writtenPlate(around label: Int) -> Int? {
    guard !plates.isEmpty, let part = part(label), part.isStroke, isWritten(label, as: part) else {
      return nil
    }
    return part.region
  }

  /// Whether a light region lies on a written plate whose signs stay.
  private func isWritten(_ label: Int, as part: SofteningWrittenPlates.Part) -> Bool {
    plates.isWritten(part) && !isLetter(part.region) && !isPartOfGradient(list[label])
  }

  /// Whether a light region runs without an edge into what is around it.
  private func isBlended(_ region: SofteningRegion) -> Bool {
    Float(region.blends) >= min(SofteningRegion.leastNewEdge, Float(region.pixels) / 4)
  }

  /// Whether a light region is a part of a gradient, as the upper half of a button. Where paper becomes transparent, plates stay opaque.
  private func isPartOfGradient(_ region: SofteningRegion) -> Bool { !panel.isFlat && isBlended(region) }

  /// Whether a light region may be a piece of a letter on a plate of colour.
  private func isColoredStroke(_ label: Int, on outer: Int) -> Bool {
    isStroke(label, on: outer) && !ink(of: label).isNeutral
  }

  /// Whether a light region may be a piece of a letter: at most half as wide as the ink around it on average, blank, no gap between two
  /// inks, and beside ink that is darker than pastels.
  private func isStroke(_ label: Int, on outer: Int) -> Bool {
    2 * list[label].thickness <= list[outer].thickness && isBlank(label) && !isBetweenInks(list[label])
      && ink(of: label).least < Self.pastel
  }

  /// Whether a light region lies between two inks, such as a curve and the area beside it. Small pieces of letters lie between
  /// the coloured fringes of their neighbours, and are no such gaps.
  private func isBetweenInks(_ light: SofteningRegion) -> Bool {
    light.traits.contains(.between) && light.pixels >= Self.leastGlyph
  }

  /// Whether a light region has no ink of its own, and is neither a page nor a gap between rings.
  private func isBlank(_ label: Int) -> Bool {
    contents[label].ink * 16 < Float(list[label].pixels) && !isPage(label) && !isGap(label)
  }

  /// Whether a light region is a gap between two rings: it has more light within than it has pixels, or the inner ring of such a gap
  /// has it.
  private func isGap(_ light: Int) -> Bool {
    var gap = light
    while contents[gap].light <= Float(list[gap].pixels) {
      guard let ring = encloser(of: list[gap]), let outer = encloser(of: list[ring]),
        2 * list[outer].thickness <= list[ring].thickness
      else { return false }
      gap = outer
    }
    return true
  }

  /// The least channel from which on a plate is pale, as the sea of a map, as a share of the paper's.
  private static let palePlate = 0.6

  /// The lightest grey on which white letters have a contrast of 4.5:1, as a share of the paper's codes.
  private static let legible = 0.463

  /// The lightness of a pastel, and the least channel of an ink that is one, as a share of the paper's, at least.
  private static let pastel = 0.7

  /// Whether a light region has several regions of ink in it of which one is of another ink, or more than two and most of the rectangle
  /// around it, as a field with a word has.
  private func isPage(_ label: Int) -> Bool {
    let (region, parts) = (list[label], contents[label].parts)
    return parts > 1 && contents[label].ink > 0
      || parts > 2 && Int(region.pixels) * 4 >= region.box * 3
  }

  /// Whether a region is a badge, a button or a tile: it is not pale, has no openings, and fills the rectangle around it but for
  /// rounded corners. What is light on it is at most a quarter of it, or a sixteenth where its letters have rims of other colours.
  private func isTile(_ label: Int) -> Bool {
    let (region, inside) = (list[label], contents[label])
    let isOneInk = region.traits.contains(.oneInk)
    return (isOneInk || region.traits.contains([.plate, .solid])) && region.pixels >= Self.leastTile
      && fills(Self.rectangle, ofBoxAround: label)
      && inside.light * (isOneInk ? 4 : 16) <= Float(region.pixels)
      && ink(of: label).least < Self.palePlate && !isLetter(label)
  }

  /// Whether a region is a disc, a tile or a button, however it is shaded: no letter, at least as full as a hexagon, mostly darker than
  /// pastels, and what is light on it are strokes, of which one is a glyph, and no openings.
  private func isBadge(_ label: Int) -> Bool {
    contents[label].glyphs > 0 && contents[label].openings == 0
      && list[label].traits.isDisjoint(with: [.open, .photo])
      && fills(Self.hexagon, ofBoxAround: label) && !isPale(label) && !isLetter(label)
  }

  /// Whether a light region has the shape of a tick, a cross or a letter, which no counter of a letter has: it has at most half of
  /// the rectangle around it, and lies well inside the region of ink.
  private func isGlyph(_ label: Int, on outer: Int) -> Bool {
    let region = list[label]
    return region.pixels >= Self.leastGlyph && Int(region.pixels) * 2 <= region.box && isInside(region)
      && isStroke(label, on: outer)
  }

  /// The pixels of a glyph or of a gap between inks, at least. Between blurred digits of small print are gaps of fewer.
  private static let leastGlyph: UInt32 = 32

  /// The pixels of a tile, at least. Bold letters of small print have fewer, and their counters are specks.
  private static let leastTile: UInt32 = 100

  /// Whether a region, with all that it encloses, has at least a share of the rectangle around it.
  private func fills(_ share: Float, ofBoxAround label: Int) -> Bool {
    contents[label].filled >= share * Float(list[label].box)
  }

  /// What a hexagon has of the rectangle around it, and a rectangle with rounded corners at least; a disc has 0.785.
  private static let hexagon: Float = 0.75, rectangle: Float = 0.9

  /// Whether a region of ink is no plate, but shapes and lines that touch: it is less full than a hexagon.
  private func isOpenwork(_ label: Int) -> Bool { !fills(Self.hexagon, ofBoxAround: label) }

  /// Whether a region is openwork of one ink: a letter, a QR code, a chair. A single sign may be an opening of it.
  private func isLattice(_ label: Int) -> Bool { isOpenwork(label) && list[label].traits.contains(.oneInk) }

  /// Whether a region of ink is a photograph: what has more light in it than it has pixels is a window with shades.
  private func isPhoto(_ label: Int) -> Bool {
    list[label].traits.contains(.photo) && contents[label].light <= Float(list[label].pixels)
  }

  private mutating func markGrayPhotos() {
    for label in list.indices.dropFirst() where list[label].parent == label && isGrayPhoto(label) {
      list[label].traits.insert(.photo)
    }
  }

  /// Whether a region is a smooth photograph in greys: it fills the rectangle around it, is mostly darker than pastels, and is neither
  /// level nor mostly of one grey.
  private func isGrayPhoto(_ label: Int) -> Bool {
    let region = list[label]
    return region.traits.contains(.oneInk) && region.traits.isDisjoint(with: [.plate, .solid])
      && min(region.thickness, region.height) >= Self.leastPhoto && fills(Self.rectangle, ofBoxAround: label)
      && !isPale(label) && ink(of: label).isNeutral
  }

  /// The least mean width and the least height of a photograph in greys, in pixels.
  private static let leastPhoto = 32

  /// Whether what is light in a region of ink is part of the photograph that the region is.
  private func keepsLight(_ label: Int) -> Bool {
    let region = list[label]
    return isPhoto(label) && contents[label].light * 2 <= Float(region.pixels)
      && (panel.isFlat || Float(region.blends) < contents[label].blends + SofteningRegion.leastNewEdge)
  }

  /// Whether a photograph has no background: it is less full than a disc.
  private func isCutOut(_ photo: Int) -> Bool { !fills(0.78, ofBoxAround: photo) }

  /// Whether a region is a photograph that stays, and has edges that are solved. Where paper does not become transparent, only one
  /// without a background has them: the pixels of straight sides are no mixtures.
  private func hasEdges(_ label: Int) -> Bool {
    isPhoto(label) && !runsIntoPaper(label) && (panel.isFlat || isCutOut(label))
  }

  /// Whether a photograph runs without an edge into light that goes down, as a bright sky into the page: it is lowered with all
  /// that is in it, since a part would end in a new edge. Where paper becomes transparent, photographs stay opaque.
  private func runsIntoPaper(_ label: Int) -> Bool {
    isPhoto(label) && !panel.isFlat && !keepsLight(label)
      && Float(list[label].blends) >= SofteningRegion.leastNewEdge
  }

  /// Whether a light region has fewer pixels than a sign: glints and rims, which many gradients and rounded corners have.
  private func isSpeck(_ label: Int) -> Bool { list[label].pixels < 4 }

  /// Whether a light region is a sign on the plate around it, which is mostly darker than pastels: the sign is thin and lies well
  /// inside, unlike the counters of letters that touch a plate. What has ink of its own, or more light within, is no sign.
  private func isSign(_ label: Int, on outer: Int) -> Bool {
    let region = list[label]
    return list[outer].traits.contains(.plate) && !isPale(outer) && isStroke(label, on: outer)
      && isInside(region)
  }

  /// Whether at least half of a region of ink is as light as pastels are.
  private func isPale(_ label: Int) -> Bool { contents[label].pale * 2 >= Float(list[label].pixels) }

  /// Whether a light region is an opening of the region of ink around it: the light region is no stroke, or it begins near the rim of the
  /// ink and is more than a quarter as wide as the ink.
  private func isOpening(_ label: Int, of outer: Int) -> Bool {
    !isStroke(label, on: outer) || !isInside(list[label]) && 4 * list[label].thickness > list[outer].thickness
  }

  /// Whether a light region lies well inside the region of ink around it.
  private func isInside(_ light: SofteningRegion) -> Bool { light.depth >= SofteningRegion.inset }

  /// The least channel of the ink that a region is drawn in, where paper becomes transparent; 1 for a pale dash, which shows no ink.
  private func knockedOutFloor(of ink: SofteningInk, in region: SofteningRegion) -> Double {
    let floor = shownFloor(of: ink, in: region)
    guard ink.isNeutral, floor >= Self.pale else { return floor }
    // Two dashes that cross, or meet at a corner, have a pixel for each row and each column of their rectangle at most.
    let isDash =
      min(region.width, region.height) < Self.dash || Int(region.pixels) <= region.width + region.height
    return isDash ? 1 : floor
  }

  /// The least channel that a region shows: its own where it is wide enough for its ink, and that of black where a grey fades into
  /// paper.
  private func shownFloor(of ink: SofteningInk, in region: SofteningRegion) -> Double {
    let fades = ink.isNeutral && region.blends > region.pixels / Self.fading
    if fades, ink.least >= Self.pale { return 0 }
    if isBroad(region) { return ink.least }
    if let floor = plainInks.floor(of: ink) { return floor }
    // All of a dot may be a mixture.
    if isDot(region) {
      if ink.isNeutral { return min(ink.least, plainInks.darkest) }
      if ink.least >= Self.pale { return 0 }
    }
    return fades ? 0 : plainInks.darkestGray(in: ink) ?? ink.least
  }

  /// The least height or width of a hairline, and the least thickness of a stroke that shows its ink.
  private static let hairline = 16, thin = 4
  /// A dash has fewer rows or fewer columns.
  private static let dash = 3
  /// One in so many pixels of a region that fades into paper looks like the paper beside it.
  private static let fading: UInt32 = 64

  /// The least channel of the ink that a region of one ink is drawn in, as a share of the paper's.
  private func floor(of ink: SofteningInk, in region: SofteningRegion, label: Int) -> Double {
    // A pale grey line is lowered as a hairline in a region of several inks is. Where paper becomes transparent, dots and letters stay.
    if region.traits.contains(.line), ink.isNeutral, ink.least >= Self.pale,
      !panel.isFlat || max(region.width, region.height) >= Self.hairline
    {
      return 0
    }
    if panel.isFlat { return wordFloors[label] ?? knockedOutFloor(of: ink, in: region) }
    let isSolid = ink.isNeutral ? solidGrays.contains(ink.cell) : region.traits.contains(.solid)
    if isSolid { return ink.least }
    return region.thickness < Self.wide ? ink.floor : max(ink.floor, Self.shading)
  }

  /// The mean length of a region's runs, in pixels, from which on dark greys are shading. In a narrower region they are
  /// ink that covers a pixel in part.
  private static let wide = 16
  /// The least channel from which on a grey line is pale, as a share of the paper's: on white paper that of P3_SOFTEN_PALE.
  private static let pale = 0.71
  /// The least channel up to which shading loses nothing, as a share of the paper's.
  private static let shading = 0.25

  /// Weighs the regions in which a grey or a near one is solid against the others, by pixels and by thickness: wide areas show an
  /// ink as it is.
  private mutating func countGrays() {
    var weights: [Int: Int] = [:]
    for (label, region) in list.enumerated().dropFirst()
    where region.parent == label && region.traits.isDisjoint(with: [.light, .soft]) {
      let ink = ink(of: label)
      guard region.traits.contains(.oneInk), ink.isNeutral else { continue }
      let weight = Int(region.pixels) * region.thickness
      weights[ink.cell, default: 0] += region.traits.contains(.solid) ? weight : -weight
    }
    let solid = weights.keys.filter { cell in
      SofteningInk.cells(near: cell).reduce(0) { $0 + weights[$1, default: 0] } > 0
    }
    solidGrays = Set(solid)
  }

  /// Weighs what would have new edges, solved pixel by pixel, against the rest that is drawn in several inks.
  private mutating func countBroken() {
    var (broken, solved): (Float, Float) = (0, 0)
    for (label, region) in list.enumerated().dropFirst() where region.parent == label && isDrawing(label) {
      if region.traits.contains(.broken) {
        broken += Float(region.pixels)
      } else {
        solved += Float(region.pixels)
      }
    }
    isMostlyBroken = broken >= max(1, solved)
  }

  /// Whether a region is drawn in several inks, and is neither a photograph nor a plate with signs.
  private func isDrawing(_ label: Int) -> Bool {
    list[label].traits.isDisjoint(with: [.light, .oneInk]) && !encloses[label] && !isPhoto(label)
  }

  /// Whether a drawing in several inks loses all that is white in it, since it would have new edges otherwise.
  private func isBroken(_ label: Int) -> Bool { isMostlyBroken || list[label].traits.contains(.broken) }

  /// The verdict on a drawing in several inks, where paper becomes transparent: of lines, the greys are mixtures of the darkest pixel,
  /// if that is a grey, or of black.
  private func knockedOutDrawing(_ region: SofteningRegion, ink: SofteningInk) -> SofteningVerdict {
    guard region.traits.contains(.line) else { return .mixed }
    let floor = ink.isNeutral && ink.least < 0.98 ? ink.least : 0
    return .grays(slope: Float(1 / (1 - floor)), offset: Float(floor / (1 - floor)))
  }

  /// Whether a region in several inks may be a letter in black or grey whose rims have rests of colour, where paper becomes transparent.
  private func isFringedLetter(_ label: Int) -> Bool {
    panel.isFlat && list[label].traits.contains(.line) && !list[label].traits.contains(.oneInk)
      && list[label].height <= Self.tallest && ink(of: label).tint < Self.fringe
  }

  /// The rows of a letter of text, at most, and the tint of its darkest pixel.
  private static let tallest = 32, fringe = 0.25

  /// Finds the darkest inks of broken drawings, and those beside the light in them.
  private mutating func findLoweredInks() {
    var cells: Set<Int> = []
    for label in list.indices.dropFirst() where list[label].parent == label {
      let drawing = encloser(of: label, light: true) ?? label
      if isDrawing(drawing), isBroken(drawing) { cells.insert(ink(of: label).cell) }
    }
    loweredInks = Set(cells.flatMap(SofteningInk.cells))
  }

  /// Finds the words of letters, and the inks of the thin letters in them.
  private mutating func findWords() {
    let letters = list.indices.dropFirst().filter { label in
      list[label].parent == label && list[label].height <= Self.tallest
        && list[label].traits.isDisjoint(with: [.light, .photo])
        && (list[label].traits.contains(.oneInk) || isFringedLetter(label))
        && (!isDot(list[label]) || ink(of: label).isNeutral)
    }
    wordFloors = SofteningWords.floors(
      of: letters.map { ($0, knockedOutFloor(of: inkOfLetter($0), in: list[$0])) }, in: list
    ) { one, next in
      let (one, next) = (inkOfLetter(one), inkOfLetter(next))
      return one.isNeutral ? next.isNeutral : one.hasHue(of: next)
    }.filter { !isBroad(list[$0.key]) }
  }

  /// The ink of a letter: a grey where its rims have rests of colour.
  private func inkOfLetter(_ label: Int) -> SofteningInk {
    isFringedLetter(label) ? SofteningInk(gray: ink(of: label).least) : ink(of: label)
  }

  /// Whether all pixels of a region may be mixtures: it is narrower and lower than a stroke that shows its ink.
  private func isDot(_ region: SofteningRegion) -> Bool { max(region.width, region.height) < Self.thin }

  /// Whether a region of ink is wide enough to show its ink, and most of it has one.
  private func isBroad(_ region: SofteningRegion) -> Bool {
    region.traits.contains(.solid) && min(region.thickness, region.height) >= Self.thin
  }

  private mutating func judgeInk() {
    countBroken()
    if panel.isFlat {
      findWords()
    } else {
      countGrays()
      findLoweredInks()
    }
    for (label, region) in list.enumerated().dropFirst() where !region.traits.contains(.light) {
      regions[label] = region.parent != label ? regions[region.parent] : verdict(on: region, label: label)
    }
  }

  /// The region that a region of ink is a part of, where only light that stays parts them: the plate of a white letter with a counter,
  /// the photograph of a light cell with a dark one.
  private func plate(behind label: Int) -> Int? {
    guard let light = encloser(of: label, light: false), regions[light] == .kept else { return nil }
    return encloser(of: list[light])
  }

  private mutating func verdict(on region: SofteningRegion, label: Int) -> SofteningVerdict {
    if let plate = plate(behind: label) { return regions[plate] }
    if hasEdges(label) { return .panel(full: 0) }
    if isPhoto(label) { return runsIntoPaper(label) ? .paper : .kept }
    guard !encloses[label] else { return .panel(full: 0) }
    guard region.traits.contains(.oneInk) || isFringedLetter(label) else {
      // That map has no seam wherever paper begins.
      if let fades = fades[label], fades >= UInt64(region.pixels / 2) { return .paper }
      if panel.isFlat { return knockedOutDrawing(region, ink: ink(of: label)) }
      guard isBroken(label) else { return .mixed }
      unbroken += 1
      return .paper
    }
    let ink = inkOfLetter(label)
    if region.traits.contains(.solid), loweredInks.contains(ink.cell) { return .paper }
    if region.traits.contains(.soft) {
      return ink.isNeutral && ink.least > 0.3
        ? fade(from: 0) : fade(from: ink.least, losing: panel.share(of: region.color))
    }
    let floor = floor(of: ink, in: region, label: label)
    let own = floor == 0 ? 0 : panel.share(of: region.color)
    guard floor < 0.98 else { return .paper }
    // A mixture of paper and an ink that itself loses `own`.
    let slope = (1 - own) / (1 - floor)
    return .mapped(slope: Float(slope), offset: Float(slope * floor - own))
  }

  /// A glow or shadow from paper down to an ink whose least channel is `floor`, and which itself loses the share `own`: continuous
  /// where it meets light pixels, which lose all that is white in them.
  private func fade(from floor: Double, losing own: Double = 0) -> SofteningVerdict {
    let top = paper.encoded(leastLight, tables: tables)
    // At least half of the contrast within it is left.
    guard floor < top - max(0.05, 2 * (top - own) * panel.lost) else { return .paper }
    let slope = (top - own) / (top - floor)
    return .mapped(slope: Float(slope), offset: Float(slope * floor - own))
  }

  // MARK: Components

  private func verdict(on component: SofteningComponentSummary, beside region: Int) -> SofteningVerdict {
    // What is smooth in a photograph stays.
    if let outer = self.region(of: component.place), hasEdges(outer) { return .kept }
    // The darkest rows of a faint shadow differ as little as those of a plate.
    if isPaper(region), !component.isPlate || panel.isFlat && component.tint < 0.02 {
      let least = paper.encoded(component.darkest, tables: tables)
      // A pastel is lowered itself: it may be a plate whose rim is a slope.
      return component.tint < 0.02 && least > 0.3
        ? fade(from: 0) : fade(from: least, losing: panel.kept(1 - least))
    }
    // Where light greys stay, edges between them and paper are solved.
    if panel.isFlat { return .kept }
    guard component.tint < 0.1 else { return .panel(full: 0) }
    // Edges take their share of it in proportion to whiteness, as those of paper in shadow do.
    let share = panel.share(paper.encoded(component.level, tables: tables))
    return .panel(full: Float(share / component.whiteness))
  }
}

/// What a region encloses, in pixels, as 36 bytes: pages have a region per letter.
private struct Contents: Sendable {
  /// Light regions within, but for specks, at any depth.
  var light: Float = 0
  /// Ink in a light region that is not of the plate around it.
  var ink: Float = 0
  /// Of a light region, the regions of ink in it but for specks. Of one of ink, the light regions in it but for specks, pages and
  /// strokes beside colour.
  var parts: UInt32 = 0
  /// The signs among them; of a sign 1.
  var signs: UInt32 = 0, signPixels: Float = 0
  /// How many of those signs have level ink beside them.
  var signsOnPlate: UInt32 = 0
  /// Of a region of ink, the light regions in it that are shaped as glyphs, and those that are openings, but for specks.
  var glyphs: UInt32 = 0, openings: UInt32 = 0
  /// As a region's own, of the light ones that one of ink has in it.
  var blends: Float = 0
  /// What is as light in a region of ink as pastels are.
  var pale: Float = 0
  /// The region itself and all that it encloses, at any depth.
  var filled: Float = 0

  /// The least number of signs that are writing.
  static let lettering: UInt32 = 3

  /// Whether signs are writing: at least three, and at least half as many as `parts`.
  var isWritten: Bool { signs >= Self.lettering && signs * 2 >= parts }

  /// Whether there are signs that have at least half of what is light.
  var isMostlySigns: Bool { signs > 0 && signPixels * 2 >= light }
}

/// The inks that letters and lines are drawn in: the darkest pixel of a thin stroke is a mixture with paper, that of others in the
/// same ink is not.
struct SofteningPlainInks: Sendable {
  private var inks: [SofteningInk] = []
  /// The least channel of the darkest grey of all regions.
  private(set) var darkest = 1.0

  init() {}

  /// The inks that three regions of `list` show, and that are no mixtures of a darker one: of its letters a few, such as i and l, end
  /// at one grey.
  init(_ list: [SofteningRegion], paper: SIMD3<UInt16>) {
    let labels = list.indices.dropFirst().filter { label in
      let traits = list[label].traits
      return list[label].parent == label && traits.contains(.oneInk)
        && traits.isDisjoint(with: [.light, .soft])
    }
    let letters = labels.map { SofteningInk(list[$0].color, paper: paper) }
    darkest = letters.filter(\.isNeutral).map(\.least).min() ?? 1
    let broad = letters.indices.filter { list[labels[$0]].width >= Self.broad }
    let keys = broad.map { letters[$0].key << 28 | $0 & 0xFFF_FFFF }.sorted()
    let least = max(3, letters.count / Self.most)
    var count = 0
    for (index, key) in keys.enumerated() {
      count += 1
      if index + 1 < keys.count, keys[index + 1] >> 28 == key >> 28 { continue }
      let isFrequent = count >= least
      count = 0
      guard isFrequent else { continue }
      let ink = letters[key & 0xFFF_FFFF]
      let known = inks.filter { $0.hasHue(of: ink) }
      let alike = letters.indices.filter { letters[$0].hasHue(of: ink) }
      let near = alike.filter { abs(letters[$0].least - ink.least) <= 0.02 }
      let mixed = alike.lazy.map { letters[$0].least }.count { least in
        least < ink.least - 0.03 && least > ink.least - 0.3
          && !known.contains { abs($0.least - least) <= 0.03 }
      }
      guard near.count >= mixed else { continue }
      if near.contains(where: {
        list[labels[$0]].width >= Self.broad && list[labels[$0]].height >= Self.broad
      }) {
        inks.append(ink)
      }
    }
  }

  /// The least width of letters that show their ink, and the least height of one of them: all of an i or of a dash may be a mixture.
  private static let broad = 4
  /// How many inks of a page are looked at, at most: those that so many letters have.
  private static let most = 64

  /// The least channel of the lightest of these inks that covers at least half of a pixel of the colour `ink`.
  func floor(of ink: SofteningInk) -> Double? {
    let alike = inks.filter { $0.least <= ink.least + 0.03 && $0.hasHue(of: ink) }
    return alike.map { min(ink.least, $0.least) }.filter { Self.isHalf($0, of: ink) }.max()
  }

  /// The least channel of the darkest grey, if `ink` is a grey and at least half of it the darkest.
  func darkestGray(in ink: SofteningInk) -> Double? {
    ink.isNeutral && Self.isHalf(darkest, of: ink) ? darkest : nil
  }

  /// Whether an ink whose least channel is `floor` covers at least half of a pixel of the colour `ink`.
  private static func isHalf(_ floor: Double, of ink: SofteningInk) -> Bool {
    2 * (1 - ink.least) >= 1 - floor
  }
}

/// The colour of an ink, in units of the paper's codes.
struct SofteningInk {
  /// The least of its channels, 0 to 1.
  let least: Double
  /// How much less it takes from one channel of paper than from another: 0 for greys of the paper's hue, at most 1.
  let tint: Double
  /// What it takes from paper, of length 1.
  private let direction: SIMD3<Double>
  /// What it keeps of paper, of length 1; zero for black.
  private let rest: SIMD3<Double>
  /// Its least channel and its codes in 8 bits as a number.
  let key: Int

  /// A number of the cell that its codes lie in: eight 8-bit codes of each channel.
  var cell: Int { (0..<3).reduce(0) { $0 << 6 | ((key >> (16 - 8 * $1) & 255) >> 3) + 1 } }
  /// A cell and the 26 that meet it.
  static func cells(near cell: Int) -> [Int] {
    (0..<27).map { cell + ($0 / 9 - 1) << 12 + ($0 / 3 % 3 - 1) << 6 + $0 % 3 - 1 }
  }

  /// Whether both lie on one line from paper.
  func hasHue(of other: SofteningInk) -> Bool { (direction * other.direction).sum() > 0.996 }

  /// Whether both lie on one line from black, as a colour and its shadow.
  func isShade(of other: SofteningInk) -> Bool { (rest * other.rest).sum() > 0.996 }

  init(_ color: SIMD3<UInt16>, paper: SIMD3<UInt16>) {
    let codes = SIMD3<Double>(SIMD3<UInt32>(truncatingIfNeeded: color))
    let relative =
      codes
      / SIMD3<Double>(SIMD3<UInt32>(truncatingIfNeeded: paper)).clamped(
        lowerBound: .one, upperBound: SIMD3(repeating: 65535))
    least = min(1, max(0, relative.min()))
    let kept = (relative * relative).sum().squareRoot()
    rest = kept > 0.02 ? relative / kept : .zero
    let away = (SIMD3(repeating: 1) - relative).clamped(lowerBound: .zero, upperBound: .one)
    let length = (away * away).sum().squareRoot()
    direction = length > 0 ? away / length : SIMD3(repeating: 1 / 3.0.squareRoot())
    key = Int(least * 255) << 24 | Int(color.x >> 8) << 16 | Int(color.y >> 8) << 8 | Int(color.z >> 8)
    tint = away.max() == 0 ? 0 : 1 - away.min() / away.max()
  }

  /// A grey of the paper's hue.
  init(gray least: Double) {
    self.init(SIMD3(repeating: UInt16(least * 65535)), paper: SIMD3(repeating: 65535))
  }

  /// Whether it is a grey of the paper's hue.
  var isNeutral: Bool { tint < 0.06 }

  /// Whether it may be a mixture of black and paper: a light or middle grey.
  var isFaint: Bool { floor < least }

  /// What is taken for the ink's own least channel in a thin stroke. A colour or a dark grey is an ink; a lighter grey in
  /// a stroke is black drawn with less than full opacity, or too thin to cover a pixel.
  var floor: Double {
    guard isNeutral else { return least }
    return least * (1 - min(max((least - 0.345) / 0.02, 0), 1))
  }
}

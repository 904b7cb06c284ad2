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

  private let list: [SofteningRegion]
  private let leastLight: Double
  private let paper: SofteningPaper
  private let tables: SofteningTables
  private let panel: SofteningPanelCurve
  /// Regions of ink that enclose light artwork, by label.
  private var encloses: [Bool]
  /// The inks that shapes and letters of a page are drawn in, where its paper becomes transparent.
  private var plainInks = SofteningPlainInks()
  /// The glow or fade that a region of ink consists of, by the region's label.
  private var grounds: [Int: SofteningGround] = [:]

  /// The verdicts on an image of `visible` visible pixels.
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
    leastLight: Double, paper: SofteningPaper, panel: SofteningPanelCurve, tables: SofteningTables,
    visible: UInt64
  ) {
    self.list = list
    self.leastLight = leastLight
    self.paper = paper
    self.tables = tables
    self.panel = panel
    regions = Array(repeating: .kept, count: max(1, list.count))
    encloses = Array(repeating: false, count: max(1, list.count))
    judgeLight(visible: visible)
    if panel.isFlat { plainInks = SofteningPlainInks(list, paper: paper.color) }
    components = [.kept]
    for (summary, region) in zip(summaries, meetings).dropFirst() {
      components.append(verdict(on: summary, beside: region))
    }
    for label in roots.indices.dropFirst() where roots[label] == label {
      add(summaries[label].place, verdict: components[label], isFade: isPaper(meetings[label]))
    }
    judgeInk()
  }

  private func isPaper(_ region: Int) -> Bool {
    region != 0 && region < regions.count && regions[region] == .paper
  }

  /// Counts a component in the region that it lies in.
  private mutating func add(_ place: SofteningComponentPlace, verdict: SofteningVerdict, isFade: Bool) {
    let region = Int(place.region)
    guard region != 0, region < list.count else { return }
    grounds[root(region), default: SofteningGround()].add(place.pixels, verdict: verdict, isFade: isFade)
  }

  /// The verdicts on what the first pass found.
  init(
    _ background: SofteningBackground, paper: SofteningPaper, panel: SofteningPanelCurve,
    tables: SofteningTables,
    visible: UInt64
  ) {
    let parts = background.components
    let roots = parts.parents.indices.map { parts.root(ofLabel: $0) }
    self.init(
      regions: background.list, components: roots.map { parts.summary(ofRoot: $0) },
      roots: roots, meetings: roots.map { parts.region(besideRoot: $0) }, leastLight: background.leastLight,
      paper: paper,
      panel: panel, tables: tables, visible: visible)
  }

  // MARK: Regions

  private func root(_ label: Int) -> Int {
    var label = label
    while list[label].parent != label { label = list[label].parent }
    return label
  }

  /// A parent's label is less than its child's, so its verdict is known when the child's is asked for.
  private mutating func judgeLight(visible: UInt64) {
    for (label, region) in list.enumerated().dropFirst() where region.traits.contains(.light) {
      if region.parent != label {
        regions[label] = regions[region.parent]
      } else if let plate = plate(around: region, visible: visible) {
        encloses[plate] = true
      } else {
        regions[label] = .paper
        paperPixels += UInt64(region.pixels)
        if region.traits.contains(.open) { openPixels += UInt64(region.pixels) }
      }
    }
    if panel.isFlat { keepStrokes() }
  }

  /// Where a plate encloses light artwork, what is as thin beside it is artwork too, as the stem of an i below its dot.
  private mutating func keepStrokes() {
    for (label, region) in list.enumerated().dropFirst()
    where region.traits.contains(.light) && !region.traits.contains(.open) && regions[label] == .paper {
      let plate = region.outer == 0 ? 0 : root(region.outer)
      guard encloses[plate], 2 * region.thickness <= list[plate].thickness, region.depth > 1 else { continue }
      regions[label] = .kept
    }
  }

  /// The region of ink that makes a light one artwork, or nil where the light one is paper.
  ///
  /// Light ground inside a plate of colour (the text on a button, the tick in a logo) is artwork: it is at most half as
  /// wide as the plate on average, has at most a quarter of its pixels, and lies well inside, unlike the counters of
  /// letters that touch a plate. So is what is light in a photograph and smaller than it, and
  /// what lies on transparency and covers less than a fifth of what is visible.
  private func plate(around region: SofteningRegion, visible: UInt64) -> Int? {
    if region.traits.contains(.clear) && UInt64(region.pixels) * 5 < visible { return 0 }
    guard !region.traits.contains(.open), region.outer != 0 else { return nil }
    let label = root(region.outer)
    let outer = list[label]
    if outer.traits.contains(.photo) && region.pixels <= outer.pixels { return label }
    let isThin = 2 * region.thickness <= outer.thickness && UInt64(region.pixels) * 4 <= UInt64(outer.pixels)
    let isInside = region.depth >= max(4, min(255, region.thickness / 4))
    return outer.traits.contains(.plate) && isThin && isInside ? label : nil
  }

  /// The ink that a region is drawn in, where paper becomes transparent: its own where it is wide enough to show it, else the
  /// nearest darker one of its hue that others show; black for greys where none does.
  private func floor(of ink: SofteningInk, in region: SofteningRegion) -> Double {
    guard !region.traits.contains(.solid) || region.thickness < 4 else { return ink.least }
    return plainInks.floor(of: ink) ?? (ink.isNeutral ? 0 : ink.least)
  }

  private mutating func judgeInk() {
    for (label, region) in list.enumerated().dropFirst() where !region.traits.contains(.light) {
      regions[label] = region.parent != label ? regions[region.parent] : verdict(on: region, label: label)
    }
  }

  private func verdict(on region: SofteningRegion, label: Int) -> SofteningVerdict {
    if region.traits.contains(.photo) { return .kept }
    guard !encloses[label] else { return .mixed }
    guard region.traits.contains(.oneInk) else {
      return grounds[label]?.verdict(onRegionOf: region.pixels) ?? .mixed
    }
    let ink = SofteningInk(region.color, paper: paper.color)
    if region.traits.contains(.soft) { return fade(from: ink.isNeutral && ink.least > 0.3 ? 0 : ink.least) }
    let floor =
      panel.isFlat ? floor(of: ink, in: region) : region.traits.contains(.solid) ? ink.least : ink.floor
    let own = floor == 0 ? 0 : panel.share(of: region.color, tables: tables)
    guard floor < 0.98 else { return .paper }
    // A mixture of paper and an ink that itself loses `own`.
    let slope = (1 - own) / (1 - floor)
    return .mapped(slope: Float(slope), offset: Float(slope * floor - own))
  }

  /// A glow or shadow from paper down to an ink whose least channel is `floor`: continuous where it meets light pixels,
  /// which lose all that is white in them.
  private func fade(from floor: Double) -> SofteningVerdict {
    let top = paper.encoded(leastLight, tables: tables)
    guard floor < top - 0.05 else { return .paper }
    let slope = top / (top - floor)
    return .mapped(slope: Float(slope), offset: Float(slope * floor))
  }

  // MARK: Components

  private func verdict(on component: SofteningComponentSummary, beside region: Int) -> SofteningVerdict {
    if isPaper(region) {
      let least = paper.encoded(component.darkest, tables: tables)
      return fade(from: component.tint < 0.02 && least > 0.3 ? 0 : least)
    }
    // Paper that was not guessed from the first rows.
    let isPaper = component.lightest >= paper.level - 0.03 && component.level >= paper.level - 0.05
    if isPaper { return .paper }
    // Where light greys stay, edges between them and paper are solved.
    if panel.isFlat { return .kept }
    return .panel(
      full: component.tint < 0.1 ? Float(panel.share(paper.encoded(component.level, tables: tables))) : 0)
  }
}

/// The smooth components of a region of several inks: a glow or fade under text or thin lines is mapped as a whole, so that
/// the counters of letters, which do not reach the paper, go down with what is around them.
struct SofteningGround {
  /// Of the largest component that runs into paper.
  private var fade: (pixels: UInt32, verdict: SofteningVerdict) = (0, .mixed)
  /// Of the largest other one.
  private var otherPixels: UInt32 = 0

  mutating func add(_ pixels: UInt32, verdict: SofteningVerdict, isFade: Bool) {
    guard isFade, pixels > fade.pixels else { return otherPixels = max(otherPixels, pixels) }
    otherPixels = max(otherPixels, fade.pixels)
    fade = (pixels, verdict)
  }

  /// The verdict on the whole region; nil where the fade is not half of it, or another smooth area has an eighth of the
  /// fade's pixels: then there is more in the region than a fade.
  func verdict(onRegionOf pixels: UInt32) -> SofteningVerdict? {
    fade.pixels > 0 && fade.pixels >= pixels / 2 && otherPixels <= fade.pixels / 8 ? fade.verdict : nil
  }
}

/// The inks that letters and lines are drawn in: the darkest pixel of a thin stroke is a mixture with paper, that of others in the
/// same ink is not.
struct SofteningPlainInks: Sendable {
  private var inks: [SofteningInk] = []

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
    let keys = letters.indices.map { letters[$0].key << 28 | $0 & 0xFFF_FFFF }.sorted()
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
      let alike = letters.filter { $0.hasHue(of: ink) }
      let near = alike.count { abs($0.least - ink.least) <= 0.02 }
      let mixed = alike.count { letter in
        letter.least < ink.least - 0.03 && letter.least > ink.least - 0.3
          && !known.contains { abs($0.least - letter.least) <= 0.03 }
      }
      if near * 2 >= mixed { inks.append(ink) }
    }
  }

  /// How many inks of a page are looked at, at most: those that so many letters have.
  private static let most = 64

  /// The least channel of the lightest of these inks that `ink` may be a mixture of.
  func floor(of ink: SofteningInk) -> Double? {
    inks.filter { $0.least <= ink.least + 0.03 && $0.hasHue(of: ink) }.map { min(ink.least, $0.least) }.max()
  }
}

/// The colour of an ink, in units of the paper's codes.
struct SofteningInk {
  /// The least of its channels, 0 to 1.
  let least: Double
  /// Whether it is a grey of the paper's hue.
  let isNeutral: Bool
  /// What it takes from paper, of length 1.
  private let direction: SIMD3<Double>
  /// Its least channel and its codes in 8 bits as a number.
  let key: Int

  /// Whether both lie on one line from paper.
  func hasHue(of other: SofteningInk) -> Bool { (direction * other.direction).sum() > 0.996 }

  init(_ color: SIMD3<UInt16>, paper: SIMD3<UInt16>) {
    let codes = SIMD3<Double>(SIMD3<UInt32>(truncatingIfNeeded: color))
    let relative =
      codes
      / SIMD3<Double>(SIMD3<UInt32>(truncatingIfNeeded: paper)).clamped(
        lowerBound: .one, upperBound: SIMD3(repeating: 65535))
    least = min(1, max(0, relative.min()))
    let away = (SIMD3(repeating: 1) - relative).clamped(lowerBound: .zero, upperBound: .one)
    let length = (away * away).sum().squareRoot()
    direction = length > 0 ? away / length : SIMD3(repeating: 1 / 3.0.squareRoot())
    key = Int(least * 255) << 24 | Int(color.x >> 8) << 16 | Int(color.y >> 8) << 8 | Int(color.z >> 8)
    isNeutral = away.max() == 0 || away.max() - away.min() < 0.03 * away.max()
  }

  /// What is taken for the ink's own least channel in a thin stroke. A colour or a dark grey is an ink; a lighter grey in
  /// a stroke is black drawn with less than full opacity, or too thin to cover a pixel.
  var floor: Double {
    guard isNeutral else { return least }
    return least * (1 - min(max((least - 0.345) / 0.02, 0), 1))
  }
}

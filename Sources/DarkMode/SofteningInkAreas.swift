package import Pixels

/// The first pass of `ink`: finds the connected areas of ink that cannot be made out on the page, and decides about each as a whole.
/// Where paper becomes transparent, light near-neutral plates were a part of the page, and are joined with their ink.
///
/// An area is turned where it is seen against the page. Where most of its rim meets what stays, as that of a letter on a plate does,
/// it is read on that. A thick dark area with something light in it is a window, a tile or a badge.
struct SofteningInkAreas: Sendable {
  /// What a pixel is: transparent; ink that cannot be made out; a plate that is joined with it; seen on the page; light.
  private enum Kind: UInt8 {
    case page, ink, plate, ground, light

    var isJoined: Bool { self == .ink || self == .plate }
  }

  /// What is counted of an area. Its rim is counted in pixels of other kinds that meet it.
  private struct Area: SofteningArea {
    var pixels = 0, solid = 0
    /// Its pixels of ink, and the stretches of them in rows and in columns.
    var ink = 0, runs = 0, columns = 0
    var page = 0, ground = 0
    /// Pixels of the rim at the image's edge, beyond which there is page, too.
    var edge = 0
    /// Pixels of the rim that are light, and those of opaque plates in it.
    var light = 0

    static func += (sum: inout Area, other: Area) {
      sum.pixels += other.pixels
      sum.solid += other.solid
      sum.ink += other.ink
      sum.runs += other.runs
      sum.columns += other.columns
      sum.page += other.page
      sum.ground += other.ground
      sum.edge += other.edge
      sum.light += other.light
    }

    /// Counts a neighbour; nil beyond the image's edge.
    mutating func addRim(_ kind: Kind?) {
      switch kind {
      case nil: edge += 1
      case .page: page += 1
      case .ground: ground += 1
      case .light: (ground, light) = (ground + 1, light + 1)
      case .ink, .plate: break
      }
    }

    var turns: Bool {
      let isPlate = ink * 2 <= pixels
      // A shadow has hardly a pixel that is half opaque, and lies around what casts it. Letters on a translucent plate have some.
      let isShadow = solid * (isPlate ? 64 : 4) < pixels && ground > 0
      // A plate encloses what is drawn on it.
      if isPlate { return page > 0 && page * SofteningInkAreas.contents >= ground && !isShadow }
      let isThin = ink < SofteningInkAreas.thin * runs || ink < SofteningInkAreas.thin * columns
      return page > 0 && page + edge >= ground && !isShadow
        && (isThin || ground * 8 <= page && light < SofteningInkAreas.mark)
    }
  }

  /// The mean width or height up to which an area is a line.
  private static let thin = 5
  /// Pixels of what is light in a thick area, or of its rim, from which on they are a mark.
  private static let mark = 16
  /// The pixels of a plate's inner rims for each of its outer one, at most.
  private static let contents = 8
  /// The alpha from which on a pixel is not transparent: a sixteenth.
  private static let visible: UInt16 = 4096
  /// The relative luminance of what is light: white ink has less than 3:1 on it.
  private static let light: UInt16 = 19661
  /// The pixels in a row of what is seen beside transparency that are the fringe of a letter.
  private static let fringe = 2
  /// One in so many pixels of artwork is worth a turn.
  private static let least = 100
  /// Bytes that the areas may take.
  private static let memoryLimit = 26 << 20

  private let format: PixelFormat
  private let tone: SofteningInkTone
  private let seen: UInt16
  private let joinsPlates: Bool
  private var areas = SofteningAreas<Area>()
  private var above: (kinds: [Kind], runs: [SofteningAreaRun]) = ([], [])
  /// Pixels that are at least half opaque, and those of near-neutral ink among them.
  private var opaque = 0, neutral = 0
  /// Those among them that are turned, after `finish`.
  private var turned = 0

  /// - Parameters:
  ///   - format: of the rows, with alpha.
  ///   - isComputed: whether the rows are computed, as where paper becomes transparent.
  ///   - joinsPlates: whether near-neutral plates were a part of the page.
  init(tone: SofteningInkTone, format: PixelFormat, isComputed: Bool = false, joinsPlates: Bool = false) {
    self.format = format
    self.joinsPlates = joinsPlates
    self.tone = tone
    seen = tone.seen(isComputed: isComputed)
  }

  /// Whether the areas are too many for the memory: all ink is turned, then.
  private(set) var isTooIntricate = false

  /// Whether a hundredth of the artwork is turned.
  var areWorthATurn: Bool { isTooIntricate || turned > 0 && turned * Self.least >= opaque }

  /// Whether the artwork is a drawing in near-neutral ink that is turned, with little else.
  var areDrawing: Bool { min(turned, neutral) * 5 > opaque * 4 }

  /// The columns of row `y` that are turned, of `width`. Ask for them after `finish`.
  func turned(inRow y: Int, width: Int) -> [Range<Int>] {
    isTooIntricate ? [0..<width] : areas.runs(inRow: y) { $0.turns }
  }

  mutating func add(_ row: Span<UInt16>) {
    guard !isTooIntricate else { return }
    let (kinds, solid) = kinds(of: row)
    for run in above.runs {
      areas.change(run.label) { area in
        for x in run.columns { area.addRim(kinds[x]) }
      }
    }
    var runs: [SofteningAreaRun] = []
    var next = 0
    for columns in kinds.runs(where: \.isJoined) {
      let (start, x) = (columns.lowerBound, columns.upperBound)
      var area = Area(pixels: columns.count, solid: solid[columns].count { $0 })
      area.addRim(start > 0 ? kinds[start - 1] : nil)
      area.addRim(x < kinds.count ? kinds[x] : nil)
      for column in columns {
        let kind = above.kinds.isEmpty ? nil : above.kinds[column]
        area.addRim(kind)
        guard kinds[column] != .plate else {
          if solid[column] { area.light += 1 }
          continue
        }
        area.ink += 1
        if kind != .ink { area.columns += 1 }
        if column == start || kinds[column - 1] != .ink { area.runs += 1 }
      }
      runs.append(areas.add(area, columns: columns, below: above.runs, from: &next))
    }
    areas.endRow(runs)
    above = (kinds, runs)
    guard areas.byteCount > Self.memoryLimit else { return }
    (isTooIntricate, areas, above) = (true, SofteningAreas(), ([], []))
  }

  mutating func finish() {
    for run in above.runs { areas.change(run.label) { $0.edge += run.columns.count } }
    areas.finish()
    turned = areas.roots.reduce(0) { $0 + ($1.turns ? $1.solid : 0) }
  }

  /// What the pixels of a row are, and which of them are at least half opaque.
  private mutating func kinds(of row: Span<UInt16>) -> (kinds: [Kind], solid: [Bool]) {
    let (channels, colors) = (format.channelCount, format.colorChannelCount)
    var kinds = [Kind](repeating: .page, count: row.count / channels)
    var solid = [Bool](repeating: false, count: kinds.count)
    var last = (color: SIMD3<UInt16>(), alpha: UInt16.max, kind: kind(of: SIMD3(), .max))
    for x in kinds.indices {
      let first = x * channels
      let alpha = row[first + colors]
      guard alpha >= Self.visible else { continue }
      let color =
        format.isGray ? SIMD3(repeating: row[first]) : SIMD3(row[first], row[first + 1], row[first + 2])
      if color != last.color || alpha != last.alpha { last = (color, alpha, kind(of: color, alpha)) }
      solid[x] = alpha >= 32768
      kinds[x] = last.kind
      guard solid[x] else { continue }
      opaque += 1
      neutral += last.kind == .ink && Self.isNeutral(color) ? 1 : 0
    }
    dropFringes(&kinds)
    return (kinds, solid)
  }

  private func kind(of color: SIMD3<UInt16>, _ alpha: UInt16) -> Kind {
    var luminance = tone.luminance(of: color)
    if luminance < seen { return joinsPlates && alpha < 32768 ? .plate : .ink }
    if joinsPlates, alpha >= 32768, Self.isNeutral(color) { return .plate }
    // What is translucent is as dark as the page that shines through.
    luminance = UInt16(Int(luminance) * Int(alpha) / 65535)
    return luminance < seen ? .page : luminance < Self.light ? .ground : .light
  }

  /// An eighth of full from channel to channel: a chroma of about 0.03.
  static func isNeutral(_ color: SIMD3<UInt16>) -> Bool { color.max() - color.min() <= 8192 }

  private func dropFringes(_ kinds: inout [Kind]) {
    for run in kinds.runs(where: { $0 == .ground || $0 == .light }) where run.count <= Self.fringe {
      let (start, end) = (run.lowerBound, run.upperBound)
      guard start > 0 && kinds[start - 1] == .page || end < kinds.count && kinds[end] == .page else {
        continue
      }
      for x in run { kinds[x] = .page }
    }
  }
}

/// Finds the ink on paper that becomes transparent: the image is read once more before `Softening.apply`, and its strips are added.
package struct SofteningInkScan: Sendable {
  private var softening: Softening
  private let ink: SofteningInkTurn
  /// Areas of ink with and without the plates beside it.
  private var areas: [SofteningInkAreas]
  private var row = 0

  /// Nil if there is no such ink.
  package init?(_ softening: Softening) {
    guard softening.knockout != nil, let ink = softening.ink else { return nil }
    self.softening = softening
    self.softening.ink = nil
    self.ink = ink
    let format = softening.format(of: ink.tone.tables.format)
    areas = [true, false].map {
      SofteningInkAreas(tone: ink.tone, format: format, isComputed: true, joinsPlates: $0)
    }
  }

  /// Takes the next strip, as the first pass got it.
  package mutating func add(_ strip: borrowing PixelBuffer) {
    var clear = strip.clone()
    softening.apply(to: &clear, firstRow: row)
    for y in 0..<clear.height {
      let row = clear.samples.span.extracting(clear.rowRange(y))
      for index in areas.indices { areas[index].add(row) }
    }
    row += strip.height
  }

  /// The decision with its ink, after the last strip.
  package consuming func finish() -> Softening {
    for index in areas.indices { areas[index].finish() }
    softening.ink = SofteningInkTurn(
      tone: ink.tone, photos: ink.photos, areas: areas, paper: softening.knockout?.paper)
    return softening
  }
}

import ColorManagement
import Colors
import Pixels

/// The second pass of `ink`: dark ink becomes light, photographs stay.
final class SofteningInkTurn: Sendable {
  let tone: SofteningInkTone
  let photos: SofteningPhotoMask
  /// The colours of dark windows, as of a terminal's.
  let windows: Set<SIMD3<UInt16>>

  init(tone: SofteningInkTone, photos: SofteningPhotoMask, windows: Set<SIMD3<UInt16>>) {
    self.tone = tone
    self.photos = photos
    self.windows = windows
  }

  func apply(to strip: inout PixelBuffer, firstRow: Int) {
    let format = strip.format
    guard format.hasAlpha else { return }
    var stays = photos.mask(rows: firstRow..<firstRow + strip.height, width: strip.width)
    for y in 0..<strip.height { keepOnPlates(y, of: strip, &stays) }
    var last = (from: SIMD3<UInt16>(), to: tone.turned(SIMD3()))
    for pixel in 0..<strip.pixelCount where !stays[pixel] {
      let first = pixel * format.channelCount
      guard strip.samples[first + format.colorChannelCount] > 0 else { continue }
      let color = strip.color(at: first)
      if last.from != color { last = (color, tone.turned(color)) }
      for channel in 0..<format.colorChannelCount { strip.samples[first + channel] = last.to[channel] }
    }
  }
}

extension SofteningInkTurn {
  /// Opaque pixels in a row of one colour that are a plate.
  fileprivate static let plateRun = 6

  /// What lies between two stretches of one opaque colour, with nothing transparent between, is drawn on a plate of it, and is
  /// read on that: it stays. Between two transparent pixels all stays where a stretch has the colour of a dark window.
  private func keepOnPlates(_ y: Int, of strip: borrowing PixelBuffer, _ stays: inout [Bool]) {
    let (channels, first) = (strip.format.channelCount, strip.rowRange(y).lowerBound)
    var plate: (color: SIMD3<UInt16>, end: Int)?
    var (x, begin, isWindow) = (0, 0, false)
    func keep(_ columns: Range<Int>) {
      for pixel in columns { stays[y * strip.width + pixel] = true }
    }
    func end() {
      if isWindow { keep(begin..<x) }
      (plate, isWindow) = (nil, false)
    }
    while x < strip.width {
      let start = x
      let color = strip.color(at: first + x * channels)
      let alpha = strip.samples[first + (x + 1) * channels - 1]
      // Less than half: the search for edges takes a little paper for what is mixed with a plate.
      if alpha < 32768 { end() }
      repeat {
        x += 1
      } while x < strip.width && strip.color(at: first + x * channels) == color
        && strip.samples[first + (x + 1) * channels - 1] == alpha
      if alpha < 32768 { begin = x }
      guard alpha == 65535, x - start >= Self.plateRun else { continue }
      if windows.contains(color) { isWindow = true }
      guard let share = tone.share(ofPlate: color) else { continue }
      if share < 1 { keep(start..<x) }
      if let plate, plate.color == color { keep(plate.end..<start) }
      plate = (color, x)
    }
    end()
  }
}

/// What ink becomes: the lightness in OKLab of near-neutral ink is mirrored about the middle, that of coloured ink raised to a
/// contrast of 3:1 on the background. Hue stays, and chroma as far as the gamut allows.
///
/// Axes are those of sRGB's primaries, whatever the image's are: the luminance that decides is its own.
final class SofteningInkTone: Sendable {
  let tables: SofteningTables
  private let background: Double
  /// The lightness that white ends at.
  private let floor: Double
  /// Whether near-neutral ink is mirrored.
  private let mirrors: Bool
  private static let oklab = OKLabTransform(.sRGB)

  /// Chroma up to which ink is neutral: text of a bluish black has it, a pastel as much. From twice it on it has a colour. One
  /// for all lightnesses, so that a turn changes no share.
  private static let neutral = 0.02
  /// The contrast that coloured ink is raised to, from below 3:1: rounding must not bring it back there.
  private static let contrast = 3.05

  init(tables: SofteningTables, background: SIMD3<Double>, mirrors: Bool) {
    self.tables = tables
    self.background = WCAGContrast.relativeLuminance(background)
    floor = min(0.45, ReproducibleMath.cubeRoots(SIMD3(repeating: self.background)).x)
    self.mirrors = mirrors
  }

  /// How much a colour is one, 0 to 1.
  private func share(of lab: OKLab) -> Double {
    min(max((lab.chroma - Self.neutral) / Self.neutral, 0), 1)
  }

  /// How much a colour is one, 0 to 1, if what lies on a plate of it stays; nil for other colours. It is 1 where nothing is mirrored,
  /// and less for a light tint, whose plate stays too: a turn would bring it to the middle, where nothing has contrast with it.
  func share(ofPlate color: SIMD3<UInt16>) -> Double? {
    let lab = Self.oklab.oklab(linear: linear(color))
    let share = share(of: lab)
    return share == 1 || share >= Self.tint && lab.lightness > 0.5 ? share : nil
  }

  /// The share of colour from which on a tint ends in the middle.
  private static let tint = 0.25

  /// The lightness of near-neutral ink after the turn. What is lighter than the middle ends between that and the background, so
  /// that faint lines and plates stay faint instead of turning darker than the page.
  private func mirrored(_ lightness: Double) -> Double {
    lightness <= 0.5 ? 1 - lightness : 0.5 - (lightness - 0.5) * (0.5 - floor) * 2
  }

  /// The luminance from which on near-neutral ink is not dark: a little under the middle of OKLab, a grey with an eighth of white's
  /// light. What is near the middle is not dark: a turn brings it to the other side.
  static let dark: UInt16 = 7200

  /// The luminance from which on it is not black: a turn leaves no ink under it.
  var black: UInt16 { UInt16(0.85 * floor * floor * floor * 65535) }

  func luminance(of color: SIMD3<UInt16>) -> UInt16 {
    let (red, green, blue) = (tables.linear[0], tables.linear[1], tables.linear[2])
    return tables.luminance(red[Int(color.x)], green[Int(color.y)], blue[Int(color.z)])
  }

  /// Whether coloured ink cannot be made out.
  func isFaint(_ color: SIMD3<UInt16>) -> Bool {
    let linear = linear(color)
    return !isSeen(linear, WCAGContrast.graphicsMinimum)
      && share(of: Self.oklab.oklab(linear: linear)) == 1
  }

  /// The code of `color`, three equal ones for grey, after the turn.
  func turned(_ color: SIMD3<UInt16>) -> SIMD3<UInt16> {
    let linear = linear(color)
    let lab = Self.oklab.oklab(linear: linear)
    let share = share(of: lab)
    var turned = lab
    if mirrors { turned.lightness = share * lab.lightness + (1 - share) * mirrored(lab.lightness) }
    var light = inGamut(turned)
    // A second run, which mirrors nothing, does not go on with what the first one has raised in part.
    if share > 0, mirrors || share == 1, !isSeen(light, WCAGContrast.graphicsMinimum) {
      light = raised(turned, share)
    }
    guard turned.lightness != lab.lightness || light != inGamut(lab) else { return color }
    return encoded(light)
  }

  /// The darkest colour of this hue and chroma that has the contrast, and the way to it by `share`.
  private func raised(_ lab: OKLab, _ share: Double) -> SIMD3<Double> {
    var (low, high) = (lab.lightness, 1.0)
    for _ in 0..<14 {
      let middle = (low + high) / 2
      if isSeen(inGamut(OKLab(lightness: middle, a: lab.a, b: lab.b)), Self.contrast) {
        high = middle
      } else {
        low = middle
      }
    }
    let lightness = lab.lightness + share * (high - lab.lightness)
    return inGamut(OKLab(lightness: lightness, a: lab.a, b: lab.b))
  }

  private func isSeen(_ linear: SIMD3<Double>, _ contrast: Double) -> Bool {
    let weights =
      SIMD3(Double(tables.weights[0]), Double(tables.weights[1]), Double(tables.weights[2])) / 65536
    let luminance = (linear * weights).sum()
    return luminance > background && WCAGContrast.ratio(luminance, background) >= contrast
  }

  /// Linear light of a colour, mixed with the grey of its lightness as far as it lies outside of the gamut.
  private func inGamut(_ lab: OKLab) -> SIMD3<Double> {
    let linear = Self.oklab.linear(lab)
    let gray = min(max(lab.lightness * lab.lightness * lab.lightness, 0), 1)
    var kept = 1.0
    for channel in 0..<3 {
      if linear[channel] > 1 { kept = min(kept, (1 - gray) / (linear[channel] - gray)) }
      if linear[channel] < 0 { kept = min(kept, gray / (gray - linear[channel])) }
    }
    return (SIMD3(repeating: gray) + (linear - SIMD3(repeating: gray)) * kept)
      .clamped(lowerBound: .zero, upperBound: .one)
  }

  private func linear(_ color: SIMD3<UInt16>) -> SIMD3<Double> {
    SIMD3(
      Double(tables.linear[0][Int(color.x)]), Double(tables.linear[1][Int(color.y)]),
      Double(tables.linear[2][Int(color.z)])) / 65535
  }

  private func encoded(_ linear: SIMD3<Double>) -> SIMD3<UInt16> {
    let index = (linear * 65535).rounded(.toNearestOrAwayFromZero)
    return SIMD3(
      tables.encoded[0][Int(index.x)], tables.encoded[1][Int(index.y)], tables.encoded[2][Int(index.z)])
  }
}

/// Counts the inks of artwork: whether those that are near-neutral are dark. A turn exchanges dark and light and leaves nothing
/// black, so that a second one finds nothing to do, even where it has darkened the plates under light writing.
struct SofteningInkCounter: Sendable {
  private let tone: SofteningInkTone
  /// The luminance from which on ink is not black.
  private let leastGray: UInt16
  /// All ink, and that of letters and lines with transparency at both sides.
  private var inks = Inks(), letters = Inks()
  /// The ink in rows whose longest stretch has a dark colour, by that colour.
  private var windows: [SIMD3<UInt16>: Window] = [:]

  /// Colours of windows that are looked at, at most: those that come first.
  private static let mostWindows = 1024
  /// The most pixels of a letter in a row.
  fileprivate static let letter = 32
  /// One in so many pixels of ink is worth a turn.
  private static let least = 100

  /// Pixels by what their ink is.
  private struct Inks {
    var dark = 0, black = 0, light = 0, colored = 0, faint = 0

    /// All of it; black is dark, and faint colours are colours.
    var total: Int { dark + light + colored }

    static func += (sum: inout Inks, other: Inks) {
      sum.dark += other.dark
      sum.black += other.black
      sum.light += other.light
      sum.colored += other.colored
      sum.faint += other.faint
    }

    static func -= (sum: inout Inks, other: Inks) {
      sum.dark -= other.dark
      sum.black -= other.black
      sum.light -= other.light
      sum.colored -= other.colored
      sum.faint -= other.faint
    }
  }

  /// What may be a dark window, as that of a terminal.
  private struct Window {
    var inks = Inks(), letters = Inks()
    /// Rows, and those among them in which something light or coloured lies within what is dark.
    var rows = 0, written = 0

    /// Whether it has a tenth of all ink, and a quarter of its rows and a hundredth of its pixels are light or have colour.
    func isOne(of all: Inks) -> Bool {
      inks.total * 10 >= all.total && written > 0 && written * 4 >= rows
        && (inks.light + inks.colored) * 100 >= inks.total
    }
  }

  init(tables: SofteningTables, background: SIMD3<Double>) {
    tone = SofteningInkTone(tables: tables, background: background, mirrors: false)
    leastGray = tone.black
  }

  /// The colours of dark windows.
  var windowColors: Set<SIMD3<UInt16>> { Set(windows.filter { $0.value.isOne(of: inks) }.keys) }

  /// The ink but for dark windows.
  private var open: (inks: Inks, letters: Inks) {
    windows.values.filter { $0.isOne(of: inks) }.reduce(into: (inks, letters)) { open, window in
      open.inks -= window.inks
      open.letters -= window.letters
    }
  }

  /// Whether most near-neutral ink is darker than the middle of OKLab, nine tenths of that lie in no dark window, and there is hardly
  /// any light ink or as much black; or whether letters are black, whatever lies on plates.
  var isDark: Bool {
    let (open, letters) = open
    let isMostlyDark = open.dark > open.light && open.dark * 10 >= inks.dark * 9
    let hasBlack = open.black > 0 && open.black >= open.light
    return isMostlyDark && (inks.light * 1000 <= open.dark || hasBlack)
      || letters.black * Self.least >= inks.total && letters.black > letters.light
  }

  /// Whether any of it is.
  var hasDark: Bool { inks.dark > 0 }

  /// Whether a hundredth of the ink has colours that cannot be made out.
  var hasFaintColors: Bool { open.inks.faint * Self.least > inks.total }

  /// Whether it is drawn in dark lines: near-neutral, with little else.
  var isDrawing: Bool { inks.dark > 4 * (inks.light + inks.colored) }

  /// Counts the pixels of the next row that are at least half opaque.
  mutating func add(_ row: Span<UInt16>) {
    let format = tone.tables.format
    let channels = format.channelCount
    var part = Part()
    var first = 0
    while first < row.count {
      let start = first
      repeat {
        first += channels
      } while first < row.count && (0..<channels).allSatisfy { row[first + $0] == row[start + $0] }
      if !format.hasAlpha || row[start + format.colorChannelCount] >= 32768 {
        let color =
          format.isGray ? SIMD3(repeating: row[start]) : SIMD3(row[start], row[start + 1], row[start + 2])
        let count = (first - start) / channels
        part.add(color, count, kind(of: color, count: count))
        if first < row.count { continue }
      }
      if part.inks.total > 0 { add(part) }
      part = Part()
    }
  }

  /// What lies between two transparent pixels of a row.
  private struct Part {
    var inks = Inks()
    /// The longest stretch of a colour.
    var (longest, color) = (0, SIMD3<UInt16>())
    /// Whether its first and its last pixel are dark.
    var (beginsDark, endsDark) = (false, false)

    mutating func add(_ color: SIMD3<UInt16>, _ count: Int, _ kind: Inks) {
      endsDark = kind.dark > 0
      if inks.total == 0 { beginsDark = endsDark }
      inks += kind
      if count > longest { (longest, self.color) = (count, color) }
    }

    var isLetter: Bool { inks.total <= SofteningInkCounter.letter }
  }

  private mutating func add(_ part: Part) {
    var part = part
    // What lies on a plate that can be made out stays, and so does the plate.
    if part.longest >= SofteningInkTurn.plateRun, tone.share(ofPlate: part.color) != nil,
      !tone.isFaint(part.color)
    {
      part.inks.faint = 0
    }
    inks += part.inks
    if part.isLetter { letters += part.inks }
    let color = part.color
    guard part.longest >= SofteningInkTurn.plateRun, kind(of: color, count: 1).dark > 0,
      windows.count < Self.mostWindows || windows[color] != nil
    else { return }
    windows[color, default: Window()].inks += part.inks
    guard !part.isLetter else {
      windows[color]?.letters += part.inks
      return
    }
    windows[color]?.rows += 1
    let isWritten = part.beginsDark && part.endsDark && part.inks.light + part.inks.colored > 0
    windows[color]?.written += isWritten ? 1 : 0
  }

  private func kind(of color: SIMD3<UInt16>, count: Int) -> Inks {
    // An eighth of full from channel to channel: a chroma of about .03.
    if color.max() - color.min() > 8192 {
      return Inks(colored: count, faint: tone.isFaint(color) ? count : 0)
    }
    let luminance = tone.luminance(of: color)
    if luminance >= SofteningInkTone.dark { return Inks(light: count) }
    return Inks(dark: count, black: luminance < leastGray ? count : 0)
  }
}

/// Where an image has photographs: by their regions and by their frames.
struct SofteningPhotoMask: Sendable {
  private let frames: [SofteningPhotoFrames.Frame]
  private let regions: SofteningMap
  /// Take all of a pixel in a photograph, and nothing elsewhere; nil where no region is a photograph.
  private let curves: SofteningCurves?
  private let tables: SofteningTables

  init(_ background: SofteningBackground, frames: [SofteningPhotoFrames.Frame], tables: SofteningTables) {
    self.frames = frames
    regions = background.regions
    let list = background.list
    let isPhoto = list.indices.map { label in
      var root = label
      while list[root].parent != root { root = list[root].parent }
      return list[root].traits.contains(.photo)
    }
    self.tables = tables
    let white = SIMD3<UInt16>(repeating: 65535)
    curves =
      isPhoto.contains(true)
      ? SofteningCurves(
        paper: white, loss: white, panel: Array(repeating: 0, count: 1024),
        fade: Array(repeating: 0, count: 256),
        regions: isPhoto.map { $0 ? .mapped(slope: 0, offset: -1) : .kept }, components: [.kept]) : nil
  }

  /// Which pixels of `rows` lie in photographs.
  func mask(rows: Range<Int>, width: Int) -> [Bool] {
    let near = frames.filter { $0.rows.overlaps(rows) }
    var mask = [Bool](repeating: false, count: rows.count * width)
    for (index, y) in rows.enumerated() {
      markRegions(row: y, from: index * width, width: width, in: &mask)
      for frame in near where frame.rows.contains(y) {
        for x in frame.columns { mask[index * width + x] = true }
      }
    }
    return mask
  }

  private func markRegions(row y: Int, from first: Int, width: Int, in mask: inout [Bool]) {
    guard let curves, y < regions.rowCount else { return }
    let channels = tables.format.channelCount
    var samples = [UInt16](repeating: 65535, count: width * channels)
    let noEdges: [UInt8] = []
    regions.withBytes(ofRow: y) { tokens in
      var span = samples.mutableSpan
      curves.apply(
        regionTokens: tokens, edgeTokens: noEdges.span, to: &span, in: 0..<width * channels, tables: tables)
    }
    for x in 0..<width where samples[x * channels] == 0 { mask[first + x] = true }
  }
}

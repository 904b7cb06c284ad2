import ColorManagement
import Colors
import Pixels

/// The second pass of `ink`: ink that cannot be made out on the page becomes light, photographs stay.
final class SofteningInkTurn: Sendable {
  let tone: SofteningInkTone
  let photos: SofteningPhotoMask
  /// The areas that may be turned.
  let areas: [SofteningInkAreas]
  /// The codes of the paper that became transparent, of which areas that are turned lose all; nil where there was none.
  let paper: SIMD3<UInt16>?

  init(
    tone: SofteningInkTone, photos: SofteningPhotoMask, areas: [SofteningInkAreas],
    paper: SIMD3<UInt16>? = nil
  ) {
    self.tone = tone
    self.photos = photos
    self.areas = areas
    // Without areas of its own, what is light and opaque may be a sign on a plate.
    self.paper = areas.contains { $0.isTooIntricate } ? nil : paper
  }

  func apply(to strip: inout PixelBuffer, firstRow: Int) {
    let format = strip.format
    guard format.hasAlpha else { return }
    precondition(!areas.isEmpty, "paper became transparent, and SofteningInkScan has not found the ink")
    let stays = photos.mask(rows: firstRow..<firstRow + strip.height, width: strip.width)
    var last = (from: SIMD3<UInt16>(), to: turned(SIMD3()))
    var turns = [Bool](repeating: false, count: strip.width)
    for y in 0..<strip.height {
      for columns in areas.flatMap({ $0.turned(inRow: firstRow + y, width: strip.width) }) {
        for x in columns { turns[x] = true }
      }
      for x in 0..<strip.width where turns[x] {
        turns[x] = false
        let first = (y * strip.width + x) * format.channelCount
        let alpha = first + format.colorChannelCount
        guard strip.samples[alpha] > 0, !stays[y * strip.width + x] else { continue }
        let color = strip.color(at: first)
        if last.from != color { last = (color, turned(color)) }
        for channel in 0..<format.colorChannelCount {
          strip.samples[first + channel] = last.to.color[channel]
        }
        strip.samples[alpha] = UInt16((Int(strip.samples[alpha]) * last.to.share + 32767) / 65535)
      }
    }
  }

  /// The colour after the turn, and its share of what the pixel was, 0 to 65,535: the rest was paper.
  private func turned(_ color: SIMD3<UInt16>) -> (color: SIMD3<UInt16>, share: Int) {
    guard let paper else { return (tone.turned(color), 65535) }
    let white = (0..<3).map { Int(color[$0]) * 65535 / max(1, Int(paper[$0])) }.min() ?? 0
    let share = 65535 - min(65535, white)
    guard share > 0 else { return (color, 0) }
    var ink = SIMD3<UInt16>()
    for channel in 0..<3 {
      let mixed = Int(color[channel]) * 65535 - (65535 - share) * Int(paper[channel])
      ink[channel] = UInt16(min(65535, (max(0, mixed) + share / 2) / share))
    }
    return (tone.turned(ink, isComputed: true), share)
  }
}

/// What ink becomes that has less than 3:1 on the background: the lightness in OKLab of near-neutral ink is mirrored about the middle,
/// and all ink is raised to that contrast. Hue stays, and chroma as far as the gamut allows. Ink that has it stays, so that a second
/// run finds nothing to do.
///
/// Axes are those of sRGB's primaries, whatever the image's are: the luminance that decides is its own.
final class SofteningInkTone: Sendable {
  let tables: SofteningTables
  private let background: Double
  private static let oklab = OKLabTransform(.sRGB)

  /// Chroma up to which ink is neutral: text of a bluish black has it, a pastel as much. From twice it on it has a colour.
  private static let neutral = 0.02
  /// The contrast that ink is raised to, from below 3:1: rounding must not bring it back there.
  private static let contrast = 3.05

  init(tables: SofteningTables, background: SIMD3<Double>) {
    self.tables = tables
    self.background = WCAGContrast.relativeLuminance(background)
  }

  func luminance(of color: SIMD3<UInt16>) -> UInt16 {
    let (red, green, blue) = (tables.linear[0], tables.linear[1], tables.linear[2])
    return tables.luminance(red[Int(color.x)], green[Int(color.y)], blue[Int(color.z)])
  }

  /// The luminance from which on ink has 3:1 on the background, and is lighter.
  ///
  /// - Parameter isComputed: whether colours are computed: they may have 3:1, and less after rounding.
  func seen(isComputed: Bool) -> UInt16 {
    let contrast = isComputed ? Self.contrast : WCAGContrast.graphicsMinimum
    return UInt16(min(1, WCAGContrast.luminance(lighterThan: background, by: contrast)) * 65535)
  }

  /// The code of `color`, three equal ones for grey, after the turn.
  func turned(_ color: SIMD3<UInt16>, isComputed: Bool = false) -> SIMD3<UInt16> {
    guard luminance(of: color) < seen(isComputed: isComputed) else { return color }
    let lab = Self.oklab.oklab(linear: linear(color))
    let share = min(max((lab.chroma - Self.neutral) / Self.neutral, 0), 1)
    var turned = lab
    turned.lightness = share * lab.lightness + (1 - share) * max(lab.lightness, 1 - lab.lightness)
    let light = inGamut(turned)
    return encoded(isSeen(light) ? light : raised(turned))
  }

  /// The darkest colour of this hue and chroma that has the contrast.
  private func raised(_ lab: OKLab) -> SIMD3<Double> {
    var (low, high) = (lab.lightness, 1.0)
    for _ in 0..<14 {
      let middle = (low + high) / 2
      if isSeen(inGamut(OKLab(lightness: middle, a: lab.a, b: lab.b))) {
        high = middle
      } else {
        low = middle
      }
    }
    return inGamut(OKLab(lightness: high, a: lab.a, b: lab.b))
  }

  /// Whether a colour in linear light has the contrast that ink is raised to.
  private func isSeen(_ linear: SIMD3<Double>) -> Bool {
    let weights =
      SIMD3(Double(tables.weights[0]), Double(tables.weights[1]), Double(tables.weights[2])) / 65536
    let luminance = (linear * weights).sum()
    return luminance > background && WCAGContrast.ratio(luminance, background) >= Self.contrast
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

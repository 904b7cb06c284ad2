import Pixels

/// Makes paper transparent: a pixel p = F + t·(W − F) of the object F and the share t of the paper W becomes F with the alpha
/// 1 − t, so that on W it looks as before, and on any other ground as if it were drawn there.
///
/// A class, so that a decision is copied as fast as one without it.
final class SofteningKnockout: Sendable {
  /// Codes of W.
  let paper: SIMD3<UInt16>
  /// Areas of one pale colour, which stay opaque; nil for an image that is too intricate to be searched for them.
  let plates: SofteningPlates?

  init(paper: SIMD3<UInt16>, plates: SofteningPlates?) {
    self.paper = paper
    self.plates = plates
  }

  /// By how much a pixel may be lighter than the paper and still be paper: four codes of 8 bits, which noise has.
  private static let tolerance = 1028

  /// The pixels of `before` as colours with alpha. `after` is the same without its share of paper: (1 − t)·F.
  ///
  /// - Parameter alphaStep: alpha is a multiple of it, rounded up, so that colours stay in gamut. They are computed from
  ///   the rounded alpha: both fit to each other in 8 bits as well.
  func unmixed(
    _ before: borrowing PixelBuffer, without after: borrowing PixelBuffer, firstRow: Int, alphaStep: Int
  ) -> PixelBuffer {
    let (format, colors) = (before.format, before.format.colorChannelCount)
    let target = PixelFormat(isGray: format.isGray, hasAlpha: true)
    var result = PixelBuffer(width: before.width, height: before.height, format: target)
    var alphas: [Int] = []
    for pixel in 0..<before.pixelCount {
      if pixel % before.width == 0 { alphas = rowOfAlphas(before, after, pixel / before.width, firstRow) }
      let (from, to) = (pixel * format.channelCount, pixel * target.channelCount)
      let own = format.hasAlpha ? Int(before.samples[from + colors]) : 65535
      let alpha = min(65535, (alphas[pixel % before.width] + alphaStep - 1) / alphaStep * alphaStep)
      guard alpha > 0, own > 0 else { continue }
      for channel in 0..<colors {
        let mixed = Int(before.samples[from + channel]) * 65535 - (65535 - alpha) * Int(paper[channel])
        result.samples[to + channel] = UInt16(min(65535, (max(0, mixed) + alpha / 2) / alpha))
      }
      result.samples[to + colors] = UInt16((alpha * own + 32767) / 65535)
    }
    return result
  }

  /// 1 − t of the pixels of row `y`.
  private func rowOfAlphas(
    _ before: borrowing PixelBuffer, _ after: borrowing PixelBuffer, _ y: Int, _ firstRow: Int
  ) -> [Int] {
    let (channels, colors) = (before.format.channelCount, before.format.colorChannelCount)
    let first = before.rowRange(y).lowerBound
    var alphas = (0..<before.width).map { leastAlpha(before, after, at: first + $0 * channels, colors) }
    let starts = plates?.starts(inRow: firstRow + y) ?? []
    var stretches: [Stretch] = []
    var (x, next) = (0, 0)
    while x < before.width {
      let start = x
      let color = before.color(at: first + x * channels)
      repeat { x += 1 } while x < before.width && before.color(at: first + x * channels) == color
      while next < starts.count, starts[next] < start { next += 1 }
      let isArea = next < starts.count && starts[next] == start
      let isPlate = isArea && SofteningPlates.isStep(color, paper)
      if !isPlate, alphas[start] == 0 {
        if x - start >= Self.paperRun {
          fill(stretches, &alphas)
          stretches = []
        } else {
          stretches.append(Stretch(columns: start..<x, color: color, kind: .paper))
        }
        continue
      }
      // The search for edges takes gaps from five eighths of the paper's whiteness on for paper, and rims a little below.
      let isPale = (0..<colors).allSatisfy { Int(color[$0]) * 16 >= Int(paper[$0]) * 9 }
      let isOpaque = isPale && alphas[start] == 65535 && x - start >= Self.plateRun
      stretches.append(
        Stretch(columns: start..<x, color: color, kind: isPlate ? .plate : isOpaque ? .opaque : .other))
    }
    fill(stretches, &alphas)
    return alphas
  }

  /// Pixels of one colour in a row.
  private struct Stretch {
    enum Kind { case plate, opaque, paper, other }
    let columns: Range<Int>
    let color: SIMD3<UInt16>
    let kind: Kind
  }

  /// Pixels in a row that are paper.
  private static let paperRun = 3
  /// Pixels in a row of one opaque colour that may be a plate.
  fileprivate static let plateRun = 6
  /// The most pixels of a row that lie on a plate between two stretches of it: a letter has less.
  private static let longestGap = 64

  /// Makes plates opaque, and what lies on them, in stretches with no more paper between than letters have.
  ///
  /// What lies between two stretches of one pale opaque colour lies on a plate of it: gaps between letters, which are too small to be
  /// judged by themselves, are the plate. What lies between two plates without paper is a mixture of them or a line.
  private func fill(_ stretches: [Stretch], _ alphas: inout [Int]) {
    let colors = Set(stretches.filter { $0.kind == .plate || $0.kind == .opaque }.map(\.color))
    var ends: [SIMD3<UInt16>: Int] = [:]
    var end: Int?
    for stretch in stretches {
      if stretch.kind == .paper { end = nil }
      guard colors.contains(stretch.color) else { continue }
      let start = stretch.columns.lowerBound
      for before in [ends[stretch.color], stretch.kind == .plate ? end : nil].compactMap(\.self)
      where start - before <= Self.longestGap {
        for x in before..<start { alphas[x] = 65535 }
      }
      for x in stretch.columns { alphas[x] = 65535 }
      ends[stretch.color] = stretch.columns.upperBound
      if stretch.kind == .plate { end = stretch.columns.upperBound }
    }
  }

  /// 1 − t in 1/65535: at least what keeps the colour in gamut where the pixel is lighter than paper.
  private func leastAlpha(
    _ before: borrowing PixelBuffer, _ after: borrowing PixelBuffer, at index: Int, _ colors: Int
  ) -> Int {
    var (share, lighter) = (65535, 0)
    for channel in 0..<colors {
      let (code, white) = (Int(before.samples[index + channel]), max(1, Int(paper[channel])))
      share = min(share, (code - Int(after.samples[index + channel])) * 65535 / white)
      let room = 65535 - white - Self.tolerance
      if room > 0 { lighter = max(lighter, (code - white - Self.tolerance) * 65535 / room) }
    }
    return max(65535 - share, min(65535, lighter))
  }
}

/// The first pass of `knockout`: finds the connected areas of exactly one pale colour that are plates. They are at least three pixels
/// wide and high on average, and nearly all of their rim is a step, where a fade passes from code to code.
struct SofteningPlates: Sendable {
  /// What a plate differs by from what is around it: eight codes of 8 bits, more than a fade has over `rim` pixels.
  private static let step = 2056
  /// Pixels from a plate within which there is a step: of them two may be mixtures.
  private static let rim = 3
  /// The least mean width and height of a plate, and its pixels.
  private static let thickness = 3, least = 16
  /// Of the ends of a plate's columns and of its runs, one in so many may have no step.
  private static let smooth = 12
  /// The least channel of a plate; what has a darker one is ink. Nine sixteenths of the darkest paper.
  private static let pale: UInt16 = 23_000

  /// What is counted of an area.
  private struct Area: SofteningArea {
    var pixels = 0
    /// Its stretches of pixels in rows and in columns.
    var runs = 0, columns = 0
    /// Ends of columns and of runs where there is no step.
    var smooth = 0

    static func += (sum: inout Area, other: Area) {
      sum.pixels += other.pixels
      sum.runs += other.runs
      sum.columns += other.columns
      sum.smooth += other.smooth
    }

    var isPlate: Bool {
      pixels >= SofteningPlates.least && pixels >= SofteningPlates.thickness * max(runs, columns)
        && smooth * SofteningPlates.smooth <= 2 * (columns + runs)
    }
  }

  private let format: PixelFormat
  /// The colours and runs of the rows above, the last one last.
  private var above: [(colors: [SIMD3<UInt16>], runs: [SofteningAreaRun])] = []
  private var areas = SofteningAreas<Area>()

  init(format: PixelFormat) { self.format = format }

  /// Bytes held.
  var byteCount: Int { areas.byteCount }

  /// Whether two colours differ as a plate does from what is around it.
  static func isStep(_ one: SIMD3<UInt16>, _ other: SIMD3<UInt16>) -> Bool {
    (0..<3).contains { abs(Int(one[$0]) - Int(other[$0])) >= step }
  }

  /// Ends the pass, after the last row.
  mutating func finish() {
    areas.finish()
    above = []
  }

  /// The columns that runs of plates begin at, from left to right. Ask for them after `finish`.
  func starts(inRow y: Int) -> [Int] { areas.runs(inRow: y) { $0.isPlate }.map(\.lowerBound) }

  mutating func add(_ row: Span<UInt16>) {
    let channels = format.channelCount
    var colors: [SIMD3<UInt16>] = []
    colors.reserveCapacity(row.count / channels)
    for first in stride(from: 0, to: row.count, by: channels) {
      colors.append(
        format.isGray ? SIMD3(repeating: row[first]) : SIMD3(row[first], row[first + 1], row[first + 2]))
    }
    var runs: [SofteningAreaRun] = []
    var (x, next) = (0, 0)
    while x < colors.count {
      let start = x
      repeat { x += 1 } while x < colors.count && colors[x] == colors[start]
      let least = colors[start].min()
      guard x - start > 1, least >= Self.pale, least < 65535 else { continue }
      let smooth = smoothSides(start..<x, of: colors)
      // Noise has short runs of one colour, too.
      guard smooth < 2 || x - start >= SofteningKnockout.plateRun else { continue }
      let label = join(start..<x, of: colors, smoothSides: smooth, &next)
      runs.append(SofteningAreaRun(columns: start..<x, label: label))
    }
    areas.endRow(runs)
    above.append((colors, runs))
    if above.count > Self.rim {
      let ended = above.removeFirst()
      for run in ended.runs {
        let color = ended.colors[run.columns.lowerBound]
        let smooth = run.columns.count { x in
          above[0].colors[x] != color && !above.contains { Self.isStep($0.colors[x], color) }
        }
        areas.change(run.label) { $0.smooth += smooth }
      }
    }
  }

  /// At how many of its two ends a run has no step.
  private func smoothSides(_ run: Range<Int>, of colors: [SIMD3<UInt16>]) -> Int {
    let sides = [run.lowerBound - Self.rim..<run.lowerBound, run.upperBound..<run.upperBound + Self.rim]
    return sides.count { side in
      side.allSatisfy { colors.indices.contains($0) && !Self.isStep(colors[$0], colors[run.lowerBound]) }
    }
  }

  /// Adds a run to the areas of its colour that meet it in the row above, or to a new one, and returns its label.
  ///
  /// - Parameter next: the first run of the row above that may meet it or a later one.
  private mutating func join(
    _ run: Range<Int>, of colors: [SIMD3<UInt16>], smoothSides: Int, _ next: inout Int
  ) -> Int {
    let color = colors[run.lowerBound]
    let last = above.last ?? ([], [])
    while next < last.runs.count, last.runs[next].columns.upperBound <= run.lowerBound { next += 1 }
    let meeting = last.runs[next...].prefix(while: { $0.columns.lowerBound < run.upperBound })
      .filter { last.colors[$0.columns.lowerBound] == color }
    var area = Area(pixels: run.count, runs: 1, columns: run.count)
    area.columns -= meeting.reduce(0) { $0 + $1.columns.clamped(to: run).count }
    area.smooth =
      smoothSides
      + run.count { x in
        above.count == Self.rim && above[Self.rim - 1].colors[x] != color
          && !above.contains { Self.isStep($0.colors[x], color) }
      }
    return areas.add(area, joining: meeting)
  }
}

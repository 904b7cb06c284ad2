import Pixels

/// Makes paper transparent: a pixel p = F + t·(W − F) of the object F and the share t of the paper W becomes F with the alpha
/// 1 − t, so that on W it looks as before, and on any other ground as if it were drawn there.
///
/// A class, so that a decision is copied as fast as one without it.
final class SofteningKnockout: Sendable {
  /// Codes of W.
  let paper: SIMD3<UInt16>
  /// Colours of pale plates, which are as light as paper in shadow.
  let colors: [SIMD3<UInt16>]
  /// Where there may be some.
  let plates: SofteningMap

  init(paper: SIMD3<UInt16>, colors: [SIMD3<UInt16>], plates: SofteningMap) {
    self.paper = paper
    self.colors = colors
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
  ///
  /// What lies between two stretches of one pale opaque colour without paper between them lies on a plate: gaps between letters, which
  /// are too small to be judged by themselves, are the plate.
  private func rowOfAlphas(
    _ before: borrowing PixelBuffer, _ after: borrowing PixelBuffer, _ y: Int, _ firstRow: Int
  ) -> [Int] {
    let (channels, colors) = (before.format.channelCount, before.format.colorChannelCount)
    let first = before.rowRange(y).lowerBound
    var alphas = (0..<before.width).map { leastAlpha(before, after, at: first + $0 * channels, colors) }
    var plate: (color: SIMD3<UInt16>, end: Int)?
    var x = 0
    while x < before.width {
      let start = x
      let color = before.color(at: first + x * channels)
      repeat { x += 1 } while x < before.width && before.color(at: first + x * channels) == color
      if x - start >= SofteningPlates.leastRun, isPlate(color, start, row: firstRow + y) {
        for pixel in start..<x { alphas[pixel] = 65535 }
      }
      if alphas[start] == 0, x - start >= Self.paperRun { plate = nil }
      // The search for edges takes gaps from five eighths of the paper's whiteness on for paper, and rims a little below.
      let isPale = (0..<colors).allSatisfy { Int(color[$0]) * 16 >= Int(paper[$0]) * 9 }
      guard isPale, alphas[start] == 65535, x - start >= SofteningPlates.leastRun else { continue }
      if let plate, plate.color == color, start - plate.end <= Self.longestLine {
        for gap in plate.end..<start { alphas[gap] = 65535 }
      }
      plate = (color, x)
    }
    return alphas
  }

  /// Whether the pixels of `columns`, all of one colour, are a part of a pale plate.
  private func isPlate(_ color: SIMD3<UInt16>, _ start: Int, row y: Int) -> Bool {
    guard y < plates.rowCount, colors.contains(where: { SofteningPlates.distance(color, $0) <= 257 }) else {
      return false
    }
    var found = false
    plates.withBytes(ofRow: y) { bytes in
      for entry in stride(from: 0, to: bytes.count, by: 4) {
        let x = (0..<4).reduce(0) { $0 | Int(bytes[entry + $1]) << (8 * $1) }
        if x == start { found = true }
      }
    }
    return found
  }

  /// Pixels in a row that are paper, and how far apart the stretches of one plate may be.
  private static let paperRun = 3, longestLine = 1024

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

/// The first pass of `knockout`: finds stretches of one colour that begin by a step above and at one side, as those of plates do, where
/// a fade passes from code to code: at the other there may be the rim of a letter.
struct SofteningPlates: Sendable {
  /// Pixels in a row of one colour that may be a plate.
  static let leastRun = 6
  /// What a plate differs by from what is around it: eight codes of 8 bits, more than a steep fade has.
  private static let step = 2056

  private let format: PixelFormat
  /// The colours of the row above.
  private var last: [SIMD3<UInt16>] = []
  /// By column: whether what is of one colour there begins by a step.
  private var beginsByStep: [Bool] = []
  /// The columns that they begin at, by row: four bytes each.
  private(set) var map = SofteningMap()

  init(format: PixelFormat) { self.format = format }

  /// The largest difference of a channel.
  static func distance(_ one: SIMD3<UInt16>, _ other: SIMD3<UInt16>) -> Int {
    (0..<3).reduce(0) { max($0, abs(Int(one[$1]) - Int(other[$1]))) }
  }

  mutating func add(_ row: Span<UInt16>) {
    let channels = format.channelCount
    let width = row.count / channels
    var colors: [SIMD3<UInt16>] = []
    colors.reserveCapacity(width)
    for x in 0..<width {
      let first = x * channels
      colors.append(
        format.isGray ? SIMD3(repeating: row[first]) : SIMD3(row[first], row[first + 1], row[first + 2]))
    }
    note(colors)
    last = colors
  }

  private mutating func note(_ colors: [SIMD3<UInt16>]) {
    if last.isEmpty { beginsByStep = Array(repeating: true, count: colors.count) }
    for x in last.indices where last[x] != colors[x] {
      beginsByStep[x] = Self.distance(last[x], colors[x]) >= Self.step
    }
    let begins = beginsByStep
    map.appendRow { bytes in
      var x = 0
      while x < colors.count {
        let start = x
        repeat { x += 1 } while x < colors.count && colors[x] == colors[start]
        guard x - start >= Self.leastRun, begins[start..<x].count(where: \.self) * 2 >= x - start,
          start == 0 || x == colors.count || Self.distance(colors[start - 1], colors[start]) >= Self.step
            || Self.distance(colors[x], colors[start]) >= Self.step
        else { continue }
        for byte in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: start >> (8 * byte))) }
      }
    }
  }
}

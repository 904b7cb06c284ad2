import Pixels

/// Makes paper transparent: a pixel p = F + t·(W − F) of the object F and the share t of the paper W becomes F with the alpha
/// 1 − t, so that on W it looks as before, and on any other ground as if it were drawn there.
///
/// A class, so that a decision is copied as fast as one without it.
final class SofteningKnockout: Sendable {
  /// Codes of W.
  let paper: SIMD3<UInt16>
  /// What stays opaque; nil for an image that is too intricate to be searched for plates.
  let plates: SofteningPlateMap?
  /// The thin lines; nil for such an image, too.
  private let lines: SofteningLineMap?

  init(paper: SIMD3<UInt16>, ground: SIMD3<UInt16>, plates: SofteningPlates?, holdsLists: Bool) {
    self.paper = paper
    lines = plates?.lines.map(on: paper)
    self.plates = plates?.map(on: paper, ground: ground, holdsLists: holdsLists)
  }

  /// By how much a mixture may be another colour: four codes of 8 bits, which noise has.
  private static let tolerance = 1028
  /// The most pixels of a speck in a row, and by how much alpha it is more opaque than what is beside it.
  private static let speck = (pixels: 3, alpha: 16384)
  /// The least share of a pixel, in 1/65535, that a line covers: a quarter. A paler pixel may be a shape of its own colour.
  private static let line = 16384
  /// By how much a speck may be another colour: 24 codes of 8 bits.
  private static let alike = 6168
  /// The most pixels of one colour in a row of a slope: those at the top of an arc.
  private static let arc = 16
  /// By how much what is taken from the paper's channels differs in coloured ink: a sixteenth.
  private static let hue = 4096

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
    func color(_ x: Int) -> SIMD3<UInt16> { before.color(at: first + x * channels) }
    thinLines(&alphas, firstRow + y, color)
    dropSpecks(&alphas, color)
    guard let (parts, rims) = plates?.row(firstRow + y) else { return alphas }
    let without = alphas
    lazy var slopes = self.slopes(in: alphas.indices, color)
    for rim in rims {
      for x in rim.columns {
        let beside = max(0, x - 1)...min(alphas.count - 1, x + 1)
        var coverage = coverage(of: rim.plate, in: color(x))
        if coverage == nil, isMixture(of: rim.plate, at: x, beside, color, { slopes[x] }) { coverage = 65535 }
        guard let coverage else { continue }
        // The search for edges takes some mixtures in corners for solid.
        let meetsPaper = beside.contains { without[$0] < coverage }
        let least = meetsPaper && alphas[x] == without[x] ? 0 : alphas[x]
        alphas[x] = max(least, coverage)
      }
    }
    for part in parts {
      for (x, alpha) in zip(part.columns, leastAlphas(of: part, without, color)) {
        alphas[x] = max(alphas[x], alpha)
      }
    }
    return alphas
  }

  /// Lowers the alpha of each pixel of a thin line in row `y` of the image to the share of the pixel that its ink covers. The ink is the
  /// darkest one that gives the pixel's colour, mixed with paper.
  private func thinLines(_ alphas: inout [Int], _ y: Int, _ color: (Int) -> SIMD3<UInt16>) {
    guard let lines else { return }
    for x in lines.row(y) {
      let share = lines.inks.compactMap { coverage(of: $0, in: color(x)) }.min() ?? 0
      if share >= Self.line { alphas[x] = min(alphas[x], share) }
    }
  }

  /// Makes specks as translucent as the pixels before and behind them: specks that look like both, or that lie between both colours, as
  /// in a shadow.
  private func dropSpecks(_ alphas: inout [Int], _ color: (Int) -> SIMD3<UInt16>) {
    func isAlike(_ one: Int, _ other: Int) -> Bool {
      let away = Self.codes(color(one)) &- Self.codes(color(other))
      return max(away.max(), -away.min()) <= Self.alike
    }
    func isBetween(_ x: Int, _ one: Int, _ other: Int) -> Bool {
      let (x, one, other) = (Self.codes(color(x)), Self.codes(color(one)), Self.codes(color(other)))
      return (pointwiseMin(one, other) &- x).max() <= Self.tolerance
        && (x &- pointwiseMax(one, other)).max() <= Self.tolerance
    }
    for (before, start) in zip(alphas.indices, alphas.indices.dropFirst()) {
      guard alphas[start] - alphas[before] >= Self.speck.alpha else { continue }
      let behind = alphas.indices[(start + 1)...].prefix(Self.speck.pixels)
      guard let end = behind.first(where: { alphas[start] - alphas[$0] >= Self.speck.alpha }) else {
        continue
      }
      let speck = start..<end
      guard speck.allSatisfy({ isAlike($0, before) && isAlike($0, end) || isBetween($0, before, end) }) else {
        continue
      }
      for x in speck {
        alphas[x] = max(taken(by: color(x)).max(), min(alphas[before], alphas[end]))
      }
    }
  }

  /// What a colour takes from the paper's channels, in 1/65535 of each: the least alpha of a colour in gamut.
  private func taken(by color: SIMD3<UInt16>) -> SIMD3<Int> {
    let white = pointwiseMax(Self.codes(paper), SIMD3(repeating: 1))
    return (white &- Self.codes(color)) &* 65535 / white
  }

  /// The least alphas of the pixels on a plate, or of those between two, in a row: none where there is paper.
  ///
  /// - Parameter alphas: of the row's pixels without plates.
  private func leastAlphas(
    of part: SofteningPlateMap.Part, _ alphas: [Int], _ color: (Int) -> SIMD3<UInt16>
  ) -> [Int] {
    let columns = part.columns
    let opaque = [Int](repeating: 65535, count: columns.count)
    switch part.condition {
    case .always: return opaque
    case .nonePaler:
      // Between two plates that are lighter than the paper, there is paper.
      guard taken(by: part.plate).max() > 0 else { return [] }
      let palest = min(alphas[columns.lowerBound - 1], alphas[columns.upperBound])
      return alphas[columns].allSatisfy { $0 >= palest } ? opaque : []
    case .noPaper:
      guard !alphas[columns].contains(0) else { return [] }
      // At the top of the hole in a ring, the ring gets less and less, then more and more.
      let mixtures = columns.compactMap { coverage(of: part.plate, in: color($0)) }
      guard mixtures.count == columns.count, let first = mixtures.first, let last = mixtures.last else {
        return opaque
      }
      return mixtures.contains { $0 < 32768 } && min(first, last) >= 32768 ? mixtures : opaque
    }
  }

  /// Whether the pixel in column `x`, beside a plate, is a mixture of the plate and of ink: of coloured ink, which no shadow has, or of
  /// an outline, beyond which it gets no lighter than the plate.
  private func isMixture(
    of plate: SIMD3<UInt16>, at x: Int, _ beside: ClosedRange<Int>, _ color: (Int) -> SIMD3<UInt16>,
    _ isSlope: () -> Bool
  ) -> Bool {
    func isLighter(_ x: Int) -> Bool { (Self.codes(color(x)) &- Self.codes(plate)).max() > Self.tolerance }
    if isLighter(x) { return false }
    let taken = taken(by: color(x))
    let isColored = taken.max() - taken.min() >= Self.hue
    return isColored || !beside.contains(where: isLighter) && isSlope()
  }

  /// By column of a row, whether the pixels get darker without a break up to ink, on one side. Long lines of one colour do not.
  private func slopes(in columns: Range<Int>, _ color: (Int) -> SIMD3<UInt16>) -> [Bool] {
    var slopes: [Bool] = []
    var runs: [(columns: Range<Int>, color: SIMD3<UInt16>, isSlope: Bool)] = []
    for x in columns {
      if let last = runs.last, last.color == color(x) {
        runs[runs.count - 1].columns = last.columns.lowerBound..<x + 1
      } else {
        runs.append((x..<x + 1, color(x), !SofteningPlates.isPale(color(x))))
      }
    }
    func extend(_ from: Int, _ to: Int) {
      guard runs[from].isSlope, runs[to].columns.count <= Self.arc else { return }
      if runs[from].color.min() <= runs[to].color.min() { runs[to].isSlope = true }
    }
    for run in runs.indices.dropFirst() { extend(run - 1, run) }
    for run in runs.indices.dropLast().reversed() { extend(run + 1, run) }
    for run in runs { slopes += repeatElement(run.isSlope, count: run.columns.count) }
    return slopes
  }

  /// How much of a pixel a plate covers, in 1/65535; nil if the pixel is no mixture of the plate and of paper.
  private func coverage(of plate: SIMD3<UInt16>, in color: SIMD3<UInt16>) -> Int? {
    let own = Self.codes(paper) &- Self.codes(color)
    let full = Self.codes(paper) &- Self.codes(plate)
    let channel = full.y > full.x ? (full.z > full.y ? 2 : 1) : full.z > full.x ? 2 : 0
    guard full[channel] > 0, (0...full[channel]).contains(own[channel]) else { return nil }
    let coverage = own[channel] * 65535 / full[channel]
    let away = own &- full &* coverage / 65535
    return max(away.max(), -away.min()) <= Self.tolerance ? coverage : nil
  }

  private static func codes(_ color: SIMD3<UInt16>) -> SIMD3<Int> { SIMD3(truncatingIfNeeded: color) }

  /// 1 − t in 1/65535.
  private func leastAlpha(
    _ before: borrowing PixelBuffer, _ after: borrowing PixelBuffer, at index: Int, _ colors: Int
  ) -> Int {
    var share = 65535
    for channel in 0..<colors {
      let less = Int(before.samples[index + channel]) - Int(after.samples[index + channel])
      if less == 0 { return 65535 }
      share = min(share, less * 65535 / max(1, Int(paper[channel])))
    }
    return 65535 - share
  }
}

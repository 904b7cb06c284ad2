public import Pixels

/// The oracle of the softening kernels: the same decisions pixel by pixel over a whole image, with a flood
/// fill for the components and no memory of earlier walks. Slow, and obviously what the comments say.
///
/// It takes the paper as found and gives the samples after `white`; tests compare every sample.
struct SofteningReference {
  let tables: SofteningTables
  let width: Int
  let height: Int
  let samples: [UInt16]
  private let whiteness: [Int]
  private let lightness: [Int]
  /// 0 outside smooth areas, then 1, 2, … per component.
  private var labels: [Int]
  private var tallies: [SofteningTally] = [SofteningTally()]

  private static let plateau = 983
  private static let reach = SofteningRowScanner.reach
  private static let block = 32

  init(_ pixels: borrowing PixelBuffer, tables: SofteningTables) {
    self.tables = tables
    width = pixels.width
    height = pixels.height
    samples = pixels.samples
    let colors = (0..<pixels.pixelCount).map { Self.linear($0, pixels.samples, tables) }
    lightness = colors.map { color in
      color.map { Int(tables.root[Int(tables.luminance($0.x, $0.y, $0.z))]) } ?? 0
    }
    whiteness = colors.map { color in color.map { max(1, Int(tables.root[Int($0.min())])) } ?? 0 }
    labels = Array(repeating: 0, count: pixels.pixelCount)
    findComponents()
  }

  /// Linear light of a pixel, or nil where alpha is 0.
  private static func linear(_ index: Int, _ samples: [UInt16], _ tables: SofteningTables) -> SIMD3<UInt16>? {
    let format = tables.format
    let first = index * format.channelCount
    if format.hasAlpha && samples[first + format.colorChannelCount] == 0 { return nil }
    let green = format.isGray ? 0 : 1
    let blue = format.isGray ? 0 : 2
    return SIMD3(
      tables.linear[0][Int(samples[first])], tables.linear[1][Int(samples[first + green])],
      tables.linear[2][Int(samples[first + blue])])
  }

  // MARK: Smooth areas

  private func neighbors(_ index: Int) -> [Int] {
    let (x, y) = (index % width, index / width)
    return (max(0, y - 1)...min(height - 1, y + 1)).flatMap { row in
      (max(0, x - 1)...min(width - 1, x + 1)).map { row * width + $0 }
    }
  }

  private func isSmooth(_ index: Int) -> Bool {
    guard whiteness[index] >= Int(SofteningRowScanner.leastWhiteness) else { return false }
    let visible = neighbors(index).map { whiteness[$0] }.filter { $0 > 0 }
    return (visible.max() ?? 0) - (visible.min() ?? 0) <= Int(SofteningRowScanner.smoothLimit)
  }

  private mutating func findComponents() {
    let smooth = whiteness.indices.map { isSmooth($0) }
    for start in smooth.indices where smooth[start] && labels[start] == 0 {
      let label = tallies.count
      tallies.append(SofteningTally())
      var open = [start]
      labels[start] = label
      while let index = open.popLast() {
        count(index, in: label)
        for next in neighbors(index) where smooth[next] && labels[next] == 0 {
          labels[next] = label
          open.append(next)
        }
      }
    }
  }

  private mutating func count(_ index: Int, in label: Int) {
    let (x, y) = (index % width, index / width)
    let left = x == 0 || whiteness[index - 1] == 0
    let right = x == width - 1 || whiteness[index + 1] == 0
    let run = SofteningRun(
      start: x, end: x + 1, darkest: UInt16(lightness[index]), lightest: UInt16(lightness[index]),
      lightnessSum: UInt64(lightness[index]), whitenessSum: UInt64(whiteness[index]),
      openEnds: (left ? 1 : 0) + (right ? 1 : 0))
    tallies[label].add(run, isOuterRow: y == 0 || y == height - 1, row: 0)
  }

  // MARK: Edges

  private func color(_ index: Int) -> SIMD3<Int> {
    let first = index * tables.format.channelCount
    let isGray = tables.format.isGray
    return SIMD3(
      Int(samples[first]), Int(samples[first + (isGray ? 0 : 1)]), Int(samples[first + (isGray ? 0 : 2)]))
  }

  /// The whitest (or least white) visible neighbour, when it is beyond the plateau; the first in reading order.
  private func step(from index: Int, up: Bool) -> Int? {
    let visible = neighbors(index).filter { whiteness[$0] > 0 }
    let best = up ? visible.map { whiteness[$0] }.max() : visible.map { whiteness[$0] }.min()
    guard let best, abs(best - whiteness[index]) > Self.plateau else { return nil }
    return visible.first { whiteness[$0] == best }
  }

  private func climb(_ index: Int) -> Int {
    var index = index
    for _ in 0..<Self.reach { index = step(from: index, up: true) ?? index }
    return index
  }

  private func descend(_ start: Int, from top: SIMD3<Int>) -> Int {
    var index = start
    for _ in 0..<Self.reach {
      guard let next = step(from: index, up: false) else { break }
      let before = (color(index) &- top) &>> 2
      let after = (color(next) &- color(index)) &>> 2
      let (dot, length) = (Self.dot(before, after), Self.dot(before, before))
      let isTurning = dot <= 0 || dot * dot * 2 < length * Self.dot(after, after)
      if length >= 60_000_000 && isTurning { break }
      index = next
    }
    return index
  }

  private static func dot(_ a: SIMD3<Int>, _ b: SIMD3<Int>) -> Int { (a &* b).wrappedSum() }

  private func isPale(_ index: Int) -> Bool {
    whiteness[index] >= 55050
      || (whiteness[index] >= 44600 && lightness[index] - whiteness[index] <= 5243)
  }

  /// The label at `index`, or beside it on the same plateau; not beyond the rows in reach of row `y`.
  private func label(near index: Int, from y: Int) -> Int {
    if labels[index] != 0 { return labels[index] }
    let near = neighbors(index).first {
      labels[$0] != 0 && abs(whiteness[$0] - whiteness[index]) <= Self.plateau
        && abs($0 / width - y) <= Self.reach
    }
    return near.map { labels[$0] } ?? 0
  }

  /// The smooth pixel that the blocks beside column `x` saw last, as seen from row `y`.
  private func remembered(_ x: Int, _ y: Int) -> Int? {
    let block = x / Self.block
    var best: (row: Int, block: Int, index: Int)?
    for candidate in max(0, block - 1)...min((width - 1) / Self.block, block + 1) {
      let columns = candidate * Self.block..<min(width, (candidate + 1) * Self.block)
      let rows = max(0, y - 64)...min(height - 1, y + Self.reach)
      for row in rows.reversed() {
        guard let column = columns.last(where: { labels[row * width + $0] != 0 }) else { continue }
        let isBetter = best.map { row > $0.row || (row == $0.row && candidate == block) } ?? true
        if isBetter { best = (row, candidate, row * width + column) }
        break
      }
    }
    return best?.index
  }

  private struct Edge {
    var light = 0, dark = 0, isPale = false, isPlateau = false, share = 0
  }

  private func solve(_ index: Int) -> Edge? {
    if step(from: index, up: false) == nil && !isPale(index) { return nil }
    let top = climb(index)
    var light = label(near: top, from: index / width)
    if light != 0 && step(from: index, up: true) == nil { return Edge(light: light, isPlateau: true) }
    var high = color(top)
    var level = lightness[top]
    let bottom = descend(index, from: high)
    let isPaleEdge = isPale(bottom)
    if bottom == index && !isPaleEdge { return nil }
    if light == 0 {
      guard let memory = remembered(index % width, index / width),
        whiteness[top] * 16 >= whiteness[memory] * 10
      else { return nil }
      light = labels[memory]
      high = color(memory)
      level = 65535
    }
    let axis = high &- color(bottom)
    let (along, length) = (Self.dot(color(index) &- color(bottom), axis), Self.dot(axis, axis))
    let whole = along <= 0 || length == 0 ? 0 : along >= length ? 15 : (along * 15 + length / 2) / length
    let share = Self.shaded(whole, level)
    if share < 2 && !isPaleEdge { return nil }
    let dark = isPaleEdge ? label(near: bottom, from: index / width) : 0
    return Edge(light: light, dark: dark, isPale: isPaleEdge, share: share)
  }

  /// What of a share is left where the light side lies in shadow: a smoothstep over lightness 0.447 to 0.85.
  private static func shaded(_ share: Int, _ lightness: Int) -> Int {
    guard lightness < 55706 else { return share }
    let t = max(0, lightness - 29308) * 256 / (55706 - 29308)
    return (share * ((t * t * (768 - 2 * t)) >> 16) + 128) >> 8
  }

  // MARK: Second pass

  /// The samples after softening with `paper` as the background's white.
  func softened(paper: SofteningPaper, target: Double) -> [UInt16] {
    let verdicts = tallies.map { SofteningComponentClasses.verdict($0.summary, paper: paper) }
    let curves = SofteningCurves(paper: paper, target: target, verdicts: verdicts, tables: tables)
    var result = samples
    for index in whiteness.indices where whiteness[index] > 0 {
      let edge = labels[index] == 0 ? solve(index) : Edge(light: labels[index], isPlateau: true)
      guard let edge else { continue }
      let kind = verdicts[edge.light] >> 8
      if edge.isPlateau && kind == 1 {
        lower(index, by: curves.paperLoss, fade: curves.fade, in: &result)
      } else if edge.isPlateau && kind == 2 {
        lower(index, by: curves.panelLoss, fade: nil, in: &result)
      } else if !edge.isPlateau && kind != 0 {
        if edge.isPale && (edge.dark == 0 || verdicts[edge.dark] >> 8 != 0) {
          lower(index, by: curves.panelLoss, fade: nil, in: &result)
        } else {
          shift(index, edge.share, verdict: verdicts[edge.light], curves, in: &result)
        }
      }
    }
    return result
  }

  private func lower(_ index: Int, by losses: [UInt16], fade: [UInt16]?, in result: inout [UInt16]) {
    guard let linear = Self.linear(index, samples, tables) else { return }
    var loss = UInt64(losses[Int(tables.luminance(linear.x, linear.y, linear.z))])
    if let fade, linear.max() > 0, !tables.format.isGray {
      loss = (loss * UInt64(fade[Int(linear.max() - linear.min()) * 255 / Int(linear.max())])) >> 8
    }
    guard loss > 0 else { return }
    for channel in 0..<tables.format.colorChannelCount {
      let kept = (UInt64(linear[channel]) * (65536 - loss) + 32768) >> 16
      result[index * tables.format.channelCount + channel] = tables.encoded[channel][Int(kept)]
    }
  }

  private func shift(
    _ index: Int, _ share: Int, verdict: UInt16, _ curves: SofteningCurves, in result: inout [UInt16]
  ) {
    for channel in 0..<tables.format.colorChannelCount {
      let whole =
        verdict >> 8 == 1
        ? curves.paperShift[channel] : curves.panelShift[3 * Int(verdict & 255) + channel]
      let at = index * tables.format.channelCount + channel
      result[at] = UInt16(max(0, Int(result[at]) - (share * Int(whole) + 7) / 15))
    }
  }
}

/// `SofteningReference` from decoded pixels to softened samples, for tests and benchmarks to compare the kernels
/// with.
@_spi(Benchmarks)
public enum PlainSoftening {
  /// The samples of `pixels` after softening to the default luminance in mode `white`; nil without a paper.
  public static func softened(
    _ pixels: borrowing PixelBuffer, colorSpace: SofteningColorSpace
  ) -> [UInt16]? {
    let tables = SofteningTables(
      curves: colorSpace.curves, luminance: colorSpace.luminance, format: pixels.format)
    guard let paper = SofteningPaper(survey: survey(pixels, tables), tables: tables) else { return nil }
    return SofteningReference(pixels, tables: tables).softened(
      paper: paper, target: SofteningOptions().whiteLuminance)
  }

  /// What the paper is estimated from, by the kernels: it takes a small part of the time.
  private static func survey(_ pixels: borrowing PixelBuffer, _ tables: SofteningTables)
    -> SofteningStatistics
  {
    var scanner = SofteningRowScanner(tables: tables, width: pixels.width, height: pixels.height)
    for y in 0..<pixels.height {
      scanner.append(pixels.samples.span.extracting(pixels.rowRange(y)), at: y)
      if y > 0 { _ = scanner.findRuns(at: y - 1) }
    }
    _ = scanner.findRuns(at: pixels.height - 1)
    var survey = SofteningStatistics()
    survey.histogram = scanner.histogram
    for bin in 0..<SofteningStatistics.binCount {
      (survey.smooth[bin], survey.colorSums[bin]) = scanner.colorBin(bin)
    }
    return survey
  }
}

public import P3Kit
public import Pixels

/// What both passes of `white` softening are compared with: the same decisions pixel by pixel over a whole image, with a
/// flood fill for the components, and every walk done anew. Hundreds of times slower than the kernels.
public struct ReferenceSoftening {
  private let tables: SofteningTables
  private let width: Int
  private let height: Int
  private let samples: [UInt16]
  /// √min(R, G, B) per pixel in 1/65535, at least 1; 0 where alpha is 0.
  private let whiteness: [Int]
  /// √Y per pixel in 1/65535; 0 where alpha is 0.
  private let lightness: [Int]
  /// 0 outside smooth areas, then 1, 2, … per component.
  private var labels: [Int]
  /// By label.
  private var tallies: [SofteningComponentTally] = [SofteningComponentTally()]

  /// Pixels whose whiteness differs by at most this much lie on one plateau: 1.5 % of 65535.
  private static let plateau = 983
  /// Steps of a walk, and rows above and below an edge pixel that it may look at.
  private static let reach = SofteningRowScanner.reach
  /// Columns that share one last smooth pixel.
  private static let block = 32

  /// The samples of `pixels` after softening to the default luminance in mode `white`; nil where the image has no white
  /// or off-white background.
  public static func softened(_ pixels: borrowing PixelBuffer, colorSpace: SofteningColorSpace) -> [UInt16]? {
    let tables = SofteningTables(
      curves: colorSpace.curves, luminance: colorSpace.luminance, format: pixels.format)
    guard let paper = SofteningPaper(statistics: statistics(pixels, tables), tables: tables) else {
      return nil
    }
    return ReferenceSoftening(pixels, tables: tables).softened(
      paper: paper, target: SofteningOptions().whiteLuminance)
  }

  /// What the paper is estimated from. The kernels count it: that part has tests of its own.
  private static func statistics(_ pixels: borrowing PixelBuffer, _ tables: SofteningTables)
    -> SofteningStatistics
  {
    var scanner = SofteningRowScanner(tables: tables, width: pixels.width, height: pixels.height)
    for y in 0..<pixels.height {
      scanner.append(pixels.samples.span.extracting(pixels.rowRange(y)), at: y)
      if y > 0 { _ = scanner.findRuns(at: y - 1) }
    }
    _ = scanner.findRuns(at: pixels.height - 1)
    var statistics = SofteningStatistics()
    statistics.histogram = scanner.histogram
    for bin in 0..<SofteningStatistics.binCount {
      (statistics.smooth[bin], statistics.colorSums[bin]) = scanner.colorBin(bin)
    }
    return statistics
  }

  private init(_ pixels: borrowing PixelBuffer, tables: SofteningTables) {
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

  /// The 3 × 3 pixels around `index` that the image has, itself among them, in reading order.
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
      tallies.append(SofteningComponentTally())
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

  /// The whitest (or least white) visible neighbour, the first in reading order; nil where none is off the plateau of
  /// `index`.
  private func step(from index: Int, up: Bool) -> Int? {
    let visible = neighbors(index).filter { whiteness[$0] > 0 }
    let best = up ? visible.map { whiteness[$0] }.max() : visible.map { whiteness[$0] }.min()
    guard let best, abs(best - whiteness[index]) > Self.plateau else { return nil }
    return visible.first { whiteness[$0] == best }
  }

  /// Where a walk from `index` towards white ends: the light side of its edge.
  private func climb(_ index: Int) -> Int {
    var index = index
    for _ in 0..<Self.reach { index = step(from: index, up: true) ?? index }
    return index
  }

  /// Where a walk from `start` away from white ends: the dark side of its edge. It stops before a step whose colour
  /// change turns by more than 45° from that between `top` and the pixel reached.
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

  /// Light enough, or light and grey enough, to belong to a light panel, rule or stripe.
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

  /// The lowest smooth pixel of the block of columns around `x` and of the blocks beside it, from 64 rows above row `y`
  /// to `reach` rows below. Of equals, the one in the block of `x`, then the leftmost block's; in a block the last.
  private func lastSmoothPixel(_ x: Int, _ y: Int) -> Int? {
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

  /// What a pixel outside smooth areas is made of.
  private struct Edge {
    /// Labels of the components on its light and its dark side, 0 where there is none.
    var light = 0, dark = 0
    /// Whether its dark side is pale.
    var isPale = false
    /// Whether it lies on the light side's plateau and is treated like a pixel of that component.
    var isPlateau = false
    /// Fifteenths of the light side in its colour.
    var share = 0
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
      guard let smooth = lastSmoothPixel(index % width, index / width),
        whiteness[top] * 16 >= whiteness[smooth] * 10
      else { return nil }
      light = labels[smooth]
      high = color(smooth)
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

  /// The part of a share that counts where the light side lies in shadow: a smoothstep over lightness 0.447 to 0.85.
  private static func shaded(_ share: Int, _ lightness: Int) -> Int {
    guard lightness < 55706 else { return share }
    let t = max(0, lightness - 29308) * 256 / (55706 - 29308)
    return (share * ((t * t * (768 - 2 * t)) >> 16) + 128) >> 8
  }

  // MARK: Second pass

  /// The samples after softening with `paper` as the background's white.
  private func softened(paper: SofteningPaper, target: Double) -> [UInt16] {
    let classes = tallies.map { SofteningComponentClass($0.summary, paper: paper) }
    let curves = SofteningCurves(
      paper: paper, target: target, classes: classes.map(\.code), tables: tables)
    var result = samples
    for index in whiteness.indices where whiteness[index] > 0 {
      let edge = labels[index] == 0 ? solve(index) : Edge(light: labels[index], isPlateau: true)
      guard let edge else { continue }
      switch (edge.isPlateau, classes[edge.light]) {
      case (_, .artwork): break
      case (true, .paper): lower(index, by: curves.paperLoss, fade: curves.fade, in: &result)
      case (true, .panel): lower(index, by: curves.panelLoss, fade: nil, in: &result)
      case (false, let light):
        if edge.isPale && (edge.dark == 0 || classes[edge.dark] != .artwork) {
          lower(index, by: curves.panelLoss, fade: nil, in: &result)
        } else {
          shift(index, by: Self.shift(of: light, curves), share: edge.share, in: &result)
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

  /// Codes that a whole pixel of a component loses.
  private static func shift(of component: SofteningComponentClass, _ curves: SofteningCurves) -> [UInt16] {
    switch component {
    case .artwork: [0, 0, 0]
    case .paper: (0..<3).map { curves.paperShift[$0] }
    case .panel(let level): (0..<3).map { curves.panelShift[3 * Int(level) + $0] }
    }
  }

  private func shift(_ index: Int, by whole: [UInt16], share: Int, in result: inout [UInt16]) {
    for channel in 0..<tables.format.colorChannelCount {
      let at = index * tables.format.channelCount + channel
      result[at] = UInt16(max(0, Int(result[at]) - (share * Int(whole[channel]) + 7) / 15))
    }
  }
}

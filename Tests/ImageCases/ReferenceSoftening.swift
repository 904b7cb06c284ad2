package import Analysis
import DarkMode
package import Pixels

/// What both passes of `white` softening are compared with: the same decisions pixel by pixel over a whole image, with
/// plain lists for regions, a flood fill for components, and every walk done anew. Hundreds of times slower than the
/// kernels.
public struct ReferenceSoftening {
  private let tables: SofteningTables
  private let width: Int
  private let height: Int
  private let samples: [UInt16]
  /// √min(R, G, B) per pixel in 1/65535, at least 1; 0 where alpha is 0.
  private let whiteness: [Int]
  /// √Y per pixel in 1/65535; 0 where alpha is 0.
  private let lightness: [Int]
  /// What parts light pixels from ink.
  private let leastLight: Int
  private let regions: ReferenceRegions
  /// 0 outside smooth ink, then 1, 2, … per component.
  private var components: [Int]
  /// By component.
  private var tallies: [SofteningComponentTally] = [SofteningComponentTally()]

  /// Whether grey and pale strokes are ink that covers its pixels in part.
  private var strokesAreMixtures = false

  /// Pixels whose whiteness differs by at most this much lie on one plateau: 1.5 % of 65535.
  private static let plateau = 983
  /// Steps of a walk, and rows above and below an edge pixel that it may look at.
  private static let reach = SofteningRowScanner.reach

  /// The samples of `pixels` after softening to the default luminance in mode `white`; nil where the image has no white
  /// or off-white background. If it `knocksOut`, paper loses all, as where it becomes transparent.
  package static func softened(
    _ pixels: borrowing PixelBuffer, colorSpace: SofteningColorSpace, knocksOut: Bool = false
  ) -> [UInt16]? {
    let tables = SofteningTables(
      curves: colorSpace.curves, luminance: colorSpace.luminance, format: pixels.format)
    let statistics = statistics(pixels, tables)
    guard let found = SofteningPaper(statistics: statistics, tables: tables) else { return nil }
    let paper = found.brightened(to: statistics.levelOfFields(on: found), tables: tables)
    var reference = ReferenceSoftening(pixels, tables: tables)
    reference.strokesAreMixtures = knocksOut
    return reference.softened(
      paper: paper, target: knocksOut ? 0 : SofteningOptions().whiteLuminance)
  }

  /// What the paper is estimated from. The kernels count it: that part has tests of its own.
  private static func statistics(_ pixels: borrowing PixelBuffer, _ tables: SofteningTables)
    -> SofteningStatistics
  {
    var scanner = SofteningRowScanner(tables: tables, width: pixels.width, height: pixels.height)
    for y in 0..<pixels.height {
      scanner.append(pixels.samples.span.extracting(pixels.rowRange(y)), at: y)
      if y > 0 { scanner.classify(at: y - 1) }
    }
    scanner.classify(at: pixels.height - 1)
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
    let first = pixels.samples.prefix(32 * pixels.rowStride)
    let guess = SofteningPaperGuess(samples: Array(first), tables: tables).paper
    leastLight = Int(guess.whiteness) * 9 / 10
    components = Array(repeating: 0, count: pixels.pixelCount)
    let texture = ReferenceTexture(whiteness: whiteness, width: pixels.width, leastLight: leastLight)
    regions = ReferenceRegions(
      texture, colors: (0..<pixels.pixelCount).map { Self.color($0, pixels.samples, tables) },
      white: SIMD3<Int>(truncatingIfNeeded: guess.color), isGray: tables.format.isGray)
    findComponents(texture)
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

  // MARK: Smooth ink

  /// The 3 × 3 pixels around `index` that the image has, itself among them, in reading order.
  private func neighbors(_ index: Int) -> [Int] {
    let (x, y) = (index % width, index / width)
    return (max(0, y - 1)...min(height - 1, y + 1)).flatMap { row in
      (max(0, x - 1)...min(width - 1, x + 1)).map { row * width + $0 }
    }
  }

  private mutating func findComponents(_ texture: ReferenceTexture) {
    let smooth = texture.isSmooth.indices.map { texture.isSmooth[$0] && texture.isInk($0) }
    for start in smooth.indices where smooth[start] && components[start] == 0 {
      let label = tallies.count
      tallies.append(SofteningComponentTally())
      var open = [start]
      components[start] = label
      while let index = open.popLast() {
        count(index, in: label)
        for next in neighbors(index) where smooth[next] && components[next] == 0 {
          components[next] = label
          open.append(next)
        }
      }
    }
  }

  private mutating func count(_ index: Int, in label: Int) {
    let x = index % width
    let run = SofteningRun(
      start: x, end: x + 1, darkest: UInt16(whiteness[index]), lightnessSum: UInt64(lightness[index]),
      whitenessSum: UInt64(whiteness[index]), region: UInt32(regions.labels[index]))
    tallies[label].add(run, row: 0)
  }

  /// By component, the first light region in reading order that it meets smoothly, or 0.
  private func meetings() -> [Int] {
    var found = [Int](repeating: 0, count: tallies.count)
    for index in components.indices where components[index] != 0 && found[components[index]] == 0 {
      let light = neighbors(index).first { regions.texture.isSmooth[$0] && regions.texture.isLight($0) }
      found[components[index]] = light.map { regions.labels[$0] } ?? 0
    }
    return found
  }

  /// The label at `index` in the plane of labels: odd for light regions, even for components, 0 for neither.
  private func label(_ index: Int) -> Int {
    regions.texture.isLight(index) ? regions.root(regions.labels[index]) * 2 + 1 : components[index] * 2
  }

  // MARK: Edges

  private func color(_ index: Int) -> SIMD3<Int> { Self.color(index, samples, tables) }

  private static func color(_ index: Int, _ samples: [UInt16], _ tables: SofteningTables) -> SIMD3<Int> {
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

  /// Where a walk from `start` away from white ends: the dark side of its edge. It stops before a step that falls
  /// by less than a twelfth of the way down from the whiteness `light`.
  private func descend(_ start: Int, from light: Int) -> Int {
    var index = start
    for _ in 0..<Self.reach {
      guard let next = step(from: index, up: false) else { break }
      if (whiteness[index] - whiteness[next]) * 12 < light - whiteness[index] { break }
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
    if label(index) != 0 { return label(index) }
    func steps(_ index: Int) -> Int { [true, false].count { step(from: index, up: $0) != nil } }
    let near = neighbors(index).first {
      label($0) != 0 && abs(whiteness[$0] - whiteness[index]) <= Self.plateau
        && abs($0 / width - y) <= Self.reach && (steps(index) < 2 || steps($0) == 0)
    }
    return near.map { label($0) } ?? 0
  }

  /// The label of the component whose pixel is the nearest one in the column of `index` that has the same colour as `index`. Of two
  /// pixels at one distance the upper one counts; pixels more than 8 rows from row `y` do not. 0 if there is no such pixel, or if
  /// `index` is not pale.
  private func label(inColumnOf index: Int, from y: Int) -> Int {
    guard isPale(index) else { return 0 }
    let rows = (1...Self.reach).flatMap { [index / width - $0, index / width + $0] }
    let component = rows.filter { (0..<height).contains($0) && abs($0 - y) <= Self.reach }
      .map { $0 * width + index % width }
      .first { place in
        components[place] != 0 && (0..<3).allSatisfy { abs(color(place)[$0] - color(index)[$0]) <= 600 }
      }
    return component.map { components[$0] * 2 } ?? 0
  }

  /// What a pixel outside smooth areas is made of.
  private struct Edge {
    /// The label of the region or component on its light side.
    var light = 0
    /// The label of the pale region or component on its dark side; 0 if its dark side is ink.
    var dark = 0
    /// Whether it lies on the plateau of `light` and is treated like a pixel of that component.
    var isPlateau = false
    /// Fifteenths of the light side in its colour.
    var share = 0
  }

  /// Fifteenths of `light` in a mixture of both; 0 for what misses the line between them by a third of full scale.
  private func share(of color: SIMD3<Int>, light: SIMD3<Int>, dark: SIMD3<Int>) -> Int {
    let (axis, away) = ((light &- dark) &>> 2, (color &- dark) &>> 2)
    let (along, length) = (Self.dot(away, axis), Self.dot(axis, axis))
    let miss = Self.dot(away, away) - 29_822_521
    guard along > 0, miss * length <= along * along else { return 0 }
    return along >= length ? 15 : (along * 15 + length / 2) / length
  }

  /// The label of what stays as it is: no region has it.
  private static let kept = 1

  /// The colour of a plate above (`down` is −1) or below (1) the pixel `index`: the third of three pixels in its column that are
  /// alike, of which the last two are no lighter than `lightest`, if the plate has a strong colour and no pixel between them and
  /// `index` is darker.
  private func plate(from index: Int, down: Int, lightest: Int) -> SIMD3<Int>? {
    let y = index / width
    let column = (1...Self.reach).map { y + down * $0 }.prefix { $0 >= 0 && $0 < height }
      .map { $0 * width + index % width }
    let pixels = [index] + column
    func isAlike(_ i: Int) -> Bool {
      abs(whiteness[pixels[i]] - whiteness[pixels[i - 1]]) <= 600 && lightness[pixels[i]] <= lightest
    }
    guard let last = pixels.indices.dropFirst(2).first(where: { isAlike($0) && isAlike($0 - 1) }) else {
      return nil
    }
    let low = color(pixels[last])
    let range = low.max() - low.min()
    guard range >= 13107, range * 20 >= low.max() * 9 else { return nil }
    return pixels[...last].allSatisfy { isLighter($0, than: low) } ? low : nil
  }

  private func isLighter(_ index: Int, than low: SIMD3<Int>) -> Bool {
    (color(index) &+ 2056 .< low) == SIMDMask(repeating: false)
  }

  /// Whether `index` belongs to a stroke on a plate, no pixel around `top` is darker than the plate, and `top`, where the walk
  /// towards white ends, is halfway to white.
  private func isOnPlate(_ index: Int, top: Int) -> Bool {
    let lightest = 2 * lightness[top] - 65535
    let plates = [-1, 1].compactMap { plate(from: index, down: $0, lightest: lightest) }
    guard let low = plates.first else { return false }
    let around = neighbors(top)
    return around.count == 9 && around.allSatisfy { abs($0 / width - index / width) <= Self.reach }
      && around.allSatisfy { isLighter($0, than: low) }
  }

  /// Whether light pixels lie within three pixels to the left and right of `index`, or above and below.
  private func isInStroke(_ index: Int) -> Bool {
    let (x, y) = (index % width, index / width)
    func isBesideLight(_ dx: Int, _ dy: Int) -> Bool {
      (1...3).map { (x + $0 * dx, y + $0 * dy) }
        .contains {
          (0..<width).contains($0) && (0..<height).contains($1) && regions.texture.isLight($1 * width + $0)
        }
    }
    return isBesideLight(-1, 0) && isBesideLight(1, 0) || isBesideLight(0, -1) && isBesideLight(0, 1)
  }

  /// The ink with a channel of 0 of which `color` is a mixture with the background `light`.
  private static func saturated(_ color: SIMD3<Int>, on light: SIMD3<Int>) -> SIMD3<Int> {
    guard let least = (0..<3).min(by: { color[$0] * light[$1] < color[$1] * light[$0] }),
      color[least] < light[least]
    else { return SIMD3() }
    let ink = light &- (light &- color) &* light[least] / (light[least] - color[least])
    return ink.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 65535))
  }

  private func solve(_ index: Int) -> Edge? {
    let own = label(near: index, from: index / width)
    if own != 0 { return Edge(light: own, isPlateau: true) }
    let top = climb(index)
    let beside = label(near: top, from: index / width)
    let light = beside != 0 ? beside : label(inColumnOf: top, from: index / width)
    if light == 0 { return isOnPlate(index, top: top) ? Edge(light: Self.kept, isPlateau: true) : nil }
    let high = color(top)
    if strokesAreMixtures, ReferenceLowering.isGray(color(index), beside: high), isInStroke(index) {
      let share = (share(of: color(index), light: high, dark: SIMD3()) * whiteness[top] + 32768) >> 16
      return share < 2 ? nil : Edge(light: light, share: share)
    }
    let bottom = descend(index, from: whiteness[top])
    if bottom == index && !isPale(bottom) { return nil }
    let dark = isPale(bottom) ? label(near: bottom, from: index / width) : 0
    var low = color(bottom)
    if isPale(bottom), dark == 0 {
      // A hairline is ink drawn with less than full opacity.
      guard strokesAreMixtures || ReferenceLowering.isGray(low, beside: high) else { return nil }
      low = Self.saturated(low, on: high)
    }
    let share = (share(of: color(index), light: high, dark: low) * whiteness[top] + 32768) >> 16
    return share < 2 && dark == 0 ? nil : Edge(light: light, dark: dark, share: share)
  }

  // MARK: New edges

  /// The fifteenths of background that are taken from a pixel of ink; nil where a curve decides.
  private func share(_ index: Int) -> Int? {
    guard regions.texture.isInk(index), components[index] == 0 else { return nil }
    guard let edge = solve(index) else { return 0 }
    if edge.light == Self.kept { return 0 }
    return edge.isPlateau || edge.dark != 0 ? nil : edge.share
  }

  /// The regions, marked where eight pairs of pixels that look alike would lose shares that differ by half.
  private func markedRegions() -> [SofteningRegion] {
    let shares = whiteness.indices.map(share)
    var (list, breaks) = (regions.list, [Int](repeating: 0, count: regions.list.count))
    for (index, share) in shares.enumerated() where share ?? 0 >= 8 {
      let (x, width) = (index % width, width)
      let beside =
        (x > 0 ? [index - 1] : []) + (x + 1 < width ? [index + 1] : []) + [index - width, index + width]
      for other in beside where whiteness.indices.contains(other) && !isPale(other) {
        guard let less = shares[other], (share ?? 0) - less >= 8,
          abs(whiteness[index] - whiteness[other]) <= 1080
        else { continue }
        breaks[regions.root(regions.labels[index])] += 1
      }
    }
    for label in list.indices where breaks[label] >= 8 { list[label].traits.insert(.broken) }
    return list
  }

  // MARK: Second pass

  /// The samples after softening with `paper` as the background's white.
  private func softened(paper: SofteningPaper, target: Double) -> [UInt16] {
    let loss = target > 0 ? paper.loss(to: target, tables: tables) : paper.color
    let panel = SofteningPanelCurve(paper: paper, loss: target > 0 ? loss : SIMD3())
    let verdicts = SofteningVerdicts(
      regions: markedRegions(), components: tallies.map(\.summary), roots: Array(tallies.indices),
      meetings: meetings(),
      leastLight: Double(leastLight) / 65535, paper: paper, panel: panel, tables: tables)
    let lowering = ReferenceLowering(paper: paper.color, loss: loss, panel: panel, tables: tables)
    var result = samples
    for index in whiteness.indices where whiteness[index] > 0 {
      let region = verdicts.regions[regions.root(regions.labels[index])]
      switch region {
      case .mixed: soften(index, verdicts, lowering, onPlate: false, in: &result)
      case .grays
      where !ReferenceLowering.isGray(color(index), beside: SIMD3(truncatingIfNeeded: paper.color)):
        soften(index, verdicts, lowering, onPlate: false, in: &result)
      case .panel(full: 0): soften(index, verdicts, lowering, onPlate: true, in: &result)
      default: lowering.lower(index, by: region, in: &result)
      }
    }
    return result
  }

  /// A pixel of a region of several inks.
  private func soften(
    _ index: Int, _ verdicts: SofteningVerdicts, _ lowering: ReferenceLowering, onPlate: Bool,
    in result: inout [UInt16]
  ) {
    func verdict(_ label: Int) -> SofteningVerdict {
      label % 2 == 1 ? verdicts.regions[label / 2] : verdicts.components[label / 2]
    }
    let isSmooth = components[index] != 0
    guard let edge = isSmooth ? Edge(light: label(index), isPlateau: true) : solve(index) else {
      return onPlate ? () : lowering.lower(index, by: .panel(full: 0), in: &result)
    }
    let light = verdict(edge.light)
    if edge.isPlateau { return lowering.lower(index, by: light, in: &result) }
    if light == .kept { return }
    if edge.dark != 0, verdict(edge.dark) != .kept {
      return lowering.lower(index, by: verdict(edge.dark), in: &result)
    }
    if edge.dark == 0, light == .panel(full: 0) { return lowering.lower(index, by: light, in: &result) }
    lowering.take(edge.share, of: light, from: index, in: &result)
  }
}

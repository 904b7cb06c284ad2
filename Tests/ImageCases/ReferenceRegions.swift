import Pixels

/// What the first pass says about each pixel, with every neighbour looked at anew.
struct ReferenceTexture {
  let whiteness: [Int]
  let width: Int
  let leastLight: Int
  private(set) var isSmooth: [Bool] = []
  private(set) var isFlat: [Bool] = []
  private(set) var isNatural: [Bool] = []

  var height: Int { whiteness.count / max(1, width) }
  func isLight(_ index: Int) -> Bool { whiteness[index] >= max(1, leastLight) }
  func isInk(_ index: Int) -> Bool { whiteness[index] > 0 && whiteness[index] < leastLight }

  init(whiteness: [Int], width: Int, leastLight: Int) {
    self.whiteness = whiteness
    self.width = width
    self.leastLight = leastLight
    for index in whiteness.indices {
      let (span, bend) = whiteness[index] > 0 ? measure(index) : (65535, 65535)
      let isEven = span <= Int(SofteningRowScanner.smoothLimit) || (span <= 22937 && bend <= 1638)
      isSmooth.append(whiteness[index] >= Int(SofteningRowScanner.leastWhiteness) && isEven)
      isFlat.append(span <= 600)
      isNatural.append(whiteness[index] > 0 && span > 1310 && span <= 19660 && bend > span / 4 - span / 16)
    }
  }

  /// The whiteness at (`x`, `y`), 0 outside.
  private func at(_ x: Int, _ y: Int) -> Int {
    x >= 0 && x < width && y >= 0 && y < height ? whiteness[y * width + x] : 0
  }

  /// The span of whiteness in 3 × 3 pixels, and the largest bend of the four lines through the middle.
  private func measure(_ index: Int) -> (span: Int, bend: Int) {
    let (x, y) = (index % width, index / width)
    let around = (-1...1).flatMap { dy in (-1...1).map { at(x + $0, y + dy) } }
    let visible = around.filter { $0 > 0 }
    let bends = (0..<4).map { line in
      let (a, b) = (around[line], around[8 - line])
      return a == 0 || b == 0 ? 65535 : abs(a / 2 + b / 2 - around[4])
    }
    return ((visible.max() ?? 0) - (visible.min() ?? 0), bends.max() ?? 0)
  }
}

/// Regions of light pixels and of ink, joined run by run in lists.
struct ReferenceRegions {
  let texture: ReferenceTexture
  /// By pixel; 0 for invisible ones.
  private(set) var labels: [Int]
  /// By label.
  private(set) var list: [SofteningRegion] = []

  private var parents = [0]
  private var outers = [0]
  private var depths = [0]
  private var counts = [Counts()]
  private let colors: [SIMD3<Int>]
  private let white: SIMD3<Int>

  private struct Counts {
    var pixels = 0, runs = 0, flat = 0, natural = 0, smooth = 0, contacts = 0, core = 0, columnRuns = 0
    var blends = 0
    var columns: Set<Int> = [], rows: Set<Int> = []
    var moments = [Int](repeating: 0, count: 6)
    var darkest = Int.max
    var color = SIMD3<Int>()
    var isLight = false, isOpen = false
    var plateSides = 0, between = 0

    /// Adds what was counted elsewhere; of two equally dark colours of ink the first stays.
    mutating func add(_ other: Counts) {
      pixels += other.pixels
      runs += other.runs
      flat += other.flat
      natural += other.natural
      smooth += other.smooth
      contacts += other.contacts
      columnRuns += other.columnRuns
      isOpen = isOpen || other.isOpen
      moments = zip(moments, other.moments).map(+)
      plateSides += other.plateSides
      between += other.between
      if isLight { return }
      let distance = other.darkest - darkest
      if distance < 0 {
        core = other.core + (distance >= -514 ? core : 0)
        (darkest, color) = (other.darkest, other.color)
      } else if distance <= 514 {
        core += other.core
      }
    }

    /// Gives a light region the colour of the ink before a part of it, if that ink is darker.
    mutating func takeColor(of other: Counts) {
      if other.darkest < darkest { (darkest, color) = (other.darkest, other.color) }
    }
  }

  init(_ texture: ReferenceTexture, colors: [SIMD3<Int>], white: SIMD3<Int>, isGray: Bool) {
    self.texture = texture
    self.colors = colors
    self.white = isGray ? SIMD3(white.x, 0, 0) : white
    labels = Array(repeating: 0, count: texture.whiteness.count)
    for y in 0..<texture.height { join(row: y) }
    countBlends()
    spanBoxes()
    list = parents.indices.map { region($0) }
  }

  /// Finds the columns and rows that each region has pixels in: there is no gap between them.
  private mutating func spanBoxes() {
    for index in labels.indices where texture.whiteness[index] > 0 {
      counts[root(labels[index])].columns.insert(index % texture.width)
      counts[root(labels[index])].rows.insert(index / texture.width)
    }
  }

  private mutating func countBlends() {
    let width = texture.width
    for index in labels.indices where texture.whiteness[index] > 0 {
      let right = (index + 1) % width > 0 ? [index + 1] : []
      let below = index + width < labels.count ? [index + width] : []
      for other in right + below where texture.whiteness[other] > 0 {
        guard texture.isLight(index) != texture.isLight(other),
          abs(texture.whiteness[index] - texture.whiteness[other]) <= 1080
        else { continue }
        counts[root(labels[index])].blends += 1
        counts[root(labels[other])].blends += 1
      }
    }
  }

  func root(_ label: Int) -> Int {
    var label = label
    while parents[label] != label { label = parents[label] }
    return label
  }

  // MARK: Runs

  private mutating func join(row y: Int) {
    let (first, end) = (y * texture.width, (y + 1) * texture.width)
    var start = first
    while start < end {
      guard texture.whiteness[start] > 0 else {
        start += 1
        continue
      }
      let isLight = texture.isLight(start)
      var stop = start + 1
      while stop < end, texture.whiteness[stop] > 0, texture.isLight(stop) == isLight { stop += 1 }
      join(start..<stop, row: y)
      start = stop
    }
  }

  private mutating func join(_ run: Range<Int>, row y: Int) {
    let (first, width) = (y * texture.width, texture.width)
    let isLight = texture.isLight(run.lowerBound)
    let outer = run.lowerBound > first ? labels[run.lowerBound - 1] : 0
    var label = 0
    if y > 0 {
      let above = max(first, run.lowerBound - 1) - width...min(first + width - 1, run.upperBound) - width
      for index in above where texture.whiteness[index] > 0 && texture.isLight(index) == isLight {
        let other = root(labels[index])
        label = label == 0 ? other : united(label, other)
      }
    }
    if label == 0 {
      label = parents.count
      parents.append(label)
      outers.append(outer)
      depths.append(depth(above: run.lowerBound))
      counts.append(count(run, row: y))
    } else {
      let count = count(run, row: y)
      counts[label].add(count)
      // Further down a large region meets other inks.
      if isLight && counts[label].runs <= 8 && isAround(outer, light: label) {
        counts[label].takeColor(of: count)
      }
    }
    for index in run { labels[index] = label }
  }

  /// Whether ink of the region `outer` is ink of the one that encloses the light region `light`.
  private func isAround(_ outer: Int, light: Int) -> Bool {
    outer != 0 && outers[light] != 0 && root(outer) == root(outers[light])
  }

  /// The ink directly before or after a light run, nearest pixels first.
  private func ink(beside run: Range<Int>, before: Bool) -> [Int] {
    let first = run.lowerBound - run.lowerBound % texture.width
    let columns =
      before
      ? Array((first..<run.lowerBound).reversed()) : Array(run.upperBound..<first + texture.width)
    return Array(columns.prefix { texture.isInk($0) })
  }

  /// Whether ink beside a light run is that of a plate: beyond two pixels that are not much darker, six are flat, or level.
  private func isPlate(_ ink: [Int]) -> Bool {
    guard ink.count >= 8 else { return false }
    let (rim, plate) = (ink[..<2], ink[2..<8].sorted())
    let isLevel = zip(plate, plate.dropFirst()).allSatisfy {
      abs(texture.whiteness[$0] - texture.whiteness[$1]) <= 600
    }
    let isOutlined = rim.contains { texture.whiteness[$0] < texture.whiteness[plate[0]] - 6554 }
    return (isLevel || plate.allSatisfy { texture.isFlat[$0] }) && !isOutlined
  }

  /// Counts the sides of a light run that have a plate, takes the colour of the ink before it, and compares that with the ink
  /// after it.
  private func addSides(of run: Range<Int>, to counts: inout Counts) {
    var inks: [SIMD3<Double>] = []
    for isBefore in [true, false] {
      let ink = ink(beside: run, before: isBefore)
      let isPlate = isPlate(ink)
      counts.plateSides += isPlate ? 1 : 0
      let near = isBefore ? ink.prefix(4).reversed() : Array(ink.prefix(4))
      guard let dark = near.min(by: { texture.whiteness[$0] < texture.whiteness[$1] }) else { continue }
      let color = colors[isPlate ? ink[2] : dark]
      if isBefore { (counts.darkest, counts.color) = (isPlate ? 0 : texture.whiteness[dark] | 1, color) }
      if ink.count > 2 { inks.append(away(color)) }
    }
    guard inks.count == 2 else { return }
    let cosine =
      (inks[0] * inks[1]).sum() / ((inks[0] * inks[0]).sum() * (inks[1] * inks[1]).sum()).squareRoot()
    counts.between = cosine < 0.9 ? 1 : 0
  }

  /// How far a colour is from white in 8-bit codes, by channel.
  private func away(_ color: SIMD3<Int>) -> SIMD3<Double> {
    SIMD3((white &- (color &>> 8)).clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 255)))
  }

  /// How many pixels of ink lie above `index`, at most 255.
  private func depth(above index: Int) -> Int {
    let column = stride(from: index - texture.width, through: 0, by: -texture.width)
    return min(255, column.prefix { texture.isInk($0) }.count)
  }

  private mutating func united(_ a: Int, _ b: Int) -> Int {
    guard a != b else { return a }
    let (root, child) = (min(a, b), max(a, b))
    counts[root].add(counts[child])
    parents[child] = root
    return root
  }

  private func count(_ run: Range<Int>, row y: Int) -> Counts {
    let (first, width) = (y * texture.width, texture.width)
    var counts = Counts()
    counts.pixels = run.count
    counts.runs = 1
    counts.isLight = texture.isLight(run.lowerBound)
    counts.isOpen =
      y == 0 || y == texture.height - 1 || run.lowerBound == first || run.upperBound == first + width
    if counts.isLight {
      addSides(of: run, to: &counts)
    } else {
      for index in run { add(index, to: &counts) }
      addPlateaus(run, to: &counts)
    }
    if let darkest = run.map({ texture.whiteness[$0] }).min(), !counts.isLight {
      counts.darkest = darkest
      counts.core = run.filter { texture.whiteness[$0] - darkest <= 514 }.count
      counts.color = run.first { texture.whiteness[$0] == darkest }.map { colors[$0] } ?? .zero
    }
    return counts
  }

  private func add(_ index: Int, to counts: inout Counts) {
    counts.natural += texture.isNatural[index] ? 1 : 0
    counts.smooth += texture.isSmooth[index] ? 1 : 0
    counts.columnRuns += index < texture.width || !texture.isInk(index - texture.width) ? 1 : 0
    let y = index / texture.width
    counts.contacts += texture.isSmooth[index] && hasSmoothLight(beside: index, rows: y - 1...y) ? 1 : 0
    counts.contacts += texture.isSmooth[index] && hasSmoothLight(beside: index, rows: y + 1...y + 1) ? 1 : 0
    let away = SIMD3<Int>(away(colors[index]))
    let products = [
      away.x * away.x, away.y * away.y, away.z * away.z, away.x * away.y, away.x * away.z, away.y * away.z,
    ]
    counts.moments = zip(counts.moments, products).map(+)
  }

  /// Counts flat pixels, and those of stretches of at least 16 that keep within one 8-bit code of their first.
  private func addPlateaus(_ run: Range<Int>, to counts: inout Counts) {
    var start = run.lowerBound
    while start < run.upperBound {
      let stretch = run[start...].prefix { abs(texture.whiteness[$0] - texture.whiteness[start]) <= 270 }
      // The rows beside a ruled line differ as a photograph's do, but evenly.
      if stretch.count >= 16 { counts.natural -= stretch.count { texture.isNatural[$0] } }
      counts.flat += stretch.count { stretch.count >= 16 || texture.isFlat[$0] }
      start = stretch.endIndex
    }
  }

  /// Whether a smooth light pixel lies in `rows`, in the column of `index` or one beside it.
  private func hasSmoothLight(beside index: Int, rows: ClosedRange<Int>) -> Bool {
    let x = index % texture.width
    return rows.contains { row in
      row >= 0 && row < texture.height
        && (max(0, x - 1)...min(texture.width - 1, x + 1)).contains { column in
          let other = row * texture.width + column
          return texture.isSmooth[other] && texture.isLight(other)
        }
    }
  }

  // MARK: What is true of a region

  private func region(_ label: Int) -> SofteningRegion {
    let counts = counts[label]
    let color = SIMD3<UInt16>(truncatingIfNeeded: counts.color)
    return SofteningRegion(
      parent: parents[label], outer: outers[label], pixels: UInt32(counts.pixels),
      columns: Self.range(of: counts.columns), rows: Self.range(of: counts.rows),
      blends: UInt32(counts.blends),
      color: color, thickness: UInt16(counts.pixels / max(1, counts.runs)),
      depth: UInt16(depths[label]), traits: traits(counts, depth: depths[label]))
  }

  /// From the least to the greatest number.
  private static func range(of numbers: Set<Int>) -> Range<Int> {
    guard let first = numbers.min(), let last = numbers.max() else { return 0..<0 }
    return first..<last + 1
  }

  private func traits(_ counts: Counts, depth: Int) -> SofteningRegion.Traits {
    var traits: SofteningRegion.Traits = counts.isLight ? .light : []
    if counts.isOpen { traits.insert(.open) }
    if counts.isLight && counts.between * 2 > counts.runs {
      traits.insert(.between)
    } else if counts.isLight && counts.darkest == 0 && depth >= 4 {
      traits.formUnion(counts.plateSides > counts.runs ? [.onPlate, .sign] : .onPlate)
    }
    guard !counts.isLight, counts.pixels > 0 else { return traits }
    let pixels = counts.pixels
    let isSoft = counts.smooth * 10 >= pixels * 7 && counts.contacts >= 4
    let isPlate = counts.flat * 2 >= pixels
    let isPhoto = counts.natural * 4 >= pixels && pixels >= 2000 && pixels >= 24 * counts.runs && !isPlate
    if isSoft { traits.insert(.soft) }
    if isPhoto { traits.insert(.photo) }
    if counts.core * 10 >= pixels * 3 { traits.insert(.solid) }
    if pixels < 5 * max(counts.runs, counts.columnRuns) { traits.insert(.line) }
    if isPlate { traits.insert(.plate) }
    if isOneInk(counts.moments.map(Double.init)) && !isPhoto { traits.insert(.oneInk) }
    return traits
  }

  private func isOneInk(_ m: [Double]) -> Bool {
    let trace = m[0] + m[1] + m[2]
    let squares = m[0] * m[0] + m[1] * m[1] + m[2] * m[2] + 2 * (m[3] * m[3] + m[4] * m[4] + m[5] * m[5])
    return trace * trace - squares <= 0.002 * trace * trace
  }
}

import ColorManagement
import Pixels
import TestSupport
import Testing

/// The sieve against the formulas in Double: it may let through too much, never too little.
@Suite("CollapseRows")
struct CollapseRowsTests {
  @Test("lets every lost pair through, and few others, on every target", arguments: KernelTarget.available)
  func neighbours(target: KernelTarget) throws {
    var trial = try Trial(target: target)
    let places = trial.search()
    let last = Trial.height - 1
    for (isColumn, found) in [(false, Set(places.across)), (true, Set(places.down))] {
      var (expected, extra) = (0, 0)
      for x in (isColumn ? 0 : 1)..<Trial.width {
        // Pairs down are asked about once the row below them is there.
        let pair = isColumn ? [(x, last - 2), (x, last - 1)] : [(x - 1, last), (x, last)]
        let beyond = isColumn ? [(x, last - 3), (x, last)] : [(x - 2, last), (x + 1, last)]
        let isLost =
          trial.isLost(pair[0], pair[1]) && trial.goesOn(pair[0], beyond[0])
          && trial.goesOn(pair[1], beyond[1])
        if isLost { expected += 1 }
        if isLost != found.contains(x) {
          #expect(!isLost, "pixel \(x)")
          extra += 1
        }
      }
      #expect(expected > 20 && extra < Trial.width / 50, "\(expected) lost, \(extra) others")
    }
  }

  @Test("lets every ramp through, on every target", arguments: KernelTarget.available)
  func ramps(target: KernelTarget) throws {
    var trial = try Trial(target: target)
    let places = trial.search()
    let last = Trial.height - 1
    let isOnRamp = (0..<Trial.width).map { x in
      x > 0 && trial.isOut((x - 1, last)) && trial.isOut((x, last)) && trial.isNear((x - 1, last), (x, last))
    }
    for run in places.runs {
      #expect(run.count > CollapseRows.plateauSteps)
      #expect(run.dropFirst().allSatisfy { trial.isOut(($0, last)) })
    }
    let inRuns = Set(places.runs.flatMap { $0.dropFirst() })
    var length = 0
    for x in 0..<Trial.width {
      length = isOnRamp[x] ? length + 1 : 0
      if length >= CollapseRows.plateauSteps { #expect(inRuns.contains(x)) }
    }
    #expect(!inRuns.isEmpty)
  }

  @Test("finds the same places on every target")
  func sameBits() throws {
    let found = try KernelTarget.available.map { target in
      var trial = try Trial(target: target)
      let places = trial.search()
      return [places.across, places.down, places.runs.flatMap { $0 }, places.stepDown, places.beginDown]
    }
    #expect(found.allSatisfy { $0 == found[0] })
  }

  @Test(
    "tells visible and equal pixels, in rows of every width around the words",
    arguments: [1, 2, 3, 63, 64, 65, 127, 128, 129, 200], [PixelFormat.rgb16, .rgba16])
  func bits(width: Int, format: PixelFormat) throws {
    let (converter, clip, _) = try Trial.conversion(.current)
    var random = SplitMix64(seed: UInt64(width))
    // Few values, so that many pixels are equal; every channel differs alone now and then.
    let samples = (0..<2).map { _ in
      (0..<width * format.channelCount).map { _ in random.next() % 3 == 0 ? UInt16(random.next() % 2) : 7 }
    }
    func pixel(_ row: Int, _ x: Int) -> [UInt16] {
      Array(samples[row][x * format.channelCount..<(x + 1) * format.channelCount])
    }
    func isVisible(_ pixel: [UInt16]) -> Bool { !format.hasAlpha || pixel[3] != 0 }
    func areSame(_ a: [UInt16], _ b: [UInt16]) -> Bool {
      a.prefix(3) == b.prefix(3) && isVisible(a) && isVisible(b)
    }

    var rows = CollapseRows(width: width, format: format, clip: clip)
    for row in samples {
      // Rows are compared where a pixel is out of gamut.
      rows.take(row.span, outside: [UInt8](repeating: 0xFF, count: (width + 7) / 8), firstBit: 0)
      _ = rows.search(converter)
    }
    for x in 0..<width {
      #expect(rows.isVisible(x, back: 0) == isVisible(pixel(1, x)))
      #expect(rows.isVisible(x, back: 1) == isVisible(pixel(0, x)))
      #expect(rows.isSameAsLeft(x) == (x > 0 && areSame(pixel(1, x), pixel(1, x - 1))))
      #expect(rows.isSameAsAbove(x, back: 0) == areSame(pixel(0, x), pixel(1, x)))
      #expect(rows.key(x, back: 1) == pixel(0, x).prefix(3).reduce(0) { $0 << 16 | UInt64($1) })
    }
    #expect(
      rows.has(0, back: 1) && !rows.has(0, back: 2) && !rows.has(width, back: 0) && !rows.has(-1, back: 0))
  }

  @Test("reads the bits of a row that begins within a byte", arguments: [0, 1, 7, 8, 61])
  func firstBit(first: Int) throws {
    let (converter, clip, _) = try Trial.conversion(.current)
    // Two colours that collapse, in the middle of a row; only there a pixel is out of gamut.
    let row = (0..<100).flatMap { $0 < 70 ? [60119, 13121, 9080] as [UInt16] : [65535, 0, 0] }
    var outside = [UInt8](repeating: 0, count: (first + 107) / 8)
    for x in 70..<100 { outside[(first + x) / 8] |= 1 << ((first + x) % 8) }
    var rows = CollapseRows(width: 100, format: .rgb16, clip: clip)
    rows.take(row.span, outside: outside, firstBit: first)
    #expect(rows.search(converter).across == [70])
  }

  /// Rows of Display P3 colours, each near those around it, and what is known of them.
  private struct Trial: ~Copyable {
    typealias Place = (x: Int, y: Int)
    static let (width, height) = (64 * 40 + 9, 9)
    private var rows: CollapseRows
    private let converter: PixelConverter
    private let samples: [[UInt16]]
    private let colorants: Matrix3x3

    init(target: KernelTarget) throws {
      let (converter, clip, colorants) = try Self.conversion(target)
      self.converter = converter
      self.colorants = colorants
      samples = Self.samples()
      rows = CollapseRows(width: Self.width, format: .rgb16, clip: clip)
    }

    static func conversion(_ target: KernelTarget) throws -> (PixelConverter, ClipDifferences, Matrix3x3) {
      let plan = try ConversionPlan(
        source: RGBColorSpace.displayP3.profile, destination: RGBColorSpace.sRGB.profile,
        sourceIsGrayImage: false)
      guard case .matrix(let model) = plan.destination.model else { throw Failure.noMatrix }
      return (
        PixelConverter(try plan.gamutConversion(), target: target),
        ClipDifferences(colorants: model.colorants, white: CIELAB.d50, target: target), model.colorants
      )
    }

    /// Shows all rows, and returns what was found in the last.
    mutating func search() -> CollapsePlaces {
      var outside: [UInt8] = []
      for (number, row) in samples.enumerated() {
        _ = converter.tally(row.span, format: .rgb16, outside: &outside)
        rows.take(row.span, outside: outside, firstBit: 0)
        let places = rows.search(converter)
        if number == Self.height - 1 { return places }
      }
      return rows.finish(converter)
    }

    private func linear(_ place: Place) -> SIMD3<Double> {
      let row = samples[place.y]
      return converter.linear(SIMD3(row[3 * place.x], row[3 * place.x + 1], row[3 * place.x + 2]))
    }

    func isOut(_ place: Place) -> Bool {
      let linear = linear(place)
      return linear.min() < -5e-5 || linear.max() > 1 + 5e-5
    }

    private func color(_ place: Place) -> CIELAB { CIELAB(xyz: colorants.multiplied(by: linear(place))) }

    private func clipped(_ place: Place) -> CIELAB {
      let clipped = linear(place).clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 1))
      return CIELAB(xyz: colorants.multiplied(by: clipped))
    }

    func isLost(_ a: Place, _ b: Place) -> Bool {
      guard isOut(a) || isOut(b), roughDifference(clipped(a), clipped(b)) < 1.5 else { return false }
      let before = CIEDE2000.difference(color(a), color(b))
      let after = CIEDE2000.difference(clipped(a), clipped(b))
      return before >= 1 && after < 1 && after <= before / 2
    }

    func goesOn(_ place: Place, _ next: Place) -> Bool {
      guard (0..<Self.width).contains(next.x) else { return true }
      return CIEDE2000.difference(color(place), color(next)) < 1
    }

    func isNear(_ a: Place, _ b: Place) -> Bool { roughDifference(color(a), color(b)) < 1 }

    /// CIE 116-1995 with the first colour's weights.
    private func roughDifference(_ a: CIELAB, _ b: CIELAB) -> Double {
      let (ca, cb) = ((a.a * a.a + a.b * a.b).squareRoot(), (b.a * b.a + b.b * b.b).squareRoot())
      let (dl, da, db, dc) = (a.lightness - b.lightness, a.a - b.a, a.b - b.b, ca - cb)
      let hue = max(da * da + db * db - dc * dc, 0)
      let (c, weight) = (dc / (1 + 0.045 * ca), 1 + 0.015 * ca)
      return (dl * dl + c * c + hue / (weight * weight)).squareRoot()
    }

    /// Blocks of one colour each, the next one's below and to the right, most along the cube's surface, with grain of all sizes: neighbours that are alike, and
    /// some that are not.
    private static func samples() -> [[UInt16]] {
      var random = SplitMix64(seed: 21)
      func step(_ size: Int) -> Int { Int(random.next() % UInt64(2 * size + 1)) - size }
      var color = [60000, 5000, 5000]
      let walk = (0...(width + height) / 2 + 1).map { index -> [Int] in
        if index % 25 == 0 { color = (0..<3).map { _ in Int(random.next() % 65536) } }
        if index % 25 == 18 { color = [65535, min(color[1], color[2]) / 8, min(color[1], color[2]) / 9] }
        let size = 10 << Int(random.next() % 11)
        color = color.map { min(max($0 + step(size), 0), 65535) }
        return color
      }
      return (0..<height).map { y in
        (0..<width).flatMap { x -> [UInt16] in
          let grain = 1 << Int(random.next() % 8)
          return walk[x / 2 + (y + 1) / 2].map { UInt16(min(max($0 + step(grain), 0), 65535)) }
        }
      }
    }
  }

  private enum Failure: Error { case noMatrix }
}

import ImageCases
import Analysis
@testable import DarkMode
import Pixels
import TestSupport
import Testing

/// Mode `knockout` against drawings of which ink and coverage are known, and mode `ink` on what it makes.
struct SofteningKnockoutTests {
  private static let side = 160
  private static let white = SIMD3<Double>(repeating: 1)
  private static let dark = SIMD3<Double>(28, 28, 30) / 255

  /// A blue disc, a black line and a shadow that fades, on `ground`.
  private func drawing(on ground: SIMD3<Double>) -> [SIMD3<Double>] {
    (0..<Self.side * Self.side).map { index in
      let (x, y) = (Double(index % Self.side) + 0.5, Double(index / Self.side) + 0.5)
      let disc = min(max(30.5 - ((x - 50) * (x - 50) + (y - 50) * (y - 50)).squareRoot(), 0), 1)
      let line = min(max(2 - abs(y - 100 - x / 9), 0), 1)
      let shadow =
        x > 110 && y < 80 ? 0.5 * min(max((150 - x) / 40, 0), 1) * min(max((60 - y) / 40, 0), 1) : 0
      let shaded = ground * (1 - shadow)
      let lined = shaded * (1 - line)
      return lined * (1 - disc) + SIMD3(0.1, 0.3, 0.8) * disc
    }
  }

  private func buffer(_ colors: [SIMD3<Double>], bits: Int) -> PixelBuffer {
    let most = Double(1 << bits - 1)
    let samples = colors.flatMap { color in
      (0..<3).map { UInt16((color[$0] * most).rounded() * (65535 / most)) }
    }
    return PixelBuffer(width: Self.side, height: Self.side, format: .rgb16, samples: samples)
  }

  private func composited(_ samples: [UInt16], on ground: SIMD3<Double>) -> [SIMD3<Double>] {
    zip(colors(samples, channels: 4), stride(from: 3, to: samples.count, by: 4)).map { color, index in
      let alpha = Double(samples[index]) / 65535
      return color * alpha + ground * (1 - alpha)
    }
  }

  private func colors(_ samples: [UInt16], channels: Int) -> [SIMD3<Double>] {
    stride(from: 0, to: samples.count, by: channels).map { first in
      let codes = SIMD3(samples[first], samples[first + 1], samples[first + 2])
      return SIMD3<Double>(SIMD3<Int>(truncatingIfNeeded: codes)) / 65535
    }
  }

  private func worst(_ one: [SIMD3<Double>], _ other: [SIMD3<Double>]) -> Double {
    zip(one, other).map { pair in
      let away = pair.0 - pair.1
      return max(away.max(), -away.min())
    }.max() ?? 0
  }

  private func softened(
    _ pixels: borrowing PixelBuffer, _ mode: SofteningMode, stripHeight: Int = 64
  ) -> SofteningTrial.Outcome {
    SofteningTrial.run(pixels, options: SofteningOptions(mode: mode), stripHeight: stripHeight)
  }

  @Test("Without its paper a drawing looks on white as before, and on a dark ground as if drawn there")
  func grounds() {
    let page = drawing(on: Self.white)
    let outcome = softened(buffer(page, bits: 16), .knockout)
    #expect(outcome.softening.mode == .knockout, "\(outcome.softening.note)")
    #expect(worst(composited(outcome.samples, on: Self.white), page) <= 1.01 / 65535)
    let differences = zip(composited(outcome.samples, on: Self.dark), drawing(on: Self.dark)).map {
      worst([$0], [$1])
    }
    #expect(differences.sorted()[differences.count * 99 / 100] <= 4.0 / 255)
    #expect(Double(differences.count { $0 > 12.0 / 255 }) <= 0.003 * Double(differences.count))
  }

  /// A curve in dark grey, dots in a light one, a hairline, and the lower half of a card's shadow, on `ground`.
  private func strokes(on ground: SIMD3<Double>) -> [SIMD3<Double>] {
    (0..<Self.side * Self.side).map { index in
      let (x, y) = (Double(index % Self.side) + 0.5, Double(index / Self.side) + 0.5)
      let curve = min(max(1.6 - abs(y - 20 - x / 5), 0), 1)
      let (dx, dy) = (x.truncatingRemainder(dividingBy: 10) - 5, y.truncatingRemainder(dividingBy: 10) - 5)
      let dot = y > 100 && y < 140 && x < 60 ? min(max(3 - (dx * dx + dy * dy).squareRoot(), 0), 1) : 0
      // The shadow's dark rows differ by one code.
      let shadow = x > 80 && x < 150 && y > 110 && y < 130 ? 0.12 - (y - 110.5) / 255 : 0
      let hairline = y > 150 && y < 151 ? 0.1 : 0
      let shaded = ground * (1 - max(0, shadow)) * (1 - hairline)
      let lined = shaded * (1 - curve) + SIMD3(repeating: 0.2) * curve
      return lined * (1 - dot) + SIMD3(repeating: 0.73) * dot
    }
  }

  @Test("Grey strokes and dots keep their grey, hairlines and faint shadows are translucent black")
  func grays() {
    let page = strokes(on: Self.white)
    let samples = softened(buffer(page, bits: 8), .knockout).samples
    #expect(worst(composited(samples, on: Self.white), page) <= 1.01 / 255)
    let differences = zip(composited(samples, on: Self.dark), strokes(on: Self.dark)).map {
      worst([$0], [$1])
    }
    #expect(differences.count { $0 > 12.0 / 255 } * 1000 <= 3 * differences.count)
  }

  /// A drawing of which each pixel is the mean of 256 points.
  private func sampled(_ color: (Double, Double) -> SIMD3<Double>) -> [SIMD3<Double>] {
    (0..<Self.side * Self.side).map { index in
      var sum = SIMD3<Double>()
      for point in 0..<256 {
        sum += color(
          Double(index % Self.side) + (Double(point % 16) + 0.5) / 16,
          Double(index / Self.side) + (Double(point / 16) + 0.5) / 16)
      }
      return sum / 256
    }
  }

  /// A pale ring with an arc of full colour on it, and a pale tile with round corners.
  private func rings(on ground: SIMD3<Double>) -> [SIMD3<Double>] {
    let (track, arc, tile) = (
      SIMD3(255.0, 221, 221) / 255, SIMD3(250.0, 17, 79) / 255, SIMD3(204.0, 221, 238) / 255
    )
    func color(_ x: Double, _ y: Double) -> SIMD3<Double> {
      let radius = ((x - 52) * (x - 52) + (y - 52) * (y - 52)).squareRoot()
      let end = ((x - 52) * (x - 52) + (y - 14) * (y - 14)).squareRoot()
      if end < 9 || abs(radius - 38) < 9 && x > 52 { return arc }
      if abs(radius - 38) < 9 { return track }
      let (dx, dy) = (max(abs(x - 125) - 13, 0), max(abs(y - 90) - 28, 0))
      return dx * dx + dy * dy < 144 ? tile : ground
    }
    return sampled(color)
  }

  /// A grey ellipse with a black outline, and a grey card with a shadow of black, on `ground`.
  private func outlines(on ground: SIMD3<Double>) -> [SIMD3<Double>] {
    let gray = SIMD3<Double>(repeating: 0.83)
    return sampled { x, y in
      let (dx, dy) = ((x - 60.3) / 52, (y - 40.2) / 30)
      let radius = (dx * dx + dy * dy).squareRoot()
      if radius < 0.95 { return gray }
      if radius < 1 { return .zero }
      if (30..<130).contains(x), (90..<140).contains(y) { return gray }
      let away = max(30 - x, x - 130, 90 - y, y - 140)
      return away > 0 && away < 12 ? ground * (1 - 0.35 * (1 - away / 12)) : ground
    }
  }

  @Test(
    "Between a pale plate and its outline pixels are opaque mixtures of both; a shadow around a plate is translucent"
  )
  func outlines() {
    let page = outlines(on: Self.white)
    let samples = softened(buffer(page, bits: 8), .knockout).samples
    let differences = zip(composited(samples, on: Self.dark), outlines(on: Self.dark)).map {
      worst([$0], [$1])
    }
    #expect(differences.count { $0 > 12.0 / 255 } * 1000 <= 3 * differences.count)
    #expect(differences.count { $0 > 24.0 / 255 } == 0)
  }

  @Test("Edges of pale plates are solved for coverage, as those of ink are")
  func paleEdges() {
    let page = rings(on: Self.white)
    let samples = softened(buffer(page, bits: 16), .knockout).samples
    #expect(worst(composited(samples, on: Self.white), page) <= 1.01 / 65535)
    #expect(softened(buffer(page, bits: 16), .knockout, stripHeight: 5).samples == samples)
    let differences = zip(composited(samples, on: Self.dark), rings(on: Self.dark)).map { worst([$0], [$1]) }
    #expect(differences.count { $0 > 12.0 / 255 } * 1000 <= 3 * differences.count)
  }

  @Test("The edge of a photograph without a background is translucent, as that of a drawing is")
  func photographs() {
    func page(on ground: SIMD3<Double>) -> [SIMD3<Double>] {
      var canvas = DarkModeCanvas(Self.side, Self.side, background: ground, seed: 5)
      for index in 0..<Self.side * Self.side {
        let (x, y) = (Double(index % Self.side) - 79.7, Double(index / Self.side) - 80.2)
        let coverage = min(max(60.5 - (x * x + y * y).squareRoot(), 0), 1)
        let rock = SIMD3(0.35, 0.45, 0.3) * canvas.random.between(0.8, 1.2)
        canvas.color[index] = ground * (1 - coverage) + rock * coverage
      }
      return canvas.color
    }
    let samples = softened(buffer(page(on: Self.white), bits: 8), .knockout).samples
    let differences = zip(composited(samples, on: Self.dark), page(on: Self.dark)).map { worst([$0], [$1]) }
    // Grain hides the ink of a mixture. Opaque, the rim would differ by up to 227 codes.
    #expect(differences.count { $0 > 60.0 / 255 } == 0)
  }

  @Test("Alpha and colours of 8 bits fit to each other")
  func eightBits() {
    let page = buffer(drawing(on: Self.white), bits: 8)
    let before = colors(page.samples, channels: 3)
    var analyzer = SofteningAnalyzer(
      options: SofteningOptions(mode: .knockout), colorSpace: .sRGB, format: .rgb16, width: Self.side,
      height: Self.side)
    analyzer.add(page)
    var softening = analyzer.finish()
    softening.sampleBits = 8
    var result = page.copy()
    softening.apply(to: &result, firstRow: 0)
    let isWhole = stride(from: 3, to: result.samples.count, by: 4).allSatisfy {
      result.samples[$0] % 257 == 0
    }
    #expect(isWhole)
    let rounded = result.samples.map { UInt16((Double($0) / 257).rounded()) * 257 }
    #expect(worst(composited(rounded, on: Self.white), before) <= 1.0 / 255)
  }

  @Test(
    "What comes out does not depend on strips, and a second run changes nothing",
    arguments: [
      SofteningMode.knockout, .knockoutInk,
    ])
  func strips(_ mode: SofteningMode) {
    let page = buffer(drawing(on: Self.white), bits: 16)
    let outcome = softened(page, mode)
    #expect(softened(page, mode, stripHeight: 7).samples == outcome.samples)
    let once = PixelBuffer(width: Self.side, height: Self.side, format: .rgba16, samples: outcome.samples)
    let twice = softened(once, mode)
    #expect(!twice.softening.changesPixels, "\(twice.softening.note)")
    #expect(twice.samples == outcome.samples)
  }

  @Test("Black ink turns white, dark colour gets 3:1, light ink and its second run stay")
  func ink() {
    let clear: [UInt16] = [0, 0, 0, 0]
    let inks: [[UInt16]] = [[0, 0, 0, 65535], [0, 0, 0x6000, 65535], [0xF000, 0xC000, 0, 65535]]
    var samples: [UInt16] = []
    for index in 0..<400 {
      let column = index % 20
      samples += column < 8 || column % 4 == 3 ? clear : inks[column / 4 - 2]
    }
    let artwork = PixelBuffer(width: 20, height: 20, format: .rgba16, samples: samples)
    let once = softened(artwork, .ink)
    #expect(once.softening.mode == .ink)
    let turned = PixelBuffer(width: 20, height: 20, format: .rgba16, samples: once.samples)
    #expect(turned.color(at: 8 * 4) == SIMD3(repeating: 65535))
    let blue = turned.color(at: 12 * 4)
    #expect(blue.z > 0x8000 && blue.z > blue.x && blue.z > blue.y)
    #expect(turned.color(at: 16 * 4) == SIMD3(0xF000, 0xC000, 0))
    let twice = softened(turned, .ink)
    #expect(twice.softening.reason == .lightInk && twice.samples == once.samples)
  }

  /// Alpha of `pixels` in mode knockout, by pixel.
  private func alphas(_ colors: [SIMD3<Double>]) -> [UInt16] {
    let samples = softened(buffer(colors, bits: 8), .knockout).samples
    return stride(from: 3, to: samples.count, by: 4).map { samples[$0] }
  }

  @Test(
    "A pale area of one colour stays opaque as a whole, whatever slope its edges have and however narrow it is"
  )
  func paleAreas() {
    let (band, gray) = (SIMD3(234.0, 250, 255) / 255, SIMD3<Double>(repeating: 191.0 / 255))
    let page = (0..<Self.side * Self.side).map { index -> SIMD3<Double> in
      let (x, y) = (Double(index % Self.side), Double(index / Self.side))
      // A band that falls by one row in seven columns, and a strip of four columns between black bars.
      let share = min(max(y - (20 + x / 7), 0), 1) * min(max(60 + x / 7 - y, 0), 1)
      if y >= 110, y < 150, x >= 30, x < 46 { return x < 36 || x >= 40 ? .zero : gray }
      return Self.white * (1 - share) + band * share
    }
    let alphas = alphas(page)
    for color in [band, gray] {
      let found = page.indices.filter { page[$0] == color }
      #expect(found.count >= 160 && found.count { alphas[$0] < 65535 } * 200 <= found.count)
    }
    #expect(alphas[0] == 0)
  }

  @Test("A gradient has no opaque stripes where it begins below a field")
  func gradients() {
    let page = (0..<Self.side * Self.side).map { index -> SIMD3<Double> in
      let (x, y) = (index % Self.side, index / Self.side)
      if x < 10 || x >= 150 || y < 10 || y >= 100 { return Self.white }
      // A field in a window that gets darker by one code in four rows.
      let isField = x >= 60 && x < 130 && y >= 20 && y < 45
      return SIMD3(repeating: isField ? 0.2 : (250 - Double(y / 4)) / 255)
    }
    let alphas = alphas(page)
    #expect(page.indices.allSatisfy { page[$0].x < 0.8 || alphas[$0] < 65535 })
  }

  @Test("What lies between two pale areas is opaque")
  func mixtures() {
    let (one, other) = (SIMD3(215.0, 248, 255) / 255, SIMD3(234.0, 250, 255) / 255)
    let page = (0..<Self.side * Self.side).map { index -> SIMD3<Double> in
      let (x, y) = (index % Self.side, index / Self.side)
      if x < 10 || x >= 150 || y < 60 || y >= 120 { return Self.white }
      return one + (other - one) * min(max(Double(y) - 80 - Double(x) / 9, 0), 1)
    }
    let alphas = alphas(page)
    let areas = page.indices.filter { page[$0].x < 0.95 }
    #expect(areas.count == 140 * 60)
    #expect(areas.count { alphas[$0] < 65535 } * 200 <= areas.count)
  }

  @Test(
    "The white grid of a chart is a part of its pale panel, in both directions, and so are white boxes on it")
  func grids() {
    let page = (0..<Self.side * Self.side).map { index -> SIMD3<Double> in
      let (x, y) = (index % Self.side, index / Self.side)
      if x < 20 || x >= 140 || y < 10 || y >= 130 { return Self.white }
      if x >= 60, x < 80, y >= 40, y < 70 {
        return x == 60 || x == 79 || y == 40 || y == 69 ? .zero : Self.white
      }
      // Lines of two pixels: white ones with mixtures beside them in one direction, and ones that are hardly lighter than the panel.
      if x % 30 < 2 || (9..<11).contains(y % 25) { return Self.white }
      if (14..<16).contains(x % 30) || (20..<22).contains(y % 25) { return SIMD3(repeating: 239.0 / 255) }
      return SIMD3(repeating: [8, 11].contains(y % 25) ? 0.96 : 235.0 / 255)
    }
    let alphas = alphas(page)
    for index in page.indices {
      let (x, y) = (index % Self.side, index / Self.side)
      let isPanel = (20..<140).contains(x) && (12..<130).contains(y)
      if isPanel { #expect(alphas[index] == 65535, "\(x), \(y)") }
      if x < 18 || y < 8 || x >= 142 || y >= 132 { #expect(alphas[index] == 0, "\(x), \(y)") }
    }
  }

  @Test(
    "White words on a dark plate stay white where the plate touches another shape; the hole of a dark ring is paper"
  )
  func darkPlates() {
    let slate = SIMD3(44.0, 62, 80) / 255
    let page = (0..<Self.side * Self.side).map { index -> SIMD3<Double> in
      let (x, y) = (index % Self.side, index / Self.side)
      // An arrow that meets the plate, with three letters on it.
      if y >= 28, y < 32, x >= 4, x < 60 { return .zero }
      if x >= 60, x < 150, y >= 10, y < 50 {
        let isLetter = y >= 24 && y < 36 && x >= 90 && x < 120 && x % 10 < 4
        return isLetter ? Self.white : slate
      }
      let (dx, dy) = (Double(x) - 79.5, Double(y) - 109.5)
      let radius = (dx * dx + dy * dy).squareRoot()
      return radius < 40 && radius >= 22 ? slate : Self.white
    }
    let alphas = alphas(page)
    for y in 24..<36 { #expect((60..<150).allSatisfy { alphas[y * Self.side + $0] == 65535 }, "row \(y)") }
    #expect(alphas[110 * Self.side + 80] == 0 && alphas[0] == 0)
  }

  @Test("A pale window stays with its white lists; a page that has a pale frame does not")
  func solidWindows() {
    let window = alphas(
      (0..<Self.side * Self.side).map { index -> SIMD3<Double> in
        let (x, y) = (index % Self.side, index / Self.side)
        let inset = min(x - 8, 151 - x, y - 20, 149 - y)
        if inset < 0 { return Self.white }
        // A button with a gradient of its own, and a list with a word of grey stems.
        if y >= 120, y < 140, x >= 30, x < 130 { return SIMD3(repeating: (252 - Double(y - 120) / 2) / 255) }
        if inset < 12 || y >= 110 { return SIMD3(repeating: 230.0 / 255) }
        let isStem = y >= 70 && y < 90 && x >= 40 && x < 80 && x % 8 < 2
        return isStem ? SIMD3(repeating: 0.5) : Self.white
      })
    for y in 20..<150 {
      #expect((8..<152).allSatisfy { window[y * Self.side + $0] == 65535 }, "row \(y)")
    }
    #expect(window[0] == 0)
    let framed = alphas(
      (0..<Self.side * Self.side).map { index -> SIMD3<Double> in
        let (x, y) = (index % Self.side, index / Self.side)
        let inset = min(x - 8, 151 - x, y - 20, 149 - y)
        return (0..<3).contains(inset) || inset > 20 && y % 12 < 2 && x % 5 < 3
          ? SIMD3(repeating: 0.8) : Self.white
      })
    #expect(framed[80 * Self.side + 20] == 0 && framed[21 * Self.side + 80] == 65535)
  }

  @Test(
    "A speck between translucent pixels that look like it, or on a steep shadow, is as translucent; strokes on shadows stay"
  )
  func specks() {
    let codes: [UInt16] = [
      65535, 53000, 50000, 47000, 48000, 51000, 53000, 9000, 52000, 65535, 20000, 30000, 42000, 53000, 44000,
      52000, 65535,
    ]
    // All but three pixels of shadows and two of strokes lose their share of paper.
    let (specks, strokes) = ([3, 4, 12], [7, 14])
    let row = PixelBuffer(
      width: codes.count, height: 1, format: .rgb16,
      samples: codes.flatMap { [UInt16](repeating: $0, count: 3) })
    var without = row.copy()
    for x in codes.indices where !specks.contains(x) && !strokes.contains(x) {
      for channel in 0..<3 { without.samples[x * 3 + channel] = 0 }
    }
    let white = SIMD3<UInt16>(repeating: 65535)
    let knockout = SofteningKnockout(paper: white, ground: white, plates: nil, holdsLists: true)
    let result = knockout.unmixed(row, without: without, firstRow: 0, alphaStep: 1)
    for x in codes.indices {
      let alpha = Int(result.samples[x * 4 + 3])
      #expect(
        strokes.contains(x)
          ? alpha == 65535 : abs(alpha - 65535 + Int(codes[x])) <= 3000, "\(x)")
    }
  }

  @Test(
    "A frame that an arrow of another colour meets is of one black, however its sides lie between pixels",
    arguments: [false, true])
  func frames(_ hasPlate: Bool) {
    let (half, navy) = (SIMD3<Double>(repeating: 0.5), SIMD3(0.1, 0.1, 0.44))
    let page = (0..<Self.side * Self.side).map { index -> SIMD3<Double> in
      let (x, y) = (index % Self.side, index / Self.side)
      if x == 80, y > 60, y < 120 { return navy }
      if hasPlate, (120..<156).contains(y), (10..<150).contains(x) { return SIMD3(repeating: 0.75) }
      guard x >= 20, x < 140, y >= 20, y < 61 else { return Self.white }
      // The upper side covers two rows by half, the others have pixels of their own.
      return y < 22 ? half : x == 20 || x == 139 || y == 60 ? .zero : Self.white
    }
    let seen = composited(softened(buffer(page, bits: 8), .knockout).samples, on: Self.dark)
    for index in page.indices where page[index] == half && (24..<136).contains(index % Self.side) {
      #expect(seen[index].max() < 0.1)
    }
    for index in page.indices where page[index] == navy && index / Self.side > 64 {
      #expect(worst([seen[index]], [navy]) < 0.01)
    }
  }

  @Test(
    "Thin stems, bars and dots of black letters are black of part coverage; letters that are grey stay grey")
  func stems() {
    let gray = SIMD3<Double>(repeating: 0.5)
    let page = (0..<Self.side * Self.side).map { index -> SIMD3<Double> in
      let (x, y) = (index % Self.side, index / Self.side)
      // The bars of a fraction, and of an equals sign.
      if [1, 17].contains(y % 20), y < 120, (60..<76).contains(x) { return gray * 0.9 }
      if y % 20 == 2, y < 120, x > 80, x < 150, x % 14 == 9 { return gray * 1.3 }
      guard (4..<13).contains(y % 20), x >= 10, x < 150 else { return Self.white }
      // Words of an o and an i. The i of black words has no black pixel.
      let isRing = x % 14 < 6 && (x % 14 < 2 || x % 14 >= 4 || y % 20 < 6 || y % 20 >= 11)
      let isGray = y >= 120
      return isRing ? (isGray ? gray : .zero) : x % 14 == 9 ? (isGray ? gray : gray * 0.9) : Self.white
    }
    let seen = composited(softened(buffer(page, bits: 8), .knockout).samples, on: Self.dark)
    for index in page.indices where page[index] == gray { #expect(worst([seen[index]], [gray]) < 0.01) }
    let mixtures = [gray * 0.9, gray * 1.3]
    for index in page.indices where mixtures.contains(page[index]) { #expect(seen[index].max() < 0.1) }
  }

  @Test("Pale dashes in both directions are black of part coverage; pale letters stay")
  func dashes() {
    let pale = SIMD3<Double>(repeating: 0.78)
    func isLetter(_ index: Int) -> Bool {
      let (x, y) = (index % Self.side, index / Self.side)
      return (20..<30).contains(y) && (30..<130).contains(x) && x % 12 < 9 && (x % 12 < 3 || y < 23)
    }
    let page = (0..<Self.side * Self.side).map { index -> SIMD3<Double> in
      let (x, y) = (index % Self.side, index / Self.side)
      let isDash = y % 40 == 0 && x % 8 < 5 || x % 40 == 10 && y % 6 < 4 && y > 40
      if (8..<16).contains(y), (30..<130).contains(x), x % 8 < 3 { return .zero }
      return isDash || isLetter(index) ? pale : Self.white
    }
    let seen = composited(softened(buffer(page, bits: 8), .knockout).samples, on: Self.dark)
    for index in page.indices where page[index] == pale {
      #expect(isLetter(index) ? worst([seen[index]], [pale]) < 0.01 : seen[index].max() < 0.12)
    }
  }

  /// A grey page with words, two white fields of which one has a letter, a light rim, and a bar in some rows.
  private func page(
    fields: Range<Int> = 90..<95, title: Range<Int>, _ bar: (Int) -> SIMD3<Double>
  ) -> [SIMD3<Double>] {
    (0..<Self.side * Self.side).map { index -> SIMD3<Double> in
      let (x, y) = (index % Self.side, index / Self.side)
      if title.contains(y) { return bar(x) }
      if (40..<44).contains(y), x % 6 < 2 { return .zero }
      // As a picture has that was made sharper.
      if y == 44, (60..<65).contains(x) { return Self.white }
      let isField = fields.contains(y) && ((20..<45).contains(x) || (53..<78).contains(x))
      if isField, (23..<25).contains(x), (91..<94).contains(y) { return .zero }
      return isField ? Self.white : SIMD3(repeating: 240.0 / 255)
    }
  }

  @Test("A stem that shows its ink nowhere has the ink of its word, whatever other words are drawn in")
  func words() {
    let gray = SIMD3<Double>(repeating: 0.55), stem = SIMD3<Double>(repeating: 0.6)
    func page(on ground: SIMD3<Double>) -> [SIMD3<Double>] {
      (0..<Self.side * Self.side).map { index in
        let (x, y) = (index % Self.side, index / Self.side)
        let isWord = (80..<89).contains(y) && (20..<92).contains(x)
        // Every fourth letter of the black word is a stem that covers four tenths of two columns.
        if isWord, (x - 20) / 7 % 4 == 3 { return (x - 20) % 7 < 2 ? ground * stem : ground }
        let isBow = (x - 20) % 7 < 5 && ((x - 20) % 7 < 2 || (x - 20) % 7 > 2 || y % 40 < 2)
        if isWord, isBow { return .zero }
        return (20..<34).contains(y) && (20..<132).contains(x) && x % 14 < 6 ? gray : ground
      }
    }
    let samples = softened(buffer(page(on: Self.white), bits: 8), .knockout).samples
    #expect(worst(composited(samples, on: Self.dark), page(on: Self.dark)) <= 2.0 / 255)
  }

  @Test("Thin pale lines of colour are translucent ink, also where they cross and touch other shapes")
  func paleLines() {
    let pale = SIMD3(223.0, 228, 231) / 255
    let page = (0..<Self.side * Self.side).map { index -> SIMD3<Double> in
      let (x, y) = (index % Self.side, index / Self.side)
      if (70..<90).contains(x), (70..<90).contains(y) { return SIMD3(0.8, 0.1, 0.1) }
      if (100..<120).contains(x), (70..<90).contains(y) { return SIMD3(0.1, 0.4, 0.1) }
      return (20..<140).contains(x) && (20..<140).contains(y) && (x % 20 == 0 || y % 20 == 0)
        ? pale : Self.white
    }
    let samples = softened(buffer(page, bits: 8), .knockout).samples
    #expect(worst(composited(samples, on: Self.white), page) <= 1.01 / 255)
    let seen = composited(samples, on: Self.dark)
    let isDark = page.indices.allSatisfy { page[$0] != pale || worst([seen[$0]], [Self.dark]) < 0.15 }
    #expect(isDark)
  }

  @Test("A coloured line that covers a half of two columns has the ink of its arrow's head")
  func shafts() {
    let ink = SIMD3(25.0, 25, 112) / 255
    let plate = SIMD3(216.0, 168, 200) / 255
    // By pixel, how much the ink covers, or nil on a plate.
    let coverage = (0..<Self.side * Self.side).map { index -> Double? in
      let (x, y) = (index % Self.side, index / Self.side)
      if (100..<140).contains(x), (20..<60).contains(y) { return nil }
      if (76..<85).contains(x), (20..<32).contains(y) || (124..<136).contains(y) { return 1 }
      let isUpright = (80..<82).contains(x) && (32..<124).contains(y)
      let isLevel = (10..<70).contains(x) && (90..<92).contains(y)
      return isUpright || isLevel ? 0.5 : 0
    }
    func page(on ground: SIMD3<Double>) -> [SIMD3<Double>] {
      coverage.indices.map { index in
        guard let share = coverage[index] else {
          return index % Self.side == 120 ? (Self.white + ink) / 2 : plate
        }
        return ground + (ink - ground) * share
      }
    }
    let white = page(on: Self.white)
    let samples = softened(buffer(white, bits: 8), .knockout).samples
    #expect(worst(composited(samples, on: Self.white), white) <= 1.01 / 255)
    #expect(worst(composited(samples, on: Self.dark), page(on: Self.dark)) <= 3.0 / 255)
  }

  @Test(
    "A side of a coloured frame that covers a half of two columns has the ink of the other sides, and what is between two lines stays"
  )
  func sides() {
    let (ink, fill) = (SIMD3(1.0, 0, 0), SIMD3(1, 0.65, 0.65))
    func page(on ground: SIMD3<Double>) -> [SIMD3<Double>] {
      (0..<Self.side * Self.side).map { index in
        let (x, y) = (index % Self.side, index / Self.side)
        // A line in black makes it a drawing in several inks.
        if x == 40, (101..<130).contains(y) { return .zero }
        if (20..<60).contains(x) && (130..<133).contains(y) {
          return y == 131 && x > 20 && x < 59 ? fill : ink
        }
        let isBeside = (20..<120).contains(x) && (y == 20 || y == 100) || x == 20 && (20...100).contains(y)
        let isHalf = (120..<122).contains(x) && (21..<100).contains(y)
        return ground + (ink - ground) * (isBeside ? 1 : isHalf ? 0.5 : 0)
      }
    }
    let samples = softened(buffer(page(on: Self.white), bits: 8), .knockout).samples
    #expect(worst(composited(samples, on: Self.white), page(on: Self.white)) <= 1.01 / 255)
    #expect(worst(composited(samples, on: Self.dark), page(on: Self.dark)) <= 3.0 / 255)
  }

  @Test(
    "What is lighter than the paper beside dark ink, as sharpened letters have it, is no ring of white dots")
  func halos() {
    let (paper, halo) = (SIMD3<Double>(repeating: 250.0 / 255), Self.white)
    let page = (0..<Self.side * Self.side).map { index -> SIMD3<Double> in
      let (x, y) = (index % Self.side, index / Self.side)
      guard (20..<140).contains(y) else { return paper }
      let (left, top) = (x % 16, y % 20)
      if (4..<8).contains(left), (4..<14).contains(top) { return .zero }
      let isBeside = (3...8).contains(left) && (3...14).contains(top)
      return isBeside && (left + top) % 3 != 0 ? halo : paper
    }
    let seen = composited(softened(buffer(page, bits: 8), .knockout).samples, on: Self.dark)
    let isDark = page.indices.allSatisfy { page[$0] != halo || worst([seen[$0]], [Self.dark]) < 0.1 }
    #expect(isDark)
  }

  @Test("A grey page keeps small white fields without its paper; with larger ones it is a window and stays")
  func fields() {
    func outcome(_ fields: Range<Int>) -> SofteningTrial.Outcome {
      softened(buffer(page(fields: fields, title: 0..<0) { _ in .zero }, bits: 8), .knockout)
    }
    let samples = outcome(90..<95).samples
    let clear: [UInt16] = [0, 0, 0, 0], white = [UInt16](repeating: 65535, count: 4)
    let expected = [
      (20, 90, white), (21, 92, white), (23, 92, [0, 0, 0, 65535]), (44, 94, white), (77, 92, white),
      (19, 90, clear), (49, 92, clear), (50, 95, clear), (62, 44, clear),
    ]
    for (x, y, pixel) in expected {
      let first = (y * Self.side + x) * 4
      #expect(Array(samples[first..<first + 4]) == pixel, "(\(x), \(y))")
    }
    #expect(outcome(90..<102).softening.reason == .window)
  }

  @Test("A window with a bar along a whole side of the image is left alone")
  func titleBars() {
    func reason(_ title: Range<Int>, _ bar: (Int) -> SIMD3<Double>) -> SofteningReason {
      softened(buffer(page(title: title, bar), bits: 8), .knockout).softening.reason
    }
    #expect(reason(0..<16) { _ in SIMD3(repeating: 0.4) } == .window)
    #expect(reason(0..<16) { SIMD3(0.4, 0.5, 0.6 + 0.3 * Double($0) / Double(Self.side)) } == .window)
    #expect(reason(Self.side - 16..<Self.side) { _ in SIMD3(repeating: 0.85) } == .window)
    // Paper is beside a box that meets the side, above one that is near it, and below a line.
    #expect(reason(0..<16) { $0 < 148 ? .zero : SIMD3(repeating: 240.0 / 255) } == .whiteBackground)
    #expect(reason(3..<30) { _ in SIMD3(repeating: 0.4) } == .whiteBackground)
    #expect(reason(0..<3) { _ in .zero } == .whiteBackground)
  }

  @Test("A grey window whose controls would stay opaque is left alone; a white page with them is not")
  func controls() {
    func reason(_ ground: Double, slider: Int) -> SofteningReason {
      let page = (0..<Self.side * Self.side).map { index -> SIMD3<Double> in
        let (x, y) = (index % Self.side, index / Self.side)
        if (4..<12).contains(y % 32), x % 6 < 2 { return .zero }
        let isSlider = y % 32 >= 16 && (10..<10 + slider).contains(x)
        return SIMD3(repeating: isSlider ? 0.75 : ground)
      }
      return softened(buffer(page, bits: 8), .knockout).softening.reason
    }
    #expect(reason(220.0 / 255, slider: 60) == .window)
    #expect(reason(220.0 / 255, slider: 20) == .whiteBackground)
    #expect(reason(1, slider: 60) == .whiteBackground)
  }

  @Test("A window that holds all white but that of its title is left alone, or turned with its ink")
  func windowOfLists() {
    let page = (0..<Self.side * Self.side).map { index -> SIMD3<Double> in
      let (x, y) = (index % Self.side, index / Self.side)
      if y < 14 {
        let isLetter = (4..<9).contains(y) && x < 60 && x % 6 < 2
        return isLetter ? Self.white : SIMD3(0.2, 0.3, 0.5 + 0.2 * Double(x) / Double(Self.side))
      }
      let isList = (8..<76).contains(x) || (84..<152).contains(x)
      let isWord = (40..<44).contains(y % 60) && x % 5 < 2
      return isList && y >= 22 && y < 152 ? (isWord ? .zero : Self.white) : SIMD3(repeating: 225.0 / 255)
    }
    #expect(softened(buffer(page, bits: 8), .knockout).softening.reason == .window)
    #expect(softened(buffer(page, bits: 8), .knockoutInk).softening.mode == .knockoutInk)
  }

  @Test("Images of a few pixels are read in every mode", arguments: SofteningMode.allCases)
  func tinyImages(_ mode: SofteningMode) {
    for (width, height) in [(1, 1), (1, 40), (40, 1), (7, 9), (16, 2)] {
      let samples = (0..<width * height).flatMap {
        [UInt16](repeating: $0 % 5 == 4 ? 30_000 : 65535, count: 3)
      }
      let image = PixelBuffer(width: width, height: height, format: .rgb16, samples: samples)
      let outcome = softened(image, mode)
      let isWhole = [3, 4].contains { outcome.samples.count == $0 * width * height }
      #expect(isWhole, "\(width)×\(height)")
    }
  }

  @Test("White artwork on black stays: its white is no background")
  func whiteArtwork() {
    let page = (0..<Self.side * Self.side).map { index -> SIMD3<Double> in
      let (x, y) = (Double(index % Self.side) - 79.5, Double(index / Self.side) - 79.5)
      let radius = (x * x + y * y).squareRoot()
      return radius < 20 || abs(radius - 77) < 4 ? Self.white : .zero
    }
    #expect(softened(buffer(page, bits: 8), .knockout).softening.reason == .noWhiteBackground)
  }

  @Test("The white fields of a window are no holes, and a page within a thin frame is a page")
  func windows() {
    func page(_ frame: Int, around surface: SIMD3<Double>) -> PixelBuffer {
      let colors = (0..<Self.side * Self.side).map { index -> SIMD3<Double> in
        let (x, y) = (index % Self.side, index / Self.side)
        let inset = min(x, y, Self.side - 1 - x, Self.side - 1 - y)
        if inset < frame { return .zero }
        return inset < 30 ? surface : x % 40 < 3 ? .zero : Self.white
      }
      return buffer(colors, bits: 8)
    }
    let window = softened(page(2, around: SIMD3(repeating: 0.8)), .knockout)
    #expect(window.softening.reason == .window)
    #expect(softened(page(2, around: Self.white), .knockout).softening.mode == .knockout)
  }

  @Test("In the twin of a drawing grey plates go with the page, and words on plates of colour stay")
  func twin() {
    let (gray, yellow) = (SIMD3<Double>(repeating: 0.85), SIMD3(1.0, 0.9, 0.4))
    func isLetter(_ x: Int, _ y: Int) -> Bool { x % 12 < 4 && y % 16 < 9 && (8..<72).contains(y % 80) }
    let page = (0..<Self.side * Self.side).map { index -> SIMD3<Double> in
      let (x, y) = (index % Self.side, index / Self.side)
      if isLetter(x, y), x > 24, x < 130 { return .zero }
      return x < 10 || x >= 150 || y % 80 < 4 || y % 80 >= 76 ? Self.white : y < 80 ? gray : yellow
    }
    let samples = softened(buffer(page, bits: 8), .knockoutInk).samples
    for (index, seen) in composited(samples, on: Self.dark).enumerated() {
      let isYellow = index / Self.side >= 84 && index / Self.side < 156 && page[index] != Self.white
      switch page[index] {
      case gray: #expect(seen.max() < 0.3)
      case yellow: #expect(worst([seen], [yellow]) < 0.01)
      case .zero: #expect(isYellow ? seen.max() < 0.01 : seen.min() > 0.9)
      default: #expect(samples[index * 4 + 3] == 0)
      }
    }
  }

  @Test(
    "A page without its paper has no coloured fringes: a stem on the stripes of a screen becomes grey, shapes of colour stay",
    arguments: [SofteningMode.knockout, .knockoutInk])
  func fringes(_ mode: SofteningMode) {
    let red = SIMD3(0.9, 0.1, 0.1)
    // Shapes that darken the three channels alike when taken together.
    let (navy, tan) = (SIMD3(0.14, 0.17, 0.3), SIMD3(0.75, 0.68, 0.5))
    let page = (0..<Self.side * Self.side).map { index -> SIMD3<Double> in
      let (x, y) = (index % Self.side, index / Self.side)
      if y >= 145, y < 155, (20..<60).contains(x) { return x < 40 ? navy : tan }
      if y < 20 || y >= 140 { return Self.white }
      if (140..<150).contains(x) { return red }
      switch x % 12 {
      case 4: return SIMD3(0.8, 0.4, 0.1)
      case 5: return x < 130 ? SIMD3(0.1, 0.5, 0.9) : Self.white
      default: return Self.white
      }
    }
    let samples = softened(buffer(page, bits: 8), mode).samples
    for (index, seen) in composited(samples, on: Self.dark).enumerated() where page[index] != Self.white {
      let isFringe = index % Self.side < 130 && index / Self.side < 140
      let isGray = seen.max() - seen.min() < 0.03
      #expect(isGray == isFringe, "\(index % Self.side) \(seen)")
    }
  }

  @Test(
    "Letters in a colour lose their fringes and keep their colour; lines of red and cyan side by side stay")
  func coloredFringes() {
    let taken = SIMD3(0.9, 0.6, 0.5), shares = [SIMD3(0.2, 0.6, 0.9), SIMD3(0.8, 0.4, 0.1)]
    let lines = [SIMD3(0.9, 0.1, 0.1), SIMD3(0.1, 0.9, 0.9)]
    let page = (0..<Self.side * Self.side).map { index -> SIMD3<Double> in
      let (x, y) = ((index % Self.side + 6) % 12, index / Self.side)
      if (20..<80).contains(y), x < 2 { return Self.white - taken * shares[x] }
      return (100..<140).contains(y) && x < 4 ? lines[x / 2] : Self.white
    }
    let expected = page.indices.map { index in
      let isLetter = index / Self.side < 100 && page[index] != Self.white
      return isLetter ? Self.white - taken * (shares[(index % Self.side + 6) % 12].sum() / 3) : page[index]
    }
    let samples = softened(buffer(page, bits: 8), .knockout).samples
    #expect(worst(composited(samples, on: Self.white), expected) <= 2.5 / 255)
  }

  @Test("Pale specks are translucent, of whatever hue")
  func paleSpecks() {
    let speck = SIMD3(1, 0.85, 0.8)
    let page = (0..<Self.side * Self.side).map { index -> SIMD3<Double> in
      let (x, y) = (index % Self.side, index / Self.side)
      if (20..<60).contains(y) { return (20..<100).contains(x) ? .zero : Self.white }
      return y > 100 && x % 8 == 0 && y % 8 == 0 ? speck : Self.white
    }
    let samples = softened(buffer(page, bits: 8), .knockout).samples
    #expect(worst(composited(samples, on: Self.white), page) <= 1.01 / 255)
    #expect(composited(samples, on: .zero).allSatisfy { $0.max() <= 0.21 })
  }

  @Test(
    "Letters whose rests meet, each paler than the ground by less than a fringe, have no coloured fringes")
  func meetingFringes() {
    let rests = [250, 245, 240, 255].map { SIMD3<Double>(repeating: $0 / 255) }
    let page = (0..<Self.side * Self.side).map { index -> SIMD3<Double> in
      let (x, y) = (index % Self.side - 20, index / Self.side)
      guard (20..<140).contains(y), (0..<12).contains(x) else { return Self.white }
      return x % 3 == 0 ? SIMD3(0.8, 0.4, 0.1) : x % 3 == 1 ? SIMD3(0.1, 0.5, 0.9) : rests[x / 3]
    }
    let seen = composited(softened(buffer(page, bits: 8), .knockout).samples, on: Self.dark)
    #expect(seen.allSatisfy { $0.max() - $0.min() < 0.03 })
  }

  @Test("Light artwork stays in ink: white letters, a dark tile with a light sign, and what is dark in it")
  func lightArtwork() {
    let clear: [UInt16] = [0, 0, 0, 0], navy: [UInt16] = [0x0808, 0x1010, 0x5050, 65535]
    let white = [UInt16](repeating: 65535, count: 4), black: [UInt16] = [0, 0, 0, 65535]
    let samples = (0..<100 * 60).flatMap { index -> [UInt16] in
      let (x, y) = (index % 100, index / 100)
      if x < 40, y < 40 { return (15..<25).contains(x) && (15..<25).contains(y) ? white : navy }
      return x < 50 || y % 12 > 8 ? clear : x % 20 < 4 ? white : x % 20 >= 10 && x % 20 < 14 ? black : clear
    }
    let artwork = PixelBuffer(width: 100, height: 60, format: .rgba16, samples: samples)
    let turned = softened(artwork, .ink)
    #expect(turned.softening.mode == .ink)
    let after = PixelBuffer(width: 100, height: 60, format: .rgba16, samples: turned.samples)
    for index in 0..<artwork.pixelCount {
      let (before, color) = (artwork.color(at: index * 4), after.color(at: index * 4))
      let isLetter = samples[index * 4 + 3] > 0 && before == .zero
      #expect(color == (isLetter ? SIMD3(repeating: 65535) : before))
    }
  }

  @Test(
    "Black letters on transparency turn light beside plates that are lighter and larger, and a dark window stays"
  )
  func lettersAndWindows() {
    let clear: [UInt16] = [0, 0, 0, 0], black: [UInt16] = [0, 0, 0, 65535]
    let plate: [UInt16] = [0xDEDE, 0xE2E2, 0xCECE, 65535], white = [UInt16](repeating: 65535, count: 4)
    func artwork(_ color: (Int, Int) -> [UInt16]) -> PixelBuffer {
      let samples = (0..<100 * 100).flatMap { color($0 % 100, $0 / 100) }
      return PixelBuffer(width: 100, height: 100, format: .rgba16, samples: samples)
    }
    func isLetter(_ x: Int, _ y: Int) -> Bool { x % 8 < 3 && y % 16 < 9 && y % 4 != 3 }
    let diagram = artwork { x, y in
      if y < 74 { return x < 10 ? clear : isLetter(x, y) && x > 30 && x < 70 ? black : plate }
      return isLetter(x, y) ? black : clear
    }
    let turned = softened(diagram, .ink)
    #expect(turned.softening.mode == .ink)
    let isPlateKept = (0..<7400).allSatisfy {
      Array(turned.samples[$0 * 4..<$0 * 4 + 4]) == Array(diagram.samples[$0 * 4..<$0 * 4 + 4])
    }
    #expect(isPlateKept)
    #expect((7400..<10000).allSatisfy { turned.samples[$0 * 4 + 3] == 0 || turned.samples[$0 * 4] == 65535 })
    let window = artwork { x, y in
      x < 4 || x >= 96 ? clear : isLetter(x, y) && x > 20 && x < 80 ? white : black
    }
    #expect(softened(window, .ink).softening.reason == .lightInk)
    // Dark blue words cannot be made out on the page, but they are on a yellow plate.
    let sign = artwork { x, y in
      if x < 4 || x >= 96 { return clear }
      return isLetter(x, y) && x > 20 && x < 80 ? [0, 0, 0x6060, 65535] : [65535, 0xF0F0, 0, 65535]
    }
    #expect(softened(sign, .ink).softening.reason == .lightInk)
  }

  @Test("auto suggests a dark twin for a drawing of lines, and for dark artwork on transparency")
  func suggestions() {
    let lines = (0..<3600).flatMap { index -> [UInt16] in
      [UInt16](repeating: (index % 60 + index / 60).isMultiple(of: 9) ? 0 : 65535, count: 3)
    }
    let page = PixelBuffer(width: 60, height: 60, format: .rgb16, samples: lines)
    #expect(softened(page, .auto).softening.suggestion == .knockoutInk)
    let filled = buffer(drawing(on: Self.white), bits: 8)
    #expect(softened(filled, .auto).softening.mode == .white)
    #expect(softened(filled, .auto).softening.suggestion == nil)
    let samples = (0..<400).flatMap { index -> [UInt16] in
      (6..<14).contains(index % 20) && (6..<14).contains(index / 20) ? [0, 0, 0x3000, 65535] : [0, 0, 0, 0]
    }
    let logo = PixelBuffer(width: 20, height: 20, format: .rgba16, samples: samples)
    let outcome = softened(logo, .auto)
    #expect(outcome.softening.vanishes && outcome.softening.suggestion == .plate)
  }
}

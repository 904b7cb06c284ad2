import ImageCases
import DarkMode
import PNGCodec
import Pixels
import TestSupport
import Testing

/// Photographs inside a page stay to the pixel, whatever is light in them.
struct SofteningPhotoTests {
  private static let (width, height) = (240, 200)
  private static let box = (x: 40..<200, y: 30..<130)

  /// What lies in the box.
  enum Content: CaseIterable {
    /// Rocks under a sky that brightens to white towards the right.
    case photograph
    /// Texture above a light panel, as on a card.
    case card
    /// A fade from colour to white.
    case fade
    /// A light box with text.
    case form
  }

  private static func contains(_ x: Int, _ y: Int) -> Bool { box.x.contains(x) && box.y.contains(y) }

  private static func page(_ content: Content) -> DarkModeCanvas {
    var canvas = DarkModeCanvas(width, height, background: SIMD3(repeating: 1), seed: 3)
    for y in box.y {
      for x in box.x {
        let (dx, dy) = (Double(x - box.x.lowerBound) / 160, Double(y - box.y.lowerBound) / 100)
        let rock = SIMD3(0.35, 0.32, 0.28) * canvas.random.between(0.8, 1.2)
        let color: SIMD3<Double>
        switch content {
        case .photograph:
          let sky = SIMD3(0.75, 0.86, 1) + (SIMD3(repeating: 0.998) - SIMD3(0.75, 0.86, 1)) * min(1, dx * 1.1)
          color = dy < 0.4 ? sky : rock
        case .card: color = dy < 0.5 ? rock : SIMD3(repeating: 0.96)
        case .fade: color = SIMD3(0.2, 0.4, 0.8) * (1 - dx) + SIMD3(repeating: 1) * dx
        case .form: color = SIMD3(repeating: 0.93)
        }
        canvas.color[y * width + x] = color
      }
    }
    if content == .form { canvas.paragraph(50, 40, width: 140, lines: 5, size: 9, SIMD3(repeating: 0.1)) }
    canvas.paragraph(40, 140, width: 160, lines: 3, size: 9, .zero)
    return canvas
  }

  /// The greatest change of a sample inside the box, in 1/65535.
  private static func change(_ before: [UInt16], _ after: [UInt16]) -> Int {
    before.indices.filter { contains($0 / 3 % width, $0 / 3 / width) }
      .map { abs(Int(before[$0]) - Int(after[$0])) }.max() ?? 0
  }

  @Test(
    "A photograph keeps its bright sky, a card's panel and a fade go down with the page",
    arguments: Content.allCases)
  func boxes(_ content: Content) {
    let pixels = Self.page(content).pixels(bits: 8)
    let outcome = SofteningTrial.run(pixels)
    #expect(outcome.softening.mode == .white, "\(outcome.softening.note)")
    #expect(outcome.samples[0] < 58000)
    #expect((Self.change(pixels.samples, outcome.samples) == 0) == (content == .photograph))
    let inStrips = SofteningTrial.run(pixels, stripHeight: 7)
    let isSame = inStrips.samples == outcome.samples
    #expect(isSame)
    let once = PixelBuffer(width: Self.width, height: Self.height, format: .rgb16, samples: outcome.samples)
    let twice = SofteningTrial.run(once)
    let isStable = twice.samples == outcome.samples
    #expect(isStable, "\(twice.softening.note)")
  }

  @Test("A page goes down whose frame a line joins to a photograph, and the photograph stays")
  func joinedPage() {
    var canvas = DarkModeCanvas(Self.width, Self.height, background: SIMD3(repeating: 1), seed: 3)
    for y in Self.box.y {
      for x in Self.box.x {
        canvas.color[y * Self.width + x] = SIMD3(0.35, 0.32, 0.28) * canvas.random.between(0.5, 1.5)
      }
    }
    canvas.rectangle(100, 130, 1, 20, .zero)
    canvas.rectangle(60, 150, 100, 36, .zero)
    canvas.rectangle(61, 151, 98, 34, SIMD3(repeating: 1))
    for letter in 0..<10 { canvas.rectangle(66 + Double(letter) * 9, 160, 4, 12, .zero) }
    let pixels = canvas.pixels(bits: 8)
    let outcome = SofteningTrial.run(pixels)
    #expect(outcome.samples[0] < 58000)
    #expect(outcome.samples[(155 * Self.width + 63) * 3] == outcome.samples[0])
    #expect(Self.change(pixels.samples, outcome.samples) == 0)
  }

  @Test(
    "A photograph without its background keeps a highlight that it runs into, and has an opening where it ends in an edge",
    arguments: [true, false])
  func cutOut(_ isHighlight: Bool) {
    let white = SIMD3<Double>(repeating: 1)
    var canvas = DarkModeCanvas(Self.width, Self.height, background: white, seed: 3)
    // A triangle has half of the rectangle around it.
    for y in 10..<190 {
      for x in 10..<10 + y {
        let (dx, dy) = (Double(x) - 60, Double(y) - 135)
        let away = (dx * dx + dy * dy).squareRoot()
        let share = isHighlight ? min(1, max(0, 1.3 - away / 45)) : away < 12 ? 1 : 0
        let rock = SIMD3(0.45, 0.5, 0.35) * canvas.random.between(0.8, 1.2)
        canvas.color[y * Self.width + x] = rock * (1 - share) + white * share
      }
    }
    let pixels = canvas.pixels(bits: 8)
    for mode in [SofteningMode.knockout, .knockoutInk] {
      let samples = SofteningTrial.run(pixels, options: SofteningOptions(mode: mode)).samples
      let light = samples[((135 * Self.width + 60) * 4)...].prefix(4)
      #expect(light.last == (isHighlight ? 65535 : 0), "\(mode)")
      #expect(!isHighlight || light.allSatisfy { $0 == 65535 }, "\(mode)")
    }
  }

  @Test("The edge of a photograph without a background goes down with the page")
  func edges() {
    func page(on ground: Double) -> DarkModeCanvas {
      var canvas = DarkModeCanvas(Self.width, Self.height, background: SIMD3(repeating: ground), seed: 5)
      for index in canvas.color.indices {
        let (x, y) = (Double(index % Self.width) - 119.7, Double(index / Self.width) - 100.2)
        let coverage = min(max(0.7 * (81 - abs(x) - abs(y)) + 0.5, 0), 1)
        let rock = SIMD3(0.35, 0.45, 0.3) * canvas.random.between(0.8, 1.2)
        canvas.color[index] = canvas.color[index] * (1 - coverage) + rock * coverage
      }
      return canvas
    }
    let outcome = SofteningTrial.run(page(on: 1).pixels(bits: 8))
    let expected = page(on: Double(outcome.samples[0]) / 65535).pixels(bits: 8)
    let differences = zip(outcome.samples, expected.samples).map { abs(Int($0) - Int($1)) / 257 }
    // A rim that stays differs by up to 34 codes.
    #expect(outcome.samples[0] < 58000 && differences.allSatisfy { $0 <= 14 }, "\(differences.max() ?? 0)")
  }

  @Test("The mixtures with the page around a photograph, and a title that touches it, go down with the page")
  func frame() {
    func page(on ground: Double) -> DarkModeCanvas {
      var canvas = DarkModeCanvas(Self.width, Self.height, background: SIMD3(repeating: ground), seed: 5)
      for y in 29..<130 {
        for x in 39..<200 {
          let coverage = Self.contains(x, y) ? 1 : 0.07
          let rock = SIMD3(0.35, 0.32, 0.28) * canvas.random.between(0.8, 1.2)
          let index = y * Self.width + x
          canvas.color[index] = canvas.color[index] * (1 - coverage) + rock * coverage
        }
      }
      // A blurred title is nowhere white.
      for y in 18..<29 {
        for x in 41..<199 { canvas.color[y * Self.width + x] *= (x + y / 5) % 6 < 2 ? 0.3 : 0.85 }
      }
      return canvas
    }
    let pixels = page(on: 1).pixels(bits: 8)
    let outcome = SofteningTrial.run(pixels)
    let expected = page(on: Double(outcome.samples[0]) / 65535).pixels(bits: 8)
    let differences = zip(outcome.samples, expected.samples).map { abs(Int($0) - Int($1)) / 257 }
    #expect(outcome.samples[0] < 58000)
    // What stays white differs by 34 codes.
    #expect(differences.allSatisfy { $0 <= 14 }, "\(differences.max() ?? 0)")
  }

  @Test("A menu over a photograph is a screen, and its white goes down")
  func menu() {
    var canvas = DarkModeCanvas(240, 200, background: SIMD3(0.6, 0.45, 0.5), seed: 4)
    canvas.addGrain(0.02)
    canvas.rectangle(0, 20, 120, 180, SIMD3(repeating: 0.95))
    canvas.paragraph(6, 26, width: 110, lines: 13, size: 8, SIMD3(repeating: 0.2))
    #expect(SofteningTrial.run(canvas.pixels(bits: 8)).softening.mode == .white)
  }

  @Test(
    "A window with a margin of transparency is told from an icon by its letters", arguments: [true, false])
  func window(_ hasText: Bool) {
    var canvas = DarkModeCanvas(360, 220, background: SIMD3(0.25, 0.3, 0.35), seed: 6)
    canvas.rectangle(30, 60, 300, 140, SIMD3(0.1, 0.5, 0.9))
    canvas.rectangle(30, 120, 300, 90, SIMD3(repeating: 1))
    if hasText {
      canvas.paragraph(36, 64, width: 290, lines: 3, size: 8, SIMD3(repeating: 1))
      for row in 0..<6 {
        for column in 0..<24 {
          canvas.rectangle(36 + Double(column) * 12, 126 + Double(row) * 14, 5, 8, SIMD3(repeating: 0.1))
        }
      }
    }
    canvas.alpha = (0..<360 * 220).map { index in
      let (x, y) = (index % 360, index / 360)
      return min(x, y, 359 - x, 219 - y) < 4 ? 0 : 1
    }
    let outcome = SofteningTrial.run(canvas.pixels(bits: 8))
    #expect((outcome.softening.mode == .white) == hasText, "\(outcome.softening.note)")
  }
}

extension SofteningPhotoTests {
  @Test(
    "A photograph of the corpus stays to the pixel on a page",
    .enabled(if: SharedFolder.isAvailable, Comment(rawValue: SharedFolder.skipReason)),
    arguments: ["cvo9xd_keong_macan_srgb8", "cvo9xd_keong_macan_grayscale"])
  func corpus(_ name: String) throws {
    let path = try #require(
      try SharedFolder.files(under: "corpus/photos16", suffix: ".png").first { $0.hasSuffix("/\(name).png") })
    let page = try Self.page(withPhotographAt: path)
    let outcome = SofteningTrial.run(page)
    #expect(outcome.softening.mode == .white)
    let channels = page.format.channelCount
    let changed = (0..<page.width * page.height).filter { index in
      let (x, y) = (index % page.width, index / page.width)
      guard x >= 60, y >= 60, x < page.width - 60, y < page.height - 60 else { return false }
      return (0..<channels).contains {
        page.samples[index * channels + $0] != outcome.samples[index * channels + $0]
      }
    }
    #expect(changed.isEmpty)
    #expect(outcome.samples[0] < 58000)
  }

  /// The image at `path` as it is, in 60 pixels of white.
  private static func page(withPhotographAt path: String) throws -> PixelBuffer {
    var reader = try PNGReader(path: path)
    let photograph = try reader.readRows(reader.header.height)
    let (channels, width) = (photograph.format.channelCount, photograph.width + 120)
    let height = photograph.height + 120
    var samples = [UInt16](repeating: 65535, count: width * height * channels)
    for y in 0..<photograph.height {
      let first = ((y + 60) * width + 60) * channels
      samples.replaceSubrange(
        first..<first + photograph.rowStride, with: photograph.samples[photograph.rowRange(y)])
    }
    return PixelBuffer(width: width, height: height, format: photograph.format, samples: samples)
  }
}

import ImageCases
import Analysis
import ColorManagement
import DarkMode
import ImageFiles
import PNGCodec
import Pixels
import TestSupport
import Testing

/// Softening what was softened changes nothing, in any mode, in 16 bits and in 8.
struct SofteningTwiceTests {
  static let modes = SofteningMode.allCases.filter { $0 != .plate }

  /// A picture that a second run changes still: what is drawn around dark text that stays becomes translucent, and shows the page.
  private static let unsettled: [SofteningMode: UInt64] = [.knockoutInk: 129]

  /// Fewer where code is not optimised.
  private static let pictures: UInt64 = LongTests.areEnabled ? 240 : 40

  @Test("A second run changes no generated picture", arguments: modes)
  func generated(_ mode: SofteningMode) {
    let options = SofteningOptions(mode: mode)
    var softened = 0
    for seed in 0..<Self.pictures {
      let picture = Self.picture(seed, isCutOut: mode == .ink || mode == .outline)
      softened +=
        SofteningTrial.run(picture.pixels(bits: 8), options: options).softening.changesPixels ? 1 : 0
      let notes = [8, 16].map {
        Self.change(picture.pixels(bits: 8), options: options, bits: $0, space: .sRGB)
      }
      withKnownIssue {
        #expect(notes == [nil, nil], "seed \(seed)")
      } when: {
        Self.unsettled[mode] == seed
      }
    }
    // Outlines need dark artwork, which few of the pictures are.
    #expect(softened >= Int(Self.pictures) / (mode == .outline ? 30 : 12))
  }

  @Test("A second run changes no icon with shaded whites", arguments: modes)
  func icons(_ mode: SofteningMode) {
    let options = SofteningOptions(mode: mode)
    var softened = 0
    for seed: UInt64 in 0..<60 {
      let icon = Self.icon(seed)
      softened += SofteningTrial.run(icon.pixels(bits: 8), options: options).softening.changesPixels ? 1 : 0
      let note = Self.change(icon.pixels(bits: 8), options: options, bits: 8, space: .sRGB)
      #expect(note == nil, "seed \(seed)")
    }
    // Asked for by name, their white is lowered; artwork on transparency is none of what `auto` looks for.
    if mode == .white { #expect(softened == 60) }
  }

  // Whole files pass where paper becomes transparent, too; the first rows of two of them do not.
  @Test(
    "A second run changes no page and no file of the corpus",
    .enabled(if: SharedFolder.isAvailable, Comment(rawValue: SharedFolder.skipReason)),
    arguments: modes.filter { !$0.knocksOut })
  func shared(_ mode: SofteningMode) throws {
    let paths =
      try SharedFolder.files(under: "corpus", suffix: ".png")
      + SharedFolder.files(under: "cases/soften", suffix: ".png")
    #expect(paths.count >= 16)
    for path in paths {
      let note = try Self.change(file: path, options: SofteningOptions(mode: mode), rows: Self.rows)
      #expect(note == nil, "\(path)")
    }
  }

  /// Rows of a file that are looked at: all of them where code is optimised.
  private static let rows = LongTests.areEnabled ? Int.max : 96

  @Test("A second run changes no image of the repository", arguments: modes)
  func testImages(_ mode: SofteningMode) throws {
    for name in try TestImages.names() {
      let note = try Self.change(file: TestImages.path(name), options: SofteningOptions(mode: mode))
      #expect(note == nil, "\(name)")
    }
  }

  /// What the second run says about a picture that it changes; nil where it changes none.
  private static func change(
    _ pixels: borrowing PixelBuffer, options: SofteningOptions, bits: Int, space: SofteningColorSpace
  ) -> String? {
    let first = SofteningTrial.run(pixels, options: options, colorSpace: space)
    let format = first.softening.format(of: pixels.format)
    var once = PixelBuffer(width: pixels.width, height: pixels.height, format: format, samples: first.samples)
    if bits == 8 { Dither.none.reduceTo8Bits(&once, firstRow: 0) }
    let twice = SofteningTrial.run(once, options: options, colorSpace: space)
    var result = PixelBuffer(
      width: pixels.width, height: pixels.height, format: twice.softening.format(of: format),
      samples: twice.samples)
    if bits == 8 { Dither.none.reduceTo8Bits(&result, firstRow: 0) }
    return result.samples == once.samples ? nil : twice.softening.note
  }

  private static func change(
    file path: String, options: SofteningOptions, rows: Int = .max
  ) throws -> String? {
    var reader = try PNGReader(path: path)
    let isGray = reader.pixelFormat.isGray
    let color = try SourceColor(
      resolving: reader.colorInfo, isGray: isGray, assumed: RGBColorSpace.sRGB.profile, path: path)
    guard let space = SofteningColorSpace(profile: color.profile, isGray: isGray) else { return nil }
    let bits = reader.header.bitDepth == 16 ? 16 : 8
    return change(
      try reader.readRows(min(rows, reader.header.height)), options: options, bits: bits, space: space)
  }

  /// Shapes, text, shadows, glows and plates at random, on white, on grey, on colour or on transparency; on transparency alone if
  /// the picture is cut out.
  private static func picture(_ seed: UInt64, isCutOut: Bool) -> DarkModeCanvas {
    var random = SplitMix64(seed: seed &* 7919 &+ 1)
    func unit() -> Double { Double(random.next() >> 11) / Double(1 << 53) }
    func color() -> SIMD3<Double> { SIMD3(unit(), unit(), unit()) }
    let grounds: [SIMD3<Double>] = [
      SIMD3(repeating: 1), SIMD3(repeating: 0.85 + 0.15 * unit()), SIMD3(0.98, 0.96, 0.9), color(),
    ]
    var canvas = DarkModeCanvas(72, 56, background: grounds[Int(seed % 4)], seed: seed)
    for _ in 0..<Int(2 + seed % 5) {
      let (x, y, w, h) = (4 + unit() * 34, 4 + unit() * 26, 6 + unit() * 24, 4 + unit() * 18)
      let inks: [SIMD3<Double>] = [SIMD3(repeating: unit()), SIMD3(repeating: 1), color(), color()]
      let ink = inks[Int(random.next() % 4)]
      switch random.next() % 6 {
      case 0: canvas.rectangle(x, y, w, h, radius: unit() * 8, ink)
      case 1: canvas.circle(x + 6, y + 6, w / 2, ink)
      case 2: canvas.text(x, y, width: w, size: 6 + unit() * 12, ink)
      case 3: canvas.castShadow(x, y, w, h, blur: 3 + unit() * 12, depth: unit() * 0.5)
      case 4: canvas.line(x, y, x + w, y + h, stroke: 0.5 + unit() * 4, ink)
      default: canvas.ring(x + 6, y + 6, w / 3, stroke: 1 + unit() * 5, ink)
      }
    }
    if isCutOut { canvas.alpha = canvas.color.map { $0 == canvas.color[0] ? 0 : 1 } }
    if seed % 7 == 3 { canvas.addGrain(0.01) }
    if seed % 9 == 4 { canvas.blur(radius: 1) }
    if seed % 5 == 2, !isCutOut {
      canvas.alpha = (0..<72 * 56).map { index in
        let (dx, dy) = (Double(index % 72) - 36, Double(index / 72) - 28)
        return min(max(30 - (dx * dx + dy * dy).squareRoot(), 0), 1)
      }
    }
    return canvas
  }

  /// A sheet with lines of text, or a bin with a white sign on a plate of colour, both shaded, on transparency.
  private static func icon(_ seed: UInt64) -> DarkModeCanvas {
    let side = [22, 32, 48][Int(seed % 3)]
    let size = Double(side)
    let dark = 0.7 + 0.05 * Double(seed % 5)
    var canvas = DarkModeCanvas(side, side, background: SIMD3(repeating: 1), seed: seed)
    for index in canvas.color.indices {
      let share = Double(index / side) / (size - 1)
      canvas.color[index] = SIMD3(repeating: 1 + (dark - 1) * share)
    }
    if seed % 4 < 2 { frame(&canvas, side) }
    if seed % 2 == 0 {
      for row in stride(from: side / 3, to: side - 6, by: 4) {
        canvas.rectangle(6, Double(row), size - 12 - Double(row * 7 % 5), 1, SIMD3(repeating: 0.35))
      }
    } else {
      let plates = [SIMD3(0.18, 0.76, 0.5), SIMD3(0.2, 0.4, 0.8), SIMD3(0.8, 0.3, 0.2)]
      canvas.rectangle(3, size * 0.4, size - 6, size * 0.55, plates[Int(seed % 3)])
      canvas.circle(size / 2, size * 0.67, size * 0.14, SIMD3(repeating: 1))
    }
    canvas.alpha = (0..<side * side).map { index in
      let (x, y) = (index % side, index / side)
      let inset = min(x, y, side - 1 - x, side - 1 - y)
      return inset < 2 ? 0 : inset == 2 ? 0.5 : 1
    }
    return canvas
  }

  /// A white line along the border of an icon.
  private static func frame(_ canvas: inout DarkModeCanvas, _ side: Int) {
    for index in 0..<side * side {
      let (x, y) = (index % side, index / side)
      if min(x, y, side - 1 - x, side - 1 - y) == 3 { canvas.color[index] = SIMD3(repeating: 1) }
    }
  }
}

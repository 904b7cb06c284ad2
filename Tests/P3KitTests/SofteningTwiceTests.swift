import ColorManagement
import P3Kit
import PNGCodec
import Pixels
import TestSupport
import Testing

/// Softening what was softened changes nothing, in any mode, in 16 bits and in 8.
struct SofteningTwiceTests {
  static let modes: [SofteningMode] = [.auto, .white, .highlights, .dim, .outline]

  @Test(
    "A second run changes no generated picture",
    .enabled(if: LongTests.areEnabled, "\(LongTests.skipReason)"),
    arguments: modes)
  func generated(_ mode: SofteningMode) {
    let options = SofteningOptions(mode: mode)
    var softened = 0
    for seed: UInt64 in 0..<240 {
      let picture = Self.picture(seed)
      softened +=
        SofteningTrial.run(picture.pixels(bits: 8), options: options).softening.changesPixels ? 1 : 0
      for bits in [8, 16] {
        let note = Self.change(picture.pixels(bits: 8), options: options, bits: bits, space: .sRGB)
        #expect(note == nil, "seed \(seed), \(bits) bits")
      }
    }
    // Outlines need dark artwork on transparency, which few of the pictures are.
    #expect(softened >= (mode == .outline ? 4 : 20))
  }

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
    var once = PixelBuffer(
      width: pixels.width, height: pixels.height, format: pixels.format,
      samples: SofteningTrial.run(pixels, options: options, colorSpace: space).samples)
    if bits == 8 { Dither.none.reduceTo8Bits(&once, firstRow: 0) }
    let twice = SofteningTrial.run(once, options: options, colorSpace: space)
    var result = PixelBuffer(
      width: pixels.width, height: pixels.height, format: pixels.format, samples: twice.samples)
    if bits == 8 { Dither.none.reduceTo8Bits(&result, firstRow: 0) }
    return result.samples == once.samples ? nil : twice.softening.note
  }

  private static func change(file path: String, options: SofteningOptions) throws -> String? {
    var reader = try PNGReader(path: path)
    let isGray = reader.pixelFormat.isGray
    let color = try SourceColor(
      resolving: reader.colorInfo, isGray: isGray, assumed: RGBColorSpace.sRGB.profile, path: path)
    guard let space = SofteningColorSpace(profile: color.profile, isGray: isGray) else { return nil }
    let bits = reader.header.bitDepth == 16 ? 16 : 8
    return change(
      try reader.readRows(reader.header.height), options: options, bits: bits, space: space)
  }

  /// Shapes, text, shadows, glows and plates at random, on white, on grey, on colour or on transparency.
  private static func picture(_ seed: UInt64) -> DarkModeCanvas {
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
    if seed % 7 == 3 { canvas.addGrain(0.01) }
    if seed % 9 == 4 { canvas.blur(radius: 1) }
    if seed % 5 == 2 {
      canvas.alpha = (0..<72 * 56).map { index in
        let (dx, dy) = (Double(index % 72) - 36, Double(index / 72) - 28)
        return min(max(30 - (dx * dx + dy * dy).squareRoot(), 0), 1)
      }
    }
    return canvas
  }
}

import ImageCases
import DarkMode
import Pixels
import TestSupport
import Testing

/// Paper that no single level describes, and what looks like a photograph by its texture alone.
struct SofteningScanTests {
  /// What a scanner does to a page.
  struct Fault: Sendable {
    /// How much darker than the middle the corners are, 0 to 1.
    let vignette: Double
    /// The standard deviation of the noise in 8-bit codes.
    let noise: Double
  }

  static let faults: [Fault] = [
    Fault(vignette: 0.2, noise: 2), Fault(vignette: 0.33, noise: 2), Fault(vignette: 0.33, noise: 4),
    Fault(vignette: 0, noise: 12), Fault(vignette: 0.33, noise: 8), Fault(vignette: 0.45, noise: 2),
    Fault(vignette: 0.45, noise: 8),
  ]

  private static let (width, height) = (384, 272)

  /// How far a pixel is from the middle: 0, and 1 in a corner.
  private static func distance(_ index: Int) -> Double {
    let (x, y) = (Double(index % width) / Double(width) - 0.5, Double(index / width) / Double(height) - 0.5)
    return 2 * (x * x + y * y)
  }

  private static func scan(_ fault: Fault, writing: Bool = true) -> PixelBuffer {
    var canvas = DarkModeCanvas(width, height, background: SIMD3(0.96, 0.95, 0.92), seed: 3)
    if writing { canvas.paragraph(40, 30, width: 300, lines: 14, size: 9, SIMD3(repeating: 0.1)) }
    for index in canvas.color.indices { canvas.color[index] *= 1 - fault.vignette * distance(index) }
    canvas.addGrain(fault.noise / 255)
    return canvas.pixels(bits: 8)
  }

  /// Mean code of the pixels within `range` of `distance(_:)`, in 1/65535.
  private static func mean(_ samples: [UInt16], _ range: ClosedRange<Double>) -> Double {
    let chosen = (0..<width * height).filter { range.contains(distance($0)) }
    return chosen.reduce(0.0) { $0 + Double(samples[$1 * 3]) } / Double(max(1, chosen.count))
  }

  @Test("Dark corners and noise do not hide paper, which goes down evenly", arguments: faults)
  func faultyScans(_ fault: Fault) {
    let pixels = Self.scan(fault)
    let outcome = SofteningTrial.run(pixels)
    #expect(outcome.softening.mode == .white, "\(outcome.softening.note)")
    // The margin left of the text, and the corners: the same part of each is lost.
    let kept = [0.5...0.55, 0.85...1].map { Self.mean(outcome.samples, $0) / Self.mean(pixels.samples, $0) }
    #expect(kept.allSatisfy { $0 > 0.8 && $0 < 0.97 })
    #expect(abs(kept[0] - kept[1]) < 0.02)
    let twice = SofteningTrial.run(
      PixelBuffer(width: Self.width, height: Self.height, format: .rgb16, samples: outcome.samples))
    #expect(twice.softening.reason == .alreadySoft)
  }

  @Test("A gradient with natural texture and nothing written on it is no scan")
  func emptyGradient() {
    let outcome = SofteningTrial.run(Self.scan(Fault(vignette: 0.33, noise: 2), writing: false))
    #expect(outcome.softening.reason == .photograph, "\(outcome.softening.note)")
  }

  /// A window: a title bar with texture, and text on white.
  private static func window() -> PixelBuffer {
    var canvas = DarkModeCanvas(240, 180, background: SIMD3(0.3, 0.4, 0.55), seed: 9)
    canvas.addGrain(0.02)
    canvas.rectangle(2, 22, 236, 156, SIMD3(repeating: 1))
    canvas.paragraph(8, 28, width: 220, lines: 12, size: 8, SIMD3(repeating: 0.1))
    return canvas.pixels(bits: 8)
  }

  @Test("A window of text is no photograph, whatever texture its title has")
  func windowOfText() {
    #expect(SofteningTrial.run(Self.window()).softening.mode == .white)
  }
}

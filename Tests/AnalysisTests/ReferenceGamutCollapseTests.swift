import ImageCases
import ColorManagement
import Oracles
import Pixels
import TestSupport
import Testing

@testable import Analysis

/// The search with bits and floats against the one that computes everything.
@Suite("GamutCollapseScanner and ReferenceGamutCollapse")
struct ReferenceGamutCollapseTests {
  private typealias Painter = (_ x: Int, _ y: Int, _ random: inout SplitMix64) -> [UInt16]

  @Test("agree on noise of every size", arguments: [0, 40, 400, 3000, 65535])
  func noise(amplitude: Int) throws {
    try compare(width: 150, height: 60, seed: 11) { x, y, random in
      let base = [65535 - 200 * y, 12000 + 150 * x, 4000 + 90 * (x + y)]
      return base.map { Self.code($0 + Int(random.next() % UInt64(2 * amplitude + 1)) - amplitude) }
    }
  }

  @Test("agree on smooth ramps that leave the gamut, along and across")
  func ramps() throws {
    for (right, down) in [(300, 0), (0, 300), (200, 170), (30, 20)] {
      try compare(width: 130, height: 120, seed: 5) { x, y, random in
        [65535, Self.code(9000 + right * x + down * y), Self.code(3000 + Int(random.next() % 8))]
      }
      try compare(width: 130, height: 120, seed: 6) { x, y, _ in
        [Self.code(right * x + down * y), Self.code(40000 + right * x), Self.code(down * y)]
      }
    }
    for isVertical in [false, true] {
      let report = try compare(width: 130, height: 130, seed: 7) { x, y, random in
        let grain = random.next() % 4
        return Self.blend(Self.sRGBRed, Self.p3Red, Double(isVertical ? y : x) / 129).map {
          $0 - min($0, UInt16(grain))
        }
      }
      #expect(!report.clippedGradients.isEmpty)
    }
  }

  @Test("agree on flat colours with hard and soft edges, and on few colours at random")
  func flat() throws {
    let palette: [[UInt16]] = [
      [65535, 0, 0], [60119, 13121, 9080], [62000, 9000, 6000], [65535, 30000, 0],
    ]
    let report = try compare(width: 200, height: 70, seed: 3) { x, y, _ in
      let position = Double(max(0, min(x % 40 - 18, 4))) / 4 * Double(max(0, min(y % 30 - 12, 3))) / 3
      return Self.blend(palette[0], palette[1], position)
    }
    #expect(!report.collapsedColors.isEmpty)
    for chance in [2, 5, 30] {
      var last = palette[0]
      try compare(width: 131, height: 50, seed: 4) { _, _, random in
        if random.next() % UInt64(chance) == 0 { last = palette[Int(random.next() % 4)] }
        return last
      }
    }
  }

  @Test("agree on transparent pixels, and on rows of every width around the words of the bits")
  func widths() throws {
    for width in [1, 2, 3, 7, 8, 9, 63, 64, 65, 127, 128, 129, 190] {
      try compare(width: width, height: 40, seed: UInt64(width)) { x, y, random in
        let alpha: UInt16 = random.next() % 9 == 0 ? 0 : 65535
        return [
          65535, Self.code(8000 + 160 * x + 220 * y), Self.code(2000 + Int(random.next() % 600)), alpha,
        ]
      }
    }
  }

  @Test("agree on photographs' mix of inside and outside")
  func mixed() throws {
    try compare(width: 220, height: 90, seed: 8) { x, y, random in
      let inside = (x / 13 + y / 17) % 2 == 0
      let base = inside ? [30000, 32000, 28000] : [64000 - 60 * y, 9000 + 40 * x, 5000]
      return base.map { Self.code($0 + Int(random.next() % 1200)) }
    }
  }

  // MARK: Helpers

  private static let p3Red: [UInt16] = [65535, 0, 0]
  /// sRGB red in Display P3.
  private static let sRGBRed: [UInt16] = [60119, 13121, 9080]

  private static func blend(_ a: [UInt16], _ b: [UInt16], _ t: Double) -> [UInt16] {
    zip(a, b).map { UInt16(Double($0) + (Double($1) - Double($0)) * t) }
  }

  private static func code(_ value: Int) -> UInt16 { UInt16(min(max(value, 0), 65535)) }

  /// Compares both reports, with the rows cut into strips of odd heights, for two sources; returns that of
  /// Display P3.
  @discardableResult
  private func compare(width: Int, height: Int, seed: UInt64, _ paint: Painter) throws -> GamutCollapseReport
  {
    var random = SplitMix64(seed: seed)
    let rows = (0..<height).map { y in (0..<width).flatMap { x in paint(x, y, &random) } }
    let format = PixelFormat(isGray: false, hasAlpha: rows[0].count == 4 * width)
    var report = GamutCollapseReport(collapsedColors: [], clippedGradients: [])
    for source in [RGBColorSpace.rec2020, .displayP3] {
      let plan = try ConversionPlan(
        source: source.profile, destination: RGBColorSpace.sRGB.profile, sourceIsGrayImage: false)
      let image = PixelBuffer(width: width, height: height, format: format, samples: rows.flatMap { $0 })
      let reference = try ReferenceGamutCollapse(image, plan)
      let expected = GamutCollapseReport(
        collapsedColors: Self.regions(reference.collapsedColors, width: width),
        clippedGradients: Self.regions(reference.clippedGradients, width: width, arePlateaus: true))
      for target in KernelTarget.available {
        var scanner = try GamutCollapseScanner(plan, width: width, format: format, target: target)
        for first in stride(from: 0, to: height, by: 11) {
          let part = rows[first..<min(first + 11, height)]
          let strip = PixelBuffer(
            width: width, height: part.count, format: format, samples: part.flatMap { $0 })
          scanner.add(strip)
        }
        report = scanner.finish()
        #expect(report == expected, "seed \(seed), \(width) pixels across, from \(source), \(target)")
      }
    }
    return report
  }

  /// The regions of the pixels that lose something.
  private static func regions(_ lost: [Double], width: Int, arePlateaus: Bool = false) -> [GamutRegion] {
    var marks = GamutCollapseMarks(width: width, window: 1, arePlateaus: arePlateaus)
    for (index, deltaE) in lost.enumerated() {
      if index % width == 0 { marks.openRow() }
      if deltaE > 0 { marks.mark(index % width...index % width, deltaE: deltaE) }
    }
    return marks.finish()
  }
}

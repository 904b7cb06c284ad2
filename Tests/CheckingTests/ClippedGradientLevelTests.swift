import ColorManagement
import Pixels
import TestSupport
import Testing

@testable import Analysis
@testable import Checking

/// From which width and which loss on a plateau is a warning.
@Suite("The level of clipped-gradient")
struct ClippedGradientLevelTests {
  @Test(
    "is a note for a bar of 15 pixels, a warning from 16 on, whichever way it lies",
    arguments: [(15, FindingLevel.note), (16, .warning)], [false, true])
  func width(expected: (pixels: Int, level: FindingLevel), isVertical: Bool) throws {
    let level = try level(length: 120, width: expected.pixels, lastCode: 62, isVertical: isVertical)
    #expect(level == expected.level)
  }

  @Test("is a note for a bar of ten pixels, however long it is")
  func longBar() throws {
    #expect(try level(length: 1200, width: 10, lastCode: 62) == .note)
    #expect(try level(length: 1200, width: 16, lastCode: 62) == .warning)
  }

  @Test(
    "counts the pixels that lose ΔE 3: 256 of them on a small plateau",
    arguments: [(18, FindingLevel.note), (19, .warning)])
  func loss(expected: (width: Int, level: FindingLevel)) throws {
    #expect(try level(length: 64, width: expected.width, lastCode: 62) == expected.level)
  }

  @Test(
    "counts the pixels that lose ΔE 3: 128 of them on a broad plateau",
    arguments: [(63, FindingLevel.note), (64, .warning)])
  func lossOnBroadGround(expected: (width: Int, level: FindingLevel)) throws {
    #expect(try level(length: 64, width: expected.width, lastCode: 50) == expected.level)
  }

  /// The largest square of each run's region, by looking at every square.
  @Test("measures the largest square and the pixels that lose ΔE 3, as a plain count does", arguments: 0..<12)
  func squares(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let (width, height) = (40, 30)
    let share = 60 + 3 * UInt64(seed)
    let lost = (0..<width * height).map { _ in
      random.next() % 100 < share ? 2 + Double(random.next() % 20) / 10 : 0
    }
    var marks = GamutCollapseMarks(width: width, window: 3, arePlateaus: true)
    for (index, deltaE) in lost.enumerated() {
      if index % width == 0 { marks.openRow() }
      if deltaE > 0 { marks.mark(index % width...index % width, deltaE: deltaE) }
    }
    let regions = marks.finish()
    #expect(regions.map(\.plateau.side).max() == largestSquare(lost, width: width, height: height))
    #expect(regions.map(\.plateau.plainPixels).reduce(0, +) == lost.count { $0 >= 3 })
  }

  // MARK: Helpers

  private static let gray: [UInt16] = [32768, 32768, 32768]

  /// Red towards orange, which sRGB shows as one red: the colour at `position` of `length`.
  private static func color(_ position: Int, of length: Int, lastCode: Int) -> [UInt16] {
    [65535, UInt16((position * lastCode + (length - 1) / 2) / (length - 1) * 257), 0]
  }

  /// The level for a bar on grey along which red fades to orange.
  private func level(
    length: Int, width: Int, lastCode: Int, isVertical: Bool = false
  ) throws -> FindingLevel? {
    let columns = (isVertical ? width : length) + 2
    let rows = (isVertical ? length : width) + 2
    let samples = (0..<columns * rows).flatMap { index -> [UInt16] in
      let (x, y) = (index % columns, index / columns)
      let (along, across) = isVertical ? (y, x) : (x, y)
      return along < length && across < width ? Self.color(along, of: length, lastCode: lastCode) : Self.gray
    }
    let findings = Rule.collapseFindings(try report(samples, width: columns), target: "sRGB")
    return findings.first { $0.rule == .clippedGradient }?.level
  }

  private func report(_ samples: [UInt16], width: Int) throws -> GamutCollapseReport {
    let plan = try ConversionPlan(
      source: RGBColorSpace.displayP3.profile, destination: RGBColorSpace.sRGB.profile,
      sourceIsGrayImage: false)
    var scanner = try GamutCollapseScanner(plan, width: width, format: .rgb16)
    scanner.add(
      PixelBuffer(width: width, height: samples.count / 3 / width, format: .rgb16, samples: samples))
    return scanner.finish()
  }

  private func largestSquare(_ lost: [Double], width: Int, height: Int) -> Int {
    func isFilled(_ x: Int, _ y: Int, _ side: Int) -> Bool {
      (y..<y + side).allSatisfy { row in (x..<x + side).allSatisfy { lost[row * width + $0] > 0 } }
    }
    return (1...min(width, height)).last { side in
      (0...height - side).contains { y in (0...width - side).contains { isFilled($0, y, side) } }
    } ?? 0
  }
}

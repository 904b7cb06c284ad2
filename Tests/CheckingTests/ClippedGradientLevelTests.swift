import ColorManagement
import Pixels
import TestSupport
import Testing

@testable import Analysis
@testable import Checking

/// From which width and which loss on a plateau is a warning.
@Suite("The level of clipped-gradient")
struct ClippedGradientLevelTests {
  @Test("is a warning for a bar of 16 pixels, and says nothing of narrower ones", arguments: [false, true])
  func width(isVertical: Bool) throws {
    for (pixels, expected) in [(10, nil), (15, nil), (16, FindingLevel.warning)] {
      for length in [120, 1200] {
        #expect(try level(length: length, width: pixels, lastCode: 62, isVertical: isVertical) == expected)
      }
    }
  }

  @Test(
    "is a warning from ΔE 4 on, or 3 on 2,048 pixels",
    arguments: [(24, 56, FindingLevel.note), (24, 62, .warning), (64, 46, .note), (64, 50, .warning)])
  func loss(width: Int, lastCode: Int, expected: FindingLevel) throws {
    #expect(try level(length: 64, width: width, lastCode: lastCode) == expected)
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
    let plan = try ConversionPlan(
      source: RGBColorSpace.displayP3.profile, destination: RGBColorSpace.sRGB.profile,
      sourceIsGrayImage: false)
    var scanner = GamutCollapseScanner(try TargetGamut(plan), width: columns, height: rows, format: .rgb16)
    scanner.add(PixelBuffer(width: columns, height: rows, format: .rgb16, samples: samples))
    let findings = Rule.collapseFindings(scanner.finish(), target: "sRGB")
    return findings.first { $0.rule == .clippedGradient }?.level
  }
}

import Analysis
import Checking
import ColorManagement
import Foundation
import ImageFiles
import PNGCodec
import Pixels
import TestSupport
import Testing

/// The counts that histograms in reports are drawn from, against counting pixel by pixel.
@Suite struct HistogramTests {
  private func report(_ file: PNGFile) async throws -> InspectionReport {
    let folder = try TemporaryFolder()
    return try await ImageInspection().inspect(.file(folder.write(file.bytes, to: "in.png"))).report
  }

  /// L* of an sRGB colour by the standards' formulas (IEC 61966-2-1, CIE 15).
  private static func lightness(_ codes: [Double]) -> Double {
    let linear = codes.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    let luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return luminance > 216.0 / 24389 ? 116 * cbrt(luminance) - 16 : 24389.0 / 27 * luminance
  }

  /// Least and most that each step may hold: colours that lie as near to its end as the table's resolution count for both.
  private static func bounds(_ lightness: [Double]) -> [ClosedRange<Int>] {
    let size = 100 / Double(LightnessHistogram.stepCount)
    return (0..<LightnessHistogram.stepCount).map { step in
      let (low, high) = (Double(step) * size, Double(step + 1) * size)
      let isLast = step == LightnessHistogram.stepCount - 1
      let sure = lightness.count {
        $0 > low + 0.06 && ($0 < high - 0.06 || isLast) || step == 0 && $0 < high - 0.06
      }
      let possible = lightness.count { $0 > low - 0.06 && $0 < high + 0.06 }
      return sure...max(sure, possible)
    }
  }

  @Test func lightnessIsCountedAsTheFormulaSays() async throws {
    var random = SplitMix64(seed: 7)
    let colors = (0..<20_000).map { _ in (0..<3).map { _ in UInt8(truncatingIfNeeded: random.next()) } }
    let alphas = colors.map { _ in random.next().isMultiple(of: 3) ? UInt8(0) : UInt8(200) }
    let opaque = try await report(PNGFile.image8(width: 200, colorType: 2, colors.flatMap(\.self)))
    let partly = try await report(
      PNGFile.image8(width: 200, colorType: 6, zip(colors, alphas).flatMap { $0 + [$1] }))
    let levels = colors.map { Self.lightness($0.map { Double($0) / 255 }) }
    let visible = zip(levels, alphas).filter { $1 > 0 }.map(\.0)
    for (report, levels) in [(opaque, levels), (partly, visible)] {
      let counts = try #require(report.lightness).counts
      #expect(counts.reduce(0, +) == levels.count)
      for (count, bounds) in zip(counts, Self.bounds(levels)) { #expect(bounds.contains(count)) }
    }
  }

  @Test func greysOfAllKindsAreCounted() async throws {
    let codes = (0...255).map { UInt8($0) }
    let levels = codes.map { Self.lightness(Array(repeating: Double($0) / 255, count: 3)) }
    for file in [
      PNGFile.image8(width: 16, colorType: 0, codes),
      PNGFile.image8(width: 16, colorType: 4, codes.flatMap { [$0, 1] }),
      PNGFile.image8(width: 16, colorType: 2, codes.flatMap { [$0, $0, $0] }),
    ] {
      let counts = try #require(try await report(file).lightness).counts
      for (count, bounds) in zip(counts, Self.bounds(levels)) { #expect(bounds.contains(count)) }
      #expect(counts[0] > 0 && counts[31] > 0)
    }
  }

  /// Colours that sRGB does not have are counted at its ends.
  @Test func colorsOutsideSRGBHaveALightnessToo() async throws {
    let file = PNGFile.rgb16([[65535, 65535, 0], [65535, 0, 0], [0, 65535, 0], [0, 0, 65535], [0, 0, 0]])
      .adding(.cICP(12, 13))
    let counts = try #require(try await report(file).lightness).counts
    #expect(counts.reduce(0, +) == 5 && counts[0] == 1)
  }

  @Test func nothingVisibleHasNoLightness() async throws {
    let counts = try await report(PNGFile.image8(width: 1, colorType: 6, [9, 9, 9, 0])).lightness?.counts
    #expect(counts?.allSatisfy { $0 == 0 } == true)
  }

  @Test(arguments: [
    (Float(1e-6), 0), (0.4999, 0), (0.5, 1), (0.999, 1), (1, 2), (2, 3), (3.9, 3), (4, 4), (8, 5), (16, 6),
    (31.9, 6),
    (32, 7), (200, 7),
  ])
  func stepsOfDifferencesDouble(difference: Float, step: Int) {
    var spread = DifferenceSpread()
    spread.add(difference, count: 3)
    #expect(spread.counts[step] == 3 && (spread + spread).counts.reduce(0, +) == 6)
  }

  /// What `check` draws: as many pixels as are out of gamut, and those from ΔE 2 on are the noticed ones.
  @Test(arguments: ["photo-p3-16", "icon-p3-16", "patches-p3-16", "ramps-p3-16"])
  func theSpreadOfAClipHasAllPixelsOutOfGamut(name: String) async throws {
    let report = try await ImageCheck(CheckRequest()).check(.file(TestImages.path(name + ".png")))
    let gamut = try #require(report.gamut)
    let counts = try #require(gamut.spread).counts
    #expect(counts.reduce(0, +) == gamut.outOfGamut && gamut.outOfGamut > 0)
    #expect(counts[3...].reduce(0, +) == gamut.noticed)
    #expect((counts.lastIndex { $0 > 0 } ?? 0) <= 7)
  }

  /// What `diff` draws: every pixel that is not equal, whether counted one by one or in bulk.
  @Test(arguments: [16, 300]) func theSpreadOfADifferenceHasAllPixelsThatDiffer(width: Int) async throws {
    var random = SplitMix64(seed: 11)
    let before = (0..<width * width * 3).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    let after = before.enumerated().map { $0 / 3 % 4 == 0 ? $1 : $1 &+ UInt8(random.next() % 3) }
    let folder = try TemporaryFolder()
    let one = try folder.write(PNGFile.image8(width: width, colorType: 2, before).bytes, to: "a.png")
    let two = try folder.write(PNGFile.image8(width: width, colorType: 2, after).bytes, to: "b.png")
    let report = try await ImageDifference().compare(.file(one), .file(two))
    let differing = (0..<width * width).count { before[3 * $0..<3 * $0 + 3] != after[3 * $0..<3 * $0 + 3] }
    let spread = try #require(report.spread)
    #expect(spread.counts.reduce(0, +) == differing)
    let same = try await ImageDifference().compare(.file(one), .file(one))
    #expect(same.spread == nil)
  }
}

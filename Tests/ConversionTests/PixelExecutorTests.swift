import ColorManagement
import ImageFiles
import Oracles
import Pixels
import TestSupport
import Testing

@testable import Analysis
@testable import Conversion
@testable import PixelConversion

@Suite("PixelExecutor")
struct PixelExecutorTests {
  /// One conversion of each kind that counts: a kernel alone, with either mapping, none at all, LittleCMS.
  private static let kinds: [(intent: RenderingIntent, source: RGBColorSpace, mapping: GamutMapping)] = [
    (.relative, .displayP3, .clip), (.relative, .displayP3, .chroma), (.relative, .displayP3, .soft),
    (.relative, .sRGB, .clip), (.absolute, .displayP3, .clip),
  ]

  @Test(
    "converts and counts in one go as it does one after the other",
    arguments: kinds.indices, [PixelFormat.rgb16, .rgba16])
  func countsWhileConverting(kind: Int, format: PixelFormat) throws {
    let kind = Self.kinds[kind]
    let plan = try Self.plan(kind.source, .sRGB, kind.intent)
    let executor = try PixelExecutor(plan, mapping: kind.mapping, countsGamut: true)
    // Rows of more samples than are looked at together, and several rows that are.
    for (width, height) in [(11_003, 3), (37, 50)] {
      let strip = Self.noise(width, height, format)
      for top in [0, 1] {
        var counted = strip.clone()
        var plain = strip.clone()
        let tally = try #require(executor.convert(&counted, counting: top...))
        executor.convert(&plain)
        #expect(counted.samples == plain.samples)
        let alone = try TargetGamut(plan).sums(of: strip.rows(from: top))
        #expect(tally.counts == alone.counts && tally.clipped == alone.clipped)
        #expect(tally.counts.visiblePixels > 0 && (tally.counts.outOfGamut > 0) == (kind.source != .sRGB))
      }
    }
  }

  @Test(
    "what a mapping moves is what the formula in Double says", arguments: [GamutMapping.chroma, .soft],
    [PixelFormat.rgb16, .rgba16])
  func movedColors(mapping: GamutMapping, format: PixelFormat) throws {
    let plan = try Self.plan(.displayP3, .sRGB, .relative)
    let executor = try PixelExecutor(plan, mapping: mapping, countsGamut: true)
    #expect(executor.mapping == mapping)
    // Wider than what is compared at once, and with neighbours of one colour.
    let strip = Self.repeated(Self.noise(700, 3, format))
    var converted = strip.clone()
    let tally = try #require(executor.convert(&converted, counting: 1...))
    let expected = try Self.moved(strip.rows(from: 1), plan, mapping)
    #expect(tally.moved.inGamut == expected.inGamut && tally.moved.noticed == expected.noticed)
    #expect(abs(tally.moved.totalDifference / expected.total - 1) < 0.0005)
    #expect(abs(Double(tally.moved.maxDifference) - expected.most) < 0.01)
    #expect((expected.inGamut > 0) == (mapping == .soft))
    // Not what a clip does.
    #expect(abs(tally.clipped.totalDifference / expected.total - 1) > 0.01)
  }

  @Test("a clip has no sums of its own")
  func clipMovesNothingElse() throws {
    let plan = try Self.plan(.displayP3, .sRGB, .relative)
    let executor = try PixelExecutor(plan, mapping: .clip, countsGamut: true)
    var strip = Self.noise(50, 2, .rgb16)
    #expect(executor.mapping == .clip)
    #expect(try #require(executor.convert(&strip, counting: 0...)).moved == MappedColorSums())
  }

  @Test("counts grey, which never leaves a gamut")
  func gray() throws {
    let plan = try ConversionPlan(
      source: RGBColorSpace.displayP3.grayProfile, destination: RGBColorSpace.adobeRGB.grayProfile,
      sourceIsGrayImage: true)
    let executor = try PixelExecutor(plan, mapping: .soft, countsGamut: true)
    var strip = PixelBuffer(width: 3, height: 1, format: .grayAlpha16, samples: [5, 1, 5, 65535, 9, 0])
    let tally = try #require(executor.convert(&strip, counting: 0...))
    #expect(tally.counts.visiblePixels == 2 && tally.counts.outOfGamut == 0)
  }

  @Test("does not count where it is not asked to, nor against a profile of tables")
  func doesNotCount() throws {
    let plan = try Self.plan(.displayP3, .sRGB, .relative)
    var strip = Self.noise(5, 2, .rgb16)
    #expect(try PixelExecutor(plan, mapping: .clip).convert(&strip, counting: 0...) == nil)
    let tables = try ICCProfile(bytes: TableProfile.bytes)
    let toTables = try ConversionPlan(
      source: RGBColorSpace.sRGB.profile, destination: tables, sourceIsGrayImage: false)
    let executor = try PixelExecutor(toTables, mapping: .clip, countsGamut: true)
    #expect(executor.gamut == nil && executor.convert(&strip, counting: 0...) == nil)
    let obstacle = try #require(toTables.gamutObstacle)
    #expect(throws: obstacle) { try PixelExecutor(toTables, mapping: .soft) }
  }

  @Test("inspect counts nothing where the profile has tables or is for another kind of pixels")
  func colorUse() throws {
    let tables = try ICCProfile(bytes: TableProfile.bytes)
    for profile in [tables, RGBColorSpace.sRGB.grayProfile] {
      let use = try ColorUse(profile, isGray: false)
      for scan in use.scans { scan(Self.noise(5, 2, .rgb16)) }
      let figures = use.finish(sampleDepth: 16)
      #expect(figures == nil)
    }
    let use = try ColorUse(RGBColorSpace.displayP3.profile, isGray: false)
    for scan in use.scans { scan(Self.noise(5, 2, .rgb16)) }
    let figures = use.finish(sampleDepth: 16)
    #expect(figures?.report.uniqueColors == 10 && figures?.sRGB.visiblePixels == 10)
  }

  // MARK: Helpers

  private static func plan(
    _ source: RGBColorSpace, _ target: RGBColorSpace, _ intent: RenderingIntent
  ) throws -> ConversionPlan {
    try ConversionPlan(
      source: source.profile, destination: target.profile, intent: intent, sourceIsGrayImage: false)
  }

  /// What `mapping` does to the visible pixels of `strip`, one by one.
  private static func moved(
    _ strip: borrowing PixelBuffer, _ plan: ConversionPlan, _ mapping: GamutMapping
  ) throws -> (total: Double, most: Double, inGamut: Int, noticed: Int) {
    let gamut = try TargetGamut(plan)
    let mapper = try GamutMapper(mapping, source: plan.source, destination: plan.destination)
    var result = (total: 0.0, most: 0.0, inGamut: 0, noticed: 0)
    let channels = strip.format.channelCount
    for first in stride(from: 0, to: strip.samples.count, by: channels) {
      if channels == 4, strip.samples[first + 3] == 0 { continue }
      let linear = gamut.linear(
        SIMD3(strip.samples[first], strip.samples[first + 1], strip.samples[first + 2]))
      let mapped = mapper.mapped(linear)
      let step = (0..<3).map { abs(linear[$0] - mapped[$0]) }.max() ?? 0
      let isOut = linear.min() < -GamutReport.tolerance || linear.max() > 1 + GamutReport.tolerance
      guard isOut || step > GamutReport.tolerance else { continue }
      let difference = ReferenceTranslucency.difference(
        gamut.lab(linear).xyz(), gamut.lab(mapped).xyz(),
        alpha: channels == 4 ? strip.samples[first + 3] : .max)
      result.total += difference
      result.most = max(result.most, difference)
      if !isOut { result.inGamut += 1 }
      if difference >= 2 { result.noticed += 1 }
    }
    return result
  }

  /// The same with every third pixel equal to the one before it.
  private static func repeated(_ strip: consuming PixelBuffer) -> PixelBuffer {
    let channels = strip.format.channelCount
    for first in stride(from: channels, to: strip.samples.count, by: 3 * channels) {
      for channel in 0..<channels {
        strip.samples[first + channel] = strip.samples[first + channel - channels]
      }
    }
    return strip
  }

  private static func noise(_ width: Int, _ height: Int, _ format: PixelFormat) -> PixelBuffer {
    var random = SplitMix64(seed: 5)
    let samples = (0..<width * height * format.channelCount).map { index -> UInt16 in
      let isAlpha = format.hasAlpha && index % 4 == 3
      // A quarter of the pixels is transparent.
      return isAlpha && random.next() % 4 == 0 ? 0 : UInt16(truncatingIfNeeded: random.next())
    }
    return PixelBuffer(width: width, height: height, format: format, samples: samples)
  }
}

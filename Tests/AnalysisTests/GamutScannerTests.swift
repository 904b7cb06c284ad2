import ColorManagement
import Foundation
import ImageFiles
import Oracles
import PNGCodec
import Pixels
import TestSupport
import Testing

@testable import Analysis

@Suite("GamutScanner")
struct GamutScannerTests {
  // MARK: The labelled cases

  @Test(
    "gives every count of the labelled cases exactly",
    .enabled(if: SharedFolder.isAvailable, Comment(rawValue: SharedFolder.skipReason)),
    arguments: GamutCase.all)
  func labelledCases(gamutCase: GamutCase) throws {
    let report = try report(gamutCase, rowsPerStrip: 64)
    #expect(report.visiblePixels == gamutCase.pixels - gamutCase.alpha0)
    #expect(report.outOfGamut == gamutCase.oog)
    let channels = [report.channels.red, report.channels.green, report.channels.blue]
    #expect(channels.map(\.below) == gamutCase.low.values)
    #expect(channels.map(\.above) == gamutCase.high.values)
    // The manifest rounds to 7 places.
    for (excess, expected) in zip(channels.map(\.maxBelow), gamutCase.maxLow.values) {
      #expect(abs(excess - expected) <= 0.6e-7)
    }
    for (excess, expected) in zip(channels.map(\.maxAbove), gamutCase.maxHigh.values) {
      #expect(abs(excess - expected) <= 0.6e-7)
    }
    #expect(abs(report.deltaE.max - gamutCase.deltaE.max) < 0.001)
    // The manifest's mean counts pixels of alpha 1 like opaque ones.
    if gamutCase.alpha0 == 0 { #expect(abs(report.deltaE.mean - gamutCase.deltaE.mean) < 0.001) }
    #expect(
      report.distinctColors
        == GamutReport.DistinctColors(
          before: gamutCase.distinct.source, after16: gamutCase.distinct.srgb16,
          after8: gamutCase.distinct.srgb8, collapsed: gamutCase.distinct.collapsed, atLeast: nil))
    #expect(report.regions.count == gamutCase.regions)
    let boxes = report.regions.map { region in
      let box = region.box
      return [box.x, box.y, box.x + box.width, box.y + box.height, region.pixels]
    }
    #expect(Array(boxes.prefix(gamutCase.boxes.count)) == gamutCase.boxes)
    #expect(report.regions.map(\.maxDeltaE).max() ?? 0 == report.deltaE.max)
  }

  @Test(
    "there are labelled cases",
    .enabled(if: SharedFolder.isAvailable, Comment(rawValue: SharedFolder.skipReason)))
  func casesExist() { #expect(GamutCase.all.count == 10) }

  @Test(
    "gives the same report however the rows are cut into strips",
    .enabled(if: SharedFolder.isAvailable, Comment(rawValue: SharedFolder.skipReason)))
  func strips() throws {
    let photo = try #require(GamutCase.all.first { $0.file == "g_photo_vivid.png" })
    let whole = try report(photo, rowsPerStrip: 10_000)
    #expect(try report(photo, rowsPerStrip: 1) == whole)
    #expect(try report(photo, rowsPerStrip: 7) == whole)
  }

  // MARK: Rounding

  @Test("explains all of an sRGB surface that was stored in Display P3 at 8 bits by rounding")
  func withinRounding() throws {
    let toP3 = ReferenceConverter(try Self.plan(.sRGB, .displayP3).gamutConversion())
    var samples: [UInt16] = []
    for a in stride(from: 0, through: 65535, by: 4369) {
      for b in stride(from: 0, through: 65535, by: 4369) {
        for surface in [(0, a, b), (65535, a, b), (a, 0, b), (a, 65535, b), (a, b, 0), (a, b, 65535)] {
          let wide = toP3.convert(UInt16(surface.0), UInt16(surface.1), UInt16(surface.2))
          samples += [wide.x, wide.y, wide.z].map { (UInt16((UInt32($0) + 128) / 257)) * 257 }
        }
      }
    }
    let report = try report(samples, .rgb16, width: samples.count / 3, sampleDepth: 8)
    #expect(report.outOfGamut > report.visiblePixels / 4)
    #expect(report.withinRounding == report.outOfGamut)
    #expect(!report.needsWiderGamut)
    // Half of a 16-bit code does not explain them.
    let fine = try self.report(samples, .rgb16, width: samples.count / 3, sampleDepth: 16)
    #expect(fine.withinRounding < fine.outOfGamut / 10)
    #expect(fine.needsWiderGamut)
  }

  @Test("does not explain real P3 colours by rounding")
  func beyondRounding() throws {
    let report = try report([65535, 0, 0, 0, 65535, 0], .rgb16, width: 2, sampleDepth: 8)
    #expect(report.outOfGamut == 2 && report.withinRounding == 0 && report.needsWiderGamut)
    #expect(report.fraction == 1)
    #expect(abs(report.maxExcess - 0.2249) < 1e-4)
  }

  // MARK: Odd images

  @Test("makes a sensible report, without NaN, of odd images")
  func oddImages() throws {
    let transparent = try report([65535, 0, 0, 0, 0, 65535, 0, 0], .rgba16, width: 2)
    #expect(transparent.visiblePixels == 0 && transparent.outOfGamut == 0 && transparent.fraction == 0)
    #expect(transparent.distinctColors?.before == 0 && transparent.regions.isEmpty)
    let single = try report([0, 65535, 0], .rgb16, width: 1)
    #expect(single.outOfGamut == 1 && single.fraction == 1)
    #expect(single.regions.map(\.box) == [ImageRegion(x: 0, y: 0, width: 1, height: 1)])
    #expect(single.regions.map(\.pixels) == [1])
    let alphaOnly = try report([0, 0, 0, 65535, 0, 0, 0, 1], .rgba16, width: 2)
    #expect(alphaOnly.visiblePixels == 2 && alphaOnly.outOfGamut == 0)
    let empty = try report([], .rgb16, width: 0)
    #expect(empty.visiblePixels == 0)
    for report in [transparent, single, alphaOnly, empty] {
      let json = String(decoding: try JSONEncoder().encode(report), as: UTF8.self)
      #expect(!json.lowercased().contains("nan") && !json.contains("-0") && !json.contains("inf"))
    }
  }

  @Test("takes grey images: all inside, colours counted")
  func grey() throws {
    let plan = try ConversionPlan(
      source: RGBColorSpace.displayP3.grayProfile, destination: RGBColorSpace.sRGB.grayProfile,
      sourceIsGrayImage: true)
    var scanner = try GamutScanner(plan, target: "srgb")
    scanner.add(PixelBuffer(width: 3, height: 1, format: .grayAlpha16, samples: [5, 1, 5, 65535, 9, 0]))
    let report = scanner.finish(sampleDepth: 16)
    #expect(report.visiblePixels == 2 && report.outOfGamut == 0 && report.regions.isEmpty)
    #expect(
      report.distinctColors
        == GamutReport.DistinctColors(before: 1, after16: 1, after8: 1, collapsed: 0, atLeast: nil))
  }

  @Test("has the JSON keys that the command-line contract promises")
  func keys() throws {
    let report = try report([65535, 0, 0], .rgb16, width: 1)
    let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(report)) as? [String: Any]
    #expect(
      Set(try #require(object).keys) == [
        "target", "visiblePixels", "outOfGamut", "withinRounding", "fraction", "channels", "maxExcess",
        "deltaE",
        "regions", "distinctColors",
      ])
    let channels = try #require(object?["channels"] as? [String: [String: Any]])
    #expect(Set(channels.keys) == ["red", "green", "blue"])
    #expect(Set(try #require(channels["red"]).keys) == ["below", "above", "maxBelow", "maxAbove"])
    #expect(Set(try #require(object?["deltaE"] as? [String: Any]).keys) == ["mean", "max"])
    #expect(
      Set(try #require(object?["distinctColors"] as? [String: Any]).keys) == [
        "before", "after16", "after8", "collapsed",
      ])
    let region = try #require((object?["regions"] as? [[String: Any]])?.first)
    #expect(Set(region.keys) == ["x", "y", "width", "height", "pixels", "maxDeltaE"])
  }

  // MARK: Other targets

  @Test("counts against any matrix target, with the profile's own numbers")
  func otherTargets() throws {
    let plan = try Self.plan(.proPhoto, .displayP3)
    let reference = ReferenceConverter(try plan.gamutConversion())
    var generator = SplitMix64(seed: 7)
    let samples = (0..<3000).map { _ in UInt16.random(in: 0...65535, using: &generator) }
    var scanner = try GamutScanner(plan, target: "display-p3", countsColors: false)
    scanner.add(PixelBuffer(width: 100, height: 10, format: .rgb16, samples: samples))
    let report = scanner.finish(sampleDepth: 16)
    let expected = stride(from: 0, to: 3000, by: 3).count { first in
      let linear = reference.linear(samples[first], samples[first + 1], samples[first + 2])
      return linear.min() < -5e-5 || linear.max() > 1 + 5e-5
    }
    #expect(report.outOfGamut == expected && expected > 100)
    #expect(report.distinctColors == nil)
  }

  // MARK: Helpers

  private static func plan(_ source: RGBColorSpace, _ target: RGBColorSpace) throws -> ConversionPlan {
    try ConversionPlan(source: source.profile, destination: target.profile, sourceIsGrayImage: false)
  }

  private func report(
    _ samples: [UInt16], _ format: PixelFormat, width: Int, sampleDepth: Int = 16
  ) throws -> GamutReport {
    var scanner = try GamutScanner(Self.plan(.displayP3, .sRGB), target: "srgb")
    scanner.add(PixelBuffer(width: width, height: 1, format: format, samples: samples))
    return scanner.finish(sampleDepth: sampleDepth)
  }

  private func report(_ gamutCase: GamutCase, rowsPerStrip: Int) throws -> GamutReport {
    var reader = try gamutCase.reader()
    // The labels were computed with the numbers of this profile, which the manifest names.
    let target = try ICCProfile(
      bytes: try WholeFile.read(SharedFolder.file("corpus/icc/sRGB-v4.icc"), limit: 1 << 20))
    let plan = try ConversionPlan(
      source: RGBColorSpace.displayP3.profile, destination: target, sourceIsGrayImage: false)
    var scanner = try GamutScanner(plan, target: "srgb")
    while true {
      let strip = try reader.readRows(rowsPerStrip)
      if strip.height == 0 { break }
      scanner.add(strip)
    }
    return scanner.finish(sampleDepth: gamutCase.bits)
  }
}

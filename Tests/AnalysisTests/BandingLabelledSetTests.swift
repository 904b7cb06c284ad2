import ImageCases
import Analysis
import TestSupport
import Testing

/// The labelled images of ../shared/cases/banding: what the rule promises at its default threshold.
@Suite(
  "Banding on the labelled set", .enabled(if: SharedFolder.isAvailable, "\(SharedFolder.skipReason)"),
  .enabled(if: LongTests.areEnabled, "\(LongTests.skipReason)"))
struct BandingLabelledSetTests {
  @Test("no miss, no false alarm, and boxes where the bands are")
  func labels() throws {
    var overlaps: [Double] = []
    for image in try BandingLabelledSet.cases() where image.label != .borderline {
      let report = try image.report()
      #expect(report.verdict.rawValue == image.label.rawValue, "\(image.name): \(report)")
      if image.label == .banded { overlaps.append(try image.overlap(report)) }
    }
    #expect(overlaps.count == 30)
    #expect(overlaps.reduce(0, +) / Double(overlaps.count) >= 0.85)
  }

  @Test("what rounding to 8 bits will do is foreseen, and blue noise prevents it")
  func afterRounding() throws {
    var scored = 0
    for image in try BandingLabelledSet.cases() {
      for (space, label) in image.afterRounding {
        let (predicted, dithered) = try image.rounded(to: space)
        #expect(dithered.regions.allSatisfy { $0.cause == .clipping }, "\(image.name) \(space): \(dithered)")
        if label == .borderline { continue }
        #expect(predicted.verdict.rawValue == label.rawValue, "\(image.name) \(space): \(predicted)")
        scored += 1
      }
    }
    #expect(scored >= 17)
  }
}

import ImageCases
import DarkMode
import Pixels
import TestSupport
import Testing

/// Bounds that every generated case with a white background keeps.
struct SofteningQualityTests {
  /// Every case softened once, for all tests here.
  static let outcomes = Dictionary(
    uniqueKeysWithValues: DarkModeCases.all.map { ($0.name, SofteningTrial.run($0.pixels)) })

  static let white = DarkModeCases.all.filter { $0.expected == .white }

  @Test(
    "A softened background has luminance 0.72, artwork stays, and edges keep within their sides",
    arguments: white)
  func whiteCase(_ item: DarkModeCase) throws {
    let outcome = try #require(Self.outcomes[item.name])
    #expect(outcome.softening.mode == .white, "\(outcome.softening.note)")
    let measures = SofteningMeasures(item, result: outcome.samples)
    #expect(abs(measures.whiteLuminance - 0.72) <= 0.01)
    #expect(measures.isAlphaIdentical)
    #expect(measures.overshoot <= 2)
    #expect(measures.haloShare <= 0.001)
    #expect(measures.contrastKept >= 0.729)
    #expect(measures.darkTextContrast >= 7)
    #expect(measures.disorder <= 0.01)
    #expect(measures.artworkMedian <= 1)
    #expect(measures.artwork99 <= 3)
  }

  @Test(
    "Lowered highlights keep within the sides of their edges",
    arguments: DarkModeCases.all.filter { $0.expected == .highlights })
  func highlights(_ item: DarkModeCase) throws {
    let outcome = try #require(Self.outcomes[item.name])
    #expect(SofteningMeasures(item, result: outcome.samples).overshoot <= 2)
  }

  @Test("Softening twice changes nothing the second time", arguments: DarkModeCases.all)
  func twice(_ item: DarkModeCase) throws {
    let once = try #require(Self.outcomes[item.name])
    let twice = SofteningTrial.run(
      PixelBuffer(width: item.width, height: item.height, format: item.format, samples: once.samples))
    let isSame = twice.samples == once.samples
    #expect(isSame, "\(twice.softening.note)")
  }

  @Test("The mode that is chosen is the one a person would choose, on the cases that fixed the thresholds")
  func tuningScore() { #expect(score(DarkModeCases.tuning(DarkModeCases.all)) == 1) }

  @Test("The mode that is chosen is the one a person would choose, on the cases that did not")
  func scoringScore() { #expect(score(DarkModeCases.scoring(DarkModeCases.all)) >= 0.95) }

  private func score(_ cases: [DarkModeCase]) -> Double {
    let right = cases.filter { Self.outcomes[$0.name]?.softening.mode == $0.expected }
    return Double(right.count) / Double(cases.count)
  }
}

import ImageCases
import DarkMode
import Pixels
import TestSupport
import Testing

/// "Never makes new bands", as the rule `banding` of `check` sees them.
struct SofteningBandingTests {
  @Test(
    "No softened case has bands that its source did not have",
    .enabled(if: LongTests.areEnabled, "\(LongTests.skipReason)"), arguments: DarkModeCases.all)
  func cases(_ item: DarkModeCase) throws {
    let outcome = try #require(SofteningQualityTests.outcomes[item.name])
    let bands = SofteningBanding.added(from: item.pixels, to: outcome.samples)
    #expect(bands.isEmpty, "\(bands)")
  }

  @Test(
    "Smooth gradients stay smooth in every mode", arguments: [SofteningMode.white, .highlights, .dim],
    DarkModeGradients.all.indices)
  func gradients(_ mode: SofteningMode, _ index: Int) {
    let pixels = DarkModeGradients.all[index].pixels()
    let outcome = SofteningTrial.run(pixels, options: SofteningOptions(mode: mode))
    #expect(outcome.softening.mode == mode, "\(outcome.softening.note)")
    let bands = SofteningBanding.added(from: pixels, to: outcome.samples)
    #expect(bands.isEmpty, "\(DarkModeGradients.all[index].name): \(bands)")
  }

  @Test("The measure does find bands: a gradient cut to 5 bits has them")
  func finds() {
    let pixels = DarkModeGradients.all[2].pixels()
    let cut = pixels.samples.map { $0 & 0xF800 }
    #expect(!SofteningBanding.added(from: pixels, to: cut).isEmpty)
  }
}

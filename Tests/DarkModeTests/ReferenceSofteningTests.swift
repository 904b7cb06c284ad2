import ImageCases
import Analysis
@testable import DarkMode
import Oracles
import Pixels
import TestSupport
import Testing

/// The kernels against the reference, which looks at whole images.
struct ReferenceSofteningTests {
  static let cases = [
    DarkModeCases.make(.document, variant: 5), DarkModeCases.make(.document, variant: 6),
    DarkModeCases.make(.scan, variant: 2), DarkModeCases.make(.chart, variant: 3),
    DarkModeCases.make(.screenshot, variant: 1), DarkModeCases.make(.icon, variant: 6),
    DarkModeCases.make(.product, variant: 1),
  ]

  @Test("Both passes give the reference's samples", arguments: cases)
  func samples(_ item: DarkModeCase) throws {
    let space: SofteningColorSpace = item.format.isGray ? .sRGBGray : .sRGB
    let outcome = SofteningTrial.run(item.pixels, options: SofteningOptions(mode: .white))
    #expect(outcome.softening.mode == .white)
    #expect(SofteningOptions().whiteLuminance == 0.72)
    let reference = ReferenceSoftening.softened(item.pixels, colorSpace: space)
    let expected = try #require(reference)
    let different = zip(expected, outcome.samples).filter { $0 != $1 }.count
    #expect(different == 0)
  }

  @Test("So do they where paper becomes transparent, before colours are un-mixed", arguments: cases[1...4])
  func knockedOut(_ item: DarkModeCase) throws {
    let space: SofteningColorSpace = item.format.isGray ? .sRGBGray : .sRGB
    // The reference has no search for coloured fringes, which that of `SofteningTrial` finds gone.
    var pixels = item.pixels.copy()
    SofteningFringes.remove(from: &pixels)
    // Mode `knockout` leaves the screenshot alone.
    var softening = SofteningTrial.run(pixels, options: SofteningOptions(mode: .knockoutInk)).softening
    try #require(softening.knockout != nil, "\(softening.note)")
    softening.knockout = nil
    softening.ink = nil
    let reference = ReferenceSoftening.softened(pixels, colorSpace: space, knocksOut: true)
    let expected = try #require(reference)
    softening.apply(to: &pixels, firstRow: 0)
    #expect(zip(expected, pixels.samples).count { $0 != $1 } == 0)
  }

  @Test("The cut into strips does not show", arguments: [1, 7, 64, 1000])
  func stripHeight(_ height: Int) {
    for item in [Self.cases[0], Self.cases[5]] {
      let whole = SofteningTrial.run(item.pixels, stripHeight: item.height)
      let isSame = SofteningTrial.run(item.pixels, stripHeight: height).samples == whole.samples
      #expect(isSame)
    }
  }
}

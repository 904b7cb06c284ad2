import Pixels
import TestSupport
import Testing

@testable import P3Kit

/// The kernels against the oracle that looks at whole images.
struct SofteningReferenceTests {
  static let cases = [
    DarkModeCases.make(.document, variant: 5), DarkModeCases.make(.document, variant: 6),
    DarkModeCases.make(.scan, variant: 2), DarkModeCases.make(.chart, variant: 3),
    DarkModeCases.make(.screenshot, variant: 1), DarkModeCases.make(.icon, variant: 6),
    DarkModeCases.make(.product, variant: 1),
  ]

  @Test("Both passes give the oracle's samples", arguments: cases)
  func samples(_ item: DarkModeCase) throws {
    let space: SofteningColorSpace = item.format.isGray ? .sRGBGray : .sRGB
    let tables = SofteningTables(curves: space.curves, luminance: space.luminance, format: item.format)
    let outcome = SofteningTrial.run(item.pixels, options: SofteningOptions(mode: .white))
    #expect(outcome.softening.mode == .white)
    let survey = try #require(Self.survey(item, tables))
    let paper = try #require(SofteningPaper(survey: survey, tables: tables))
    let expected = SofteningReference(item.pixels, tables: tables).softened(paper: paper, target: 0.72)
    let different = zip(expected, outcome.samples).filter { $0 != $1 }.count
    #expect(different == 0)
  }

  /// What the paper is estimated from.
  private static func survey(_ item: DarkModeCase, _ tables: SofteningTables) -> SofteningSurvey? {
    var scanner = SofteningRowScanner(tables: tables, width: item.width, height: item.height)
    let pixels = item.pixels
    for y in 0..<item.height {
      scanner.append(pixels.samples.span.extracting(pixels.rowRange(y)), at: y)
      if y > 0 { _ = scanner.findRuns(at: y - 1) }
    }
    _ = scanner.findRuns(at: item.height - 1)
    var survey = SofteningSurvey()
    survey.histogram = scanner.histogram
    for bin in 0..<SofteningSurvey.binCount {
      let (count, sum) = scanner.colorBin(bin)
      survey.smooth[bin] = count
      survey.colorSums[bin] = sum
    }
    return survey
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

public import Pixels

/// `SofteningReference` from decoded pixels to softened samples, for tests and benchmarks to compare the kernels
/// with.
@_spi(Benchmarks)
public enum PlainSoftening {
  /// The samples of `pixels` after softening to the default luminance in mode `white`; nil without a paper.
  public static func softened(
    _ pixels: borrowing PixelBuffer, colorSpace: SofteningColorSpace
  ) -> [UInt16]? {
    let tables = SofteningTables(
      curves: colorSpace.curves, luminance: colorSpace.luminance, format: pixels.format)
    guard let paper = SofteningPaper(survey: survey(pixels, tables), tables: tables) else { return nil }
    return SofteningReference(pixels, tables: tables).softened(
      paper: paper, target: SofteningOptions().whiteLuminance)
  }

  /// What the paper is estimated from, by the kernels: it takes a small part of the time.
  private static func survey(_ pixels: borrowing PixelBuffer, _ tables: SofteningTables) -> SofteningSurvey {
    var scanner = SofteningRowScanner(tables: tables, width: pixels.width, height: pixels.height)
    for y in 0..<pixels.height {
      scanner.append(pixels.samples.span.extracting(pixels.rowRange(y)), at: y)
      if y > 0 { _ = scanner.findRuns(at: y - 1) }
    }
    _ = scanner.findRuns(at: pixels.height - 1)
    var survey = SofteningSurvey()
    survey.histogram = scanner.histogram
    for bin in 0..<SofteningSurvey.binCount {
      (survey.smooth[bin], survey.colorSums[bin]) = scanner.colorBin(bin)
    }
    return survey
  }
}

import ColorManagement
import Pixels

/// Finds, strip by strip, what leaves a target gamut: exact, in Double, with the file's own profile.
///
/// A scan has no state, so strips may be scanned on any thread; `GamutScanner` joins the tallies.
struct GamutScan: Sendable {
  /// Source codes to unclamped linear target colours.
  let conversion: MatrixConversion
  /// Whether distinct colours are counted, too.
  let countsColors: Bool

  private let tables: [[Double]]
  private let matrix: ColumnMatrix3x3
  let difference: GamutClipDifference

  /// A scan of pixels tagged with the plan's source for its destination.
  ///
  /// Throws `ColorError.gamutNeedsMatrixProfile` where a profile has tables: only matrix/TRC profiles have a gamut
  /// that can be counted exactly.
  init(_ plan: ConversionPlan, countsColors: Bool) throws(ColorError) {
    conversion = try plan.gamutConversion()
    self.countsColors = countsColors
    matrix = ColumnMatrix3x3(conversion.matrix)
    let isGray = conversion.isGray
    tables = isGray ? [] : Self.tables(conversion.source)
    guard !isGray, case .matrix(let model) = plan.destination.model(for: plan.intent, as: .destination) else {
      difference = GamutClipDifference(colorants: .identity)
      return
    }
    difference = GamutClipDifference(colorants: model.colorants)
  }

  /// One table per channel; equal curves share theirs.
  private static func tables(_ curves: [ToneCurve]) -> [[Double]] {
    let first = curves[0].linearValuesOfCodes()
    return curves.map { $0 == curves[0] ? first : $0.linearValuesOfCodes() }
  }

  /// Unclamped linear target values of a source colour.
  func linear(_ color: SIMD3<UInt16>) -> SIMD3<Double> {
    matrix.multiplied(
      by: SIMD3(tables[0][Int(color.x)], tables[1][Int(color.y)], tables[2][Int(color.z)]))
  }

  /// Whether a linear target colour counts as out of gamut.
  static func isOut(_ linear: SIMD3<Double>) -> Bool {
    linear.min() < -GamutReport.tolerance || linear.max() > 1 + GamutReport.tolerance
  }

  /// The tally of `strip`, whose format is grey exactly when the conversion is.
  func scan(_ strip: borrowing PixelBuffer) -> GamutStripTally {
    precondition(strip.format.isGray == conversion.isGray, "the scan was made for other pixels")
    var tally = GamutStripTally()
    if countsColors { tally.colors = GamutColorSet() }
    tally.runs.reserveCapacity(strip.height)
    var memory = Memory()
    for y in 0..<strip.height { tally.runs.append(scanRow(strip, y, &tally, &memory)) }
    return tally
  }

  /// Adds row `y` to `tally` and returns its runs. This is the loop that a counting kernel may replace.
  private func scanRow(
    _ strip: borrowing PixelBuffer, _ y: Int, _ tally: inout GamutStripTally, _ memory: inout Memory
  ) -> [GamutRun] {
    let samples = strip.samples.span
    let channels = strip.format.channelCount
    let isGray = strip.format.isGray
    var runs: [GamutRun] = []
    var first = strip.rowRange(y).lowerBound
    for x in 0..<strip.width {
      defer { first += channels }
      if strip.format.hasAlpha, samples[first + channels - 1] == 0 { continue }
      tally.counts.visible += 1
      let color =
        isGray
        ? SIMD3(repeating: samples[first])
        : SIMD3(samples[first], samples[first + 1], samples[first + 2])
      if memory.color != color {
        memory.color = color
        tally.colors?.insert(GamutColorSet.key(color.x, color.y, color.z))
        memory.excursion = isGray ? nil : excursion(color, &tally.counts)
      }
      guard let excursion = memory.excursion else { continue }
      tally.add(excursion)
      if let last = runs.indices.last, runs[last].columns.upperBound == x - 1 {
        runs[last].columns = runs[last].columns.lowerBound...x
        runs[last].maxDeltaE = max(runs[last].maxDeltaE, excursion.deltaE)
      } else {
        runs.append(GamutRun(columns: x...x, maxDeltaE: excursion.deltaE))
      }
    }
    return runs
  }

  /// Neighbouring pixels are often equal: what the last colour was.
  private struct Memory {
    var color: SIMD3<UInt16>?
    var excursion: GamutExcursion?
  }

  /// What there is to say of a colour out of gamut, nil for one inside. Extremes count either way.
  private func excursion(_ color: SIMD3<UInt16>, _ counts: inout GamutCounts) -> GamutExcursion? {
    let linear = linear(color)
    counts.least = pointwiseMin(counts.least, linear)
    counts.largest = pointwiseMax(counts.largest, linear)
    guard Self.isOut(linear) else { return nil }
    return GamutExcursion(
      linear: linear, deltaE: difference.value(linear),
      isWithinRounding16: isExplained(linear, color, halfCode: 0.5),
      isWithinRounding8: isExplained(linear, color, halfCode: 128.5))
  }

  /// Whether moving each sample by up to `halfCode` 16-bit codes can bring each channel back into 0…1.
  ///
  /// Channel by channel, so necessary rather than sufficient: colours that rounding pushed out are all found.
  private func isExplained(_ linear: SIMD3<Double>, _ color: SIMD3<UInt16>, halfCode: Double) -> Bool {
    var reach = SIMD3<Double>()
    for channel in 0..<3 {
      let table = tables[channel]
      let code = Double(color[channel])
      let value = table[Int(color[channel])]
      let step = max(
        Self.value(table, at: code + halfCode) - value, value - Self.value(table, at: code - halfCode))
      let column = [matrix.x, matrix.y, matrix.z][channel]
      reach += SIMD3(abs(column.x), abs(column.y), abs(column.z)) * abs(step)
    }
    return (linear + reach).min() >= 0 && (linear - reach).max() <= 1
  }

  /// The decoding table at a position between codes, held at its ends.
  private static func value(_ table: [Double], at code: Double) -> Double {
    let position = min(max(code, 0), 65535)
    let low = Int(position)
    return (table[low] + table[min(Int((position).rounded(.up)), 65535)]) / 2
  }
}

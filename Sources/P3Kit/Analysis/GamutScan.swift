import ColorManagement
import Pixels

/// Finds, strip by strip, what leaves a target gamut: exact, in Double, with the file's own profile.
///
/// A scan has no state, so strips may be scanned on any thread; `GamutScanner` joins the tallies.
struct GamutScan: Sendable {
  /// Source codes to unclamped linear target colours.
  let conversion: MatrixConversion
  /// Whether distinct colours are counted, too.
  var countsColors: Bool

  private let tables: [[Double]]
  /// Colours that need no second look; nil for grey, which has no gamut.
  private let inside: GamutCells?
  private let matrix: ColumnMatrix3x3
  /// One colour difference at a time, in Double.
  let difference: GamutClipDifference
  /// Many at once, in float.
  private let differences: ClipDifferences
  /// At least as far as half an 8-bit code per sample moves any colour, per channel of the target.
  private let farthestReach: SIMD3<Double>

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
    inside = isGray ? nil : GamutCells(inside: conversion)
    guard !isGray, case .matrix(let model) = plan.destination.model(for: plan.intent, as: .destination) else {
      difference = GamutClipDifference(colorants: .identity)
      differences = ClipDifferences(colorants: .identity, white: CIELAB.d50)
      farthestReach = SIMD3()
      return
    }
    difference = GamutClipDifference(colorants: model.colorants)
    differences = ClipDifferences(colorants: model.colorants, white: CIELAB.d50)
    farthestReach = Self.farthestReach(tables, matrix)
  }

  /// One table per channel; equal curves share theirs.
  private static func tables(_ curves: [ToneCurve]) -> [[Double]] {
    let first = curves[0].linearValuesOfCodes()
    return curves.map { $0 == curves[0] ? first : $0.linearValuesOfCodes() }
  }

  /// What half an 8-bit code reaches at most: two codes 257 apart share a window of 512 that starts at a multiple of
  /// 256, so the widest range of values in a window bounds every step.
  private static func farthestReach(_ tables: [[Double]], _ matrix: ColumnMatrix3x3) -> SIMD3<Double> {
    func widest(_ table: [Double]) -> Double {
      let blocks = stride(from: 0, to: 65536, by: 256).map { start in
        table[start..<start + 256].reduce((low: Double.infinity, high: -Double.infinity)) {
          (min($0.low, $1), max($0.high, $1))
        }
      }
      return zip(blocks, blocks.dropFirst()).map { max($0.high, $1.high) - min($0.low, $1.low) }.max() ?? 0
    }
    let red = widest(tables[0])
    let green = tables[1] == tables[0] ? red : widest(tables[1])
    let blue = tables[2] == tables[0] ? red : widest(tables[2])
    return matrix.x.magnitudes * red + matrix.y.magnitudes * green + matrix.z.magnitudes * blue
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

  /// The tally of the rows of `strip` from `top` on, whose format is grey exactly when the conversion is.
  func scan(_ strip: borrowing PixelBuffer, from top: Int = 0) -> GamutStripTally {
    var colors = countsColors ? GamutColorSet() : nil
    var tally = scan(strip, from: top, into: &colors)
    tally.colors = colors
    return tally
  }

  /// The tally of the rows of `strip` from `top` on, but their colours, which go straight into `colors`.
  func scan(
    _ strip: borrowing PixelBuffer, from top: Int = 0, into colors: inout GamutColorSet?
  ) -> GamutStripTally {
    precondition(strip.format.isGray == conversion.isGray, "the scan was made for other pixels")
    var tally = GamutStripTally()
    tally.runs.reserveCapacity(strip.height)
    var batch = GamutExcursionBatch()
    for y in top..<strip.height {
      scanRow(strip, y, &tally, &colors, &batch)
      tally.runs.append(batch.finishRow(&tally, differences))
    }
    return tally
  }

  /// Adds row `y` to `tally`, and its colours out of gamut to `batch`. This is the loop that a counting kernel may
  /// replace.
  private func scanRow(
    _ strip: borrowing PixelBuffer, _ y: Int, _ tally: inout GamutStripTally, _ colors: inout GamutColorSet?,
    _ batch: inout GamutExcursionBatch
  ) {
    let samples = strip.samples.span
    let channels = strip.format.channelCount
    let (hasAlpha, isGray) = (strip.format.hasAlpha, strip.format.isGray)
    var lastKey = UInt64.max
    var isOut = false
    var invisible = 0
    var next = strip.rowRange(y).lowerBound
    for x in 0..<strip.width {
      let first = next
      next += channels
      if hasAlpha, samples[next - 1] == 0 {
        invisible += 1
        batch.closeRun(before: x)
        continue
      }
      let key =
        isGray
        ? GamutColorSet.key(samples[first], samples[first], samples[first])
        : GamutColorSet.key(samples[first], samples[first + 1], samples[first + 2])
      if key != lastKey {
        lastKey = key
        colors?.insert(key)
        let excursion =
          isGray ? nil : excursion(samples[first], samples[first + 1], samples[first + 2], &tally.counts)
        isOut = excursion != nil
        if let excursion { batch.append(excursion) } else { batch.closeRun(before: x) }
      }
      if isOut { batch.extendRun(x) }
    }
    batch.closeRun(before: strip.width)
    tally.counts.visible += strip.width - invisible
  }

  /// What there is to say of a colour out of gamut, nil for one inside. Its extremes count either way.
  @inline(__always)
  private func excursion(
    _ red: UInt16, _ green: UInt16, _ blue: UInt16, _ counts: inout GamutCounts
  ) -> GamutExcursion? {
    if inside?.surelyContain(red, green, blue) == true { return nil }
    return unsureExcursion(SIMD3(red, green, blue), &counts)
  }

  private func unsureExcursion(_ color: SIMD3<UInt16>, _ counts: inout GamutCounts) -> GamutExcursion? {
    let linear = linear(color)
    counts.least = pointwiseMin(counts.least, linear)
    counts.largest = pointwiseMax(counts.largest, linear)
    guard Self.isOut(linear) else { return nil }
    let isWithin8 = isExplained(linear, color, halfCode: 128.5)
    return GamutExcursion(
      linear: linear, isWithinRounding16: isWithin8 && isExplained(linear, color, halfCode: 0.5),
      isWithinRounding8: isWithin8)
  }

  /// Whether moving each sample by up to `halfCode` 16-bit codes can bring each channel back into 0…1.
  ///
  /// Channel by channel, so necessary rather than sufficient: colours that rounding pushed out are all found.
  private func isExplained(_ linear: SIMD3<Double>, _ color: SIMD3<UInt16>, halfCode: Double) -> Bool {
    // Nearly all excursions are beyond what any code's rounding reaches.
    guard (linear + farthestReach).min() >= 0, (linear - farthestReach).max() <= 1 else { return false }
    let reach =
      step(0, color.x, halfCode) * matrix.x.magnitudes + step(1, color.y, halfCode) * matrix.y.magnitudes
      + step(2, color.z, halfCode) * matrix.z.magnitudes
    return (linear + reach).min() >= 0 && (linear - reach).max() <= 1
  }

  /// How far the linear value of a channel moves when its code moves by `halfCode`.
  private func step(_ channel: Int, _ code: UInt16, _ halfCode: Double) -> Double {
    let table = tables[channel]
    let value = table[Int(code)]
    return max(
      abs(Self.value(table, at: Double(code) + halfCode) - value),
      abs(value - Self.value(table, at: Double(code) - halfCode)))
  }

  /// The decoding table at a position between codes, held at its ends.
  private static func value(_ table: [Double], at code: Double) -> Double {
    let position = min(max(code, 0), 65535)
    let low = Int(position)
    return (table[low] + table[min(Int((position).rounded(.up)), 65535)]) / 2
  }
}

extension SIMD3<Double> {
  /// The absolute values.
  fileprivate var magnitudes: SIMD3<Double> { replacing(with: -self, where: self .< 0) }
}

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
  /// Colours that need no second look; nil for grey, which has no gamut.
  private let inside: GamutCells?
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
    inside = isGray ? nil : GamutCells(inside: conversion)
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
    var colors = countsColors ? GamutColorSet() : nil
    var tally = scan(strip, into: &colors)
    tally.colors = colors
    return tally
  }

  /// The tally of `strip`, but its colours, which go straight into `colors`.
  func scan(_ strip: borrowing PixelBuffer, into colors: inout GamutColorSet?) -> GamutStripTally {
    precondition(strip.format.isGray == conversion.isGray, "the scan was made for other pixels")
    var tally = GamutStripTally()
    tally.runs.reserveCapacity(strip.height)
    var memory = Memory()
    var cache = [Memory](repeating: Memory(), count: 1 << Self.cacheBits)
    for y in 0..<strip.height { tally.runs.append(scanRow(strip, y, &tally, &colors, &memory, &cache)) }
    tally.add(memory.excursion, times: memory.isOut ? memory.count : 0)
    return tally
  }

  /// Adds row `y` to `tally` and returns its runs. This is the loop that a counting kernel may replace.
  private func scanRow(
    _ strip: borrowing PixelBuffer, _ y: Int, _ tally: inout GamutStripTally, _ colors: inout GamutColorSet?,
    _ memory: inout Memory, _ cache: inout [Memory]
  ) -> [GamutRun] {
    let samples = strip.samples.span
    let channels = strip.format.channelCount
    let (hasAlpha, isGray) = (strip.format.hasAlpha, strip.format.isGray)
    var runs: [GamutRun] = []
    var run = OpenRun()
    var invisible = 0
    var next = strip.rowRange(y).lowerBound
    for x in 0..<strip.width {
      let first = next
      next += channels
      if hasAlpha, samples[next - 1] == 0 {
        invisible += 1
        run.close(before: x, into: &runs)
        continue
      }
      let key =
        isGray
        ? GamutColorSet.key(samples[first], samples[first], samples[first])
        : GamutColorSet.key(samples[first], samples[first + 1], samples[first + 2])
      if key != memory.key {
        if memory.isOut { tally.add(memory.excursion, times: memory.count) }
        colors?.insert(key)
        if isGray || inside?.surelyContain(samples[first], samples[first + 1], samples[first + 2]) == true {
          memory.key = key
          memory.isOut = false
        } else {
          memory = recall(key, &tally.counts, &cache)
        }
        if memory.isOut {
          run.extend(x, memory.excursion.deltaE)
        } else {
          run.close(before: x, into: &runs)
        }
      } else if memory.isOut {
        run.extend(x, memory.excursion.deltaE)
      }
      memory.count &+= 1
    }
    run.close(before: strip.width, into: &runs)
    tally.counts.visible += strip.width - invisible
    return runs
  }

  /// A run of pixels out of gamut that may go on.
  private struct OpenRun {
    private var start = -1
    private var maxDeltaE = 0.0

    mutating func extend(_ x: Int, _ deltaE: Double) {
      if start < 0 { start = x }
      maxDeltaE = max(maxDeltaE, deltaE)
    }

    mutating func close(before x: Int, into runs: inout [GamutRun]) {
      guard start >= 0 else { return }
      runs.append(GamutRun(columns: start...x - 1, maxDeltaE: maxDeltaE))
      self = OpenRun()
    }
  }

  /// Neighbouring pixels are often equal: what the last colour was.
  private struct Memory {
    var key = UInt64.max
    var isOut = false
    /// Pixels of this colour that the tally does not have yet.
    var count = 0
    /// Holds where `isOut`.
    var excursion = GamutExcursion(
      linear: SIMD3(), deltaE: 0, isWithinRounding16: false, isWithinRounding8: false)
  }

  /// Colours out of gamut that a strip remembers: gradients and artwork repeat theirs row by row.
  private static let cacheBits = 10

  /// What there is to say of the RGB colour `key`. Its extremes count whether it is out of gamut or not.
  private func recall(_ key: UInt64, _ counts: inout GamutCounts, _ cache: inout [Memory]) -> Memory {
    let place = Int((key &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - Self.cacheBits))
    if cache[place].key == key { return cache[place] }
    let color = Self.color(key)
    let linear = linear(color)
    counts.least = pointwiseMin(counts.least, linear)
    counts.largest = pointwiseMax(counts.largest, linear)
    guard Self.isOut(linear) else { return Memory(key: key) }
    let memory = Memory(
      key: key, isOut: true,
      excursion: GamutExcursion(
        linear: linear, deltaE: difference.value(linear),
        isWithinRounding16: isExplained(linear, color, halfCode: 0.5),
        isWithinRounding8: isExplained(linear, color, halfCode: 128.5)))
    cache[place] = memory
    return memory
  }

  /// Whether moving each sample by up to `halfCode` 16-bit codes can bring each channel back into 0…1.
  ///
  /// Channel by channel, so necessary rather than sufficient: colours that rounding pushed out are all found.
  private func isExplained(_ linear: SIMD3<Double>, _ color: SIMD3<UInt16>, halfCode: Double) -> Bool {
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

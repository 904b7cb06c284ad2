package import ColorManagement
package import Pixels

/// Finds, strip by strip, what leaves a target gamut: exact, with the file's own profile.
///
/// A kernel counts and marks; only what it marks is looked at again. A scan has no state, so strips may be scanned on
/// any thread; `GamutScanner` joins the tallies.
package struct GamutScan: Sendable {
  /// Source codes to target codes, by way of unclamped linear target colours. Shared with whatever converts the pixels.
  package let converter: PixelConverter

  /// What the clip does to one colour, in Double.
  package let difference: GamutClipDifference

  /// What the clip does to many colours at once, in float.
  package let differences: ClipDifferences

  /// A scan of pixels tagged with the plan's source for its destination.
  ///
  /// Throws `ColorError.gamutNeedsMatrixProfile` where a profile has tables: only matrix/TRC profiles have a gamut
  /// that can be counted exactly. `ConversionPlan.gamutObstacle` tells beforehand.
  package init(_ plan: ConversionPlan, target: KernelTarget = .current) throws(ColorError) {
    self.init(plan, converter: PixelConverter(try plan.gamutConversion(), target: target), target: target)
  }

  /// The same with a converter of the plan's own.
  package init(_ plan: ConversionPlan, converter: PixelConverter, target: KernelTarget = .current) {
    self.converter = converter
    var colorants = Matrix3x3.identity
    if case .matrix(let model) = plan.destination.model(for: plan.intent, as: .destination) {
      colorants = model.colorants
    }
    difference = GamutClipDifference(colorants: colorants)
    differences = ClipDifferences(colorants: colorants, white: CIELAB.d50, target: target)
  }

  /// Whether the pixels are grey, which has no gamut to leave.
  package var isGray: Bool { converter.conversion.isGray }

  /// Unclamped linear target values of a source colour; not for grey.
  package func linear(_ color: SIMD3<UInt16>) -> SIMD3<Double> { converter.linear(color) }

  /// The tally of `strip`, whose format is grey exactly when the conversion is; with the runs of pixels out of gamut
  /// where `findsRegions`.
  package func tally(_ strip: borrowing PixelBuffer, findsRegions: Bool) -> GamutStripTally {
    tally(strip, findsRegions: findsRegions, onRows: { _, _, _ in }, onColors: { _, _, _ in })
  }

  /// The same, for others that want to see what is found.
  ///
  /// - Parameters:
  ///   - onRows: sees some rows of samples at a time, how many they are, and a bit for each of their pixels that is out of
  ///     gamut.
  ///   - onColors: sees each row of the strip with pixels out of gamut: its number, its samples, and those colours. Not
  ///     called without `findsRegions`.
  func tally(
    _ strip: borrowing PixelBuffer, findsRegions: Bool, onRows: (Span<UInt16>, Int, [UInt8]) -> Void,
    onColors: (Int, Span<UInt16>, OutOfGamutColors) -> Void
  ) -> GamutStripTally {
    let samples = strip.samples.span
    var work = GamutScanWork(self, findsRegions: findsRegions)
    for rows in Self.parts(of: strip) {
      let part = samples.extracting(strip.sampleRange(rows))
      let counts = converter.tally(part, format: strip.format, outside: &work.outside)
      work.add(counts, of: part, rows: rows.count, format: strip.format) { row, samples, colors in
        onColors(rows.lowerBound + row, samples, colors)
      }
      onRows(part, rows.count, work.outside)
    }
    return work.tally
  }

  /// The rows of `strip` from `top` on in parts of about 32,768 samples, which stay in the processor's cache from the
  /// kernel's look at them to the second one.
  package static func parts(of strip: borrowing PixelBuffer, from top: Int = 0) -> [Range<Int>] {
    let rowsAtOnce = max(1, (1 << 15) / max(strip.rowStride, 1))
    return stride(from: top, to: strip.height, by: rowsAtOnce).map { first in
      first..<min(first + rowsAtOnce, strip.height)
    }
  }
}

/// The colour difference that clipping to the target makes, as CIEDE2000 in D50 CIELAB of the profile connection
/// space.
package struct GamutClipDifference: Sendable {
  private let colorants: ColumnMatrix3x3

  /// `colorants` take the target's linear RGB to D50 XYZ.
  init(colorants: Matrix3x3) { self.colorants = ColumnMatrix3x3(colorants) }

  /// Between `linear`, unclamped target RGB, and its clip.
  package func value(_ linear: SIMD3<Double>) -> Double {
    CIEDE2000.difference(lab(linear), clippedLab(linear))
  }

  /// The colour itself.
  func lab(_ linear: SIMD3<Double>) -> CIELAB { CIELAB(xyz: colorants.multiplied(by: linear)) }

  /// The colour after the clip.
  func clippedLab(_ linear: SIMD3<Double>) -> CIELAB {
    lab(linear.clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 1)))
  }
}

extension PixelBuffer {
  /// The samples of these rows.
  package func sampleRange(_ rows: Range<Int>) -> Range<Int> {
    rows.lowerBound * rowStride..<rows.upperBound * rowStride
  }
}

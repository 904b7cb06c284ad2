package import ColorManagement
package import Pixels

/// The gamut of a target for pixels of a source: finds exactly which pixels leave it, and how far a clip moves them.
///
/// A kernel counts and marks pixels; only marked pixels are examined again. A value without state, so strips can be
/// processed on any thread.
package struct TargetGamut: Sendable {
  /// From source codes to target codes, through unclamped linear target colours. Shared with the conversion of the
  /// pixels.
  package let converter: PixelConverter

  /// CIEDE2000 of the clip, for many colours at once, in float.
  package let differences: ClipDifferences

  /// The target's linear RGB to D50 XYZ.
  private let colorants: ColumnMatrix3x3

  /// The target's linear RGB to OKLab, and back.
  let perception: OKLabTransform

  /// The gamut of the plan's destination, for pixels tagged with its source.
  ///
  /// Throws `ColorError.gamutNeedsMatrixProfile` if a profile has tables: only matrix/TRC profiles have a gamut that
  /// can be counted exactly. `ConversionPlan.gamutObstacle` gives the reason beforehand.
  package init(_ plan: ConversionPlan, target: KernelTarget = .current) throws(ColorError) {
    self.init(plan, converter: PixelConverter(try plan.gamutConversion(), target: target), target: target)
  }

  /// The gamut, with an existing converter of the plan.
  package init(_ plan: ConversionPlan, converter: PixelConverter, target: KernelTarget = .current) {
    self.converter = converter
    var colorants = Matrix3x3.identity
    if case .matrix(let model) = plan.destination.model(for: plan.intent, as: .destination) {
      colorants = model.colorants
    }
    self.colorants = ColumnMatrix3x3(colorants)
    perception = (try? OKLabTransform(plan.destination)) ?? OKLabTransform(.sRGB)
    differences = ClipDifferences(
      colorants: colorants, white: CIELAB.d50, toSRGB: RGBColorSpace.linearSRGBFromRatio, target: target)
  }

  /// Whether the pixels are grey, which cannot leave a gamut.
  package var isGray: Bool { converter.conversion.isGray }

  /// Whether a colour of the source can leave the gamut, from the extremes of each row of the matrix.
  package var canBeLeft: Bool {
    !isGray
      && converter.conversion.matrix.rows.contains { row in
        let least = row.replacing(with: 0, where: row .> 0).sum()
        let most = row.replacing(with: 0, where: row .< 0).sum()
        return least < -GamutReport.tolerance || most > 1 + GamutReport.tolerance
      }
  }

  // MARK: One colour, in Double

  /// Unclamped linear target values of a source colour; not for grey.
  package func linear(_ color: SIMD3<UInt16>) -> SIMD3<Double> { converter.linear(color) }

  /// `linear`, unclamped target RGB, as D50 CIELAB of the profile connection space.
  func lab(_ linear: SIMD3<Double>) -> CIELAB { CIELAB(xyz: colorants.multiplied(by: linear)) }

  /// D50 CIELAB of the clipped colour.
  func clippedLab(_ linear: SIMD3<Double>) -> CIELAB {
    lab(linear.clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 1)))
  }

  /// An OKLab colour with `ClipCells.scale` as D50 CIELAB.
  func lab(okLab color: SIMD3<Float>) -> CIELAB {
    let color = SIMD3<Double>(color) / ClipCells.scale
    return lab(perception.linear(OKLab(lightness: color.x, a: color.y, b: color.z)))
  }

  /// The CIEDE2000 between `linear` and its clip.
  package func clipDifference(_ linear: SIMD3<Double>) -> Double {
    CIEDE2000.difference(lab(linear), clippedLab(linear))
  }

  // MARK: Strips

  /// The sums over `strip`; its format must be grey exactly if the conversion is.
  package func sums(of strip: borrowing PixelBuffer) -> GamutSums {
    var sums = GamutSums()
    var outside: [UInt8] = []
    var colors = OutOfGamutColors()
    for part in Self.parts(of: strip) {
      let rows = strip.samples.span.extracting(strip.sampleRange(part.rows))
      let counts = converter.tally(rows, format: strip.format, outside: &outside)
      sums.add(counts, of: rows, times: part.times, format: strip.format, outside: outside, self, &colors)
    }
    return sums
  }

  /// The rows of `strip` from `top` on in parts of about 32,768 samples, which stay in the cache between the kernel's
  /// pass and the second one.
  package static func parts(of strip: borrowing PixelBuffer, from top: Int = 0) -> [RowPart] {
    strip.parts(of: top..<strip.height, samples: 1 << 15)
  }
}

package import ColorManagement
package import Pixels

/// The gamut of a target, seen from a source: finds what leaves it, exactly and with the file's own profile, and what a clip
/// to it does.
///
/// A kernel counts and marks; only what it marks is looked at again. A value without state, so that strips may be looked at
/// on any thread.
package struct TargetGamut: Sendable {
  /// Source codes to target codes, by way of unclamped linear target colours. Shared with whatever converts the pixels.
  package let converter: PixelConverter

  /// What the clip does to many colours at once, in float.
  package let differences: ClipDifferences

  /// Takes the target's linear RGB to D50 XYZ.
  private let colorants: ColumnMatrix3x3

  /// The target's linear RGB and OKLab.
  let perception: OKLabTransform

  /// The gamut of the plan's destination for pixels tagged with its source.
  ///
  /// Throws `ColorError.gamutNeedsMatrixProfile` where a profile has tables: only matrix/TRC profiles have a gamut
  /// that can be counted exactly. `ConversionPlan.gamutObstacle` gives the reason beforehand.
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
    self.colorants = ColumnMatrix3x3(colorants)
    perception = (try? OKLabTransform(plan.destination)) ?? OKLabTransform(.sRGB)
    differences = ClipDifferences(
      colorants: colorants, white: CIELAB.d50, toSRGB: RGBColorSpace.linearSRGBFromRatio, target: target)
  }

  /// Whether the pixels are grey, which has no gamut to leave.
  package var isGray: Bool { converter.conversion.isGray }

  /// Whether a colour of the source can leave the gamut, as the least and the most of each row of the matrix show.
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

  /// The same after the clip.
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

  /// The sums over `strip`, whose format is grey exactly when the conversion is.
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

  /// The rows of `strip` from `top` on in parts of about 32,768 samples, which stay in the processor's cache from the
  /// kernel's look at them to the second one.
  package static func parts(of strip: borrowing PixelBuffer, from top: Int = 0) -> [RowPart] {
    strip.parts(of: top..<strip.height, samples: 1 << 15)
  }
}

package import Pixels

/// Predicts the bands that a target's depth and gamut will add to an image, without writing it: converts and rounds a
/// copy of each strip, scans both versions, and reports the bands that the original lacks.
package struct BandingPredictor: ~Copyable, Sendable {
  private var original: BandingScanner
  /// Scans the converted samples. Nil if the conversion changes no sample, as the forecast would equal the report on
  /// the file.
  private var simulated: BandingScanner?
  private let targetDepth: Int
  private let convert: (@Sendable (inout PixelBuffer) -> Void)?
  /// Memory for the converted strip, reused for the next one.
  private var converted: [UInt16] = []

  /// The result of `finish`.
  package struct Result: Sendable, Hashable {
    /// The bands of the image itself.
    package var found: BandingReport
    /// The bands that the target adds, with causes `depth` and `clipping`.
    package var predicted: BandingReport
  }

  /// A predictor for one image.
  ///
  /// - Parameters:
  ///   - width: pixels per row, at least 1.
  ///   - height: rows, at least 1.
  ///   - format: layout of the strips.
  ///   - effectiveDepth: bits that the samples use, 8 or 16.
  ///   - source: the colours of the codes before `convert`.
  ///   - target: the colours of the codes after `convert`.
  ///   - targetDepth: 8 rounds the converted samples to 8 bits, without dither; 16 leaves them.
  ///   - options: viewing conditions.
  ///   - convert: source codes to target codes, clipped, in place; nil if they are equal.
  package init(
    width: Int, height: Int, format: PixelFormat, effectiveDepth: Int = 16, source: BandingColor,
    target: BandingColor, targetDepth: Int = 8, options: BandingOptions = BandingOptions(),
    convert: (@Sendable (inout PixelBuffer) -> Void)?
  ) {
    original = BandingScanner(
      width: width, height: height, format: format, effectiveDepth: effectiveDepth, color: source,
      options: options)
    if convert != nil || effectiveDepth > targetDepth {
      simulated = BandingScanner(
        width: width, height: height, format: format, effectiveDepth: targetDepth, color: target,
        options: options)
    }
    self.targetDepth = targetDepth
    self.convert = convert
  }

  /// Adds the next rows.
  package mutating func scan(_ strip: borrowing PixelBuffer) {
    original.scan(strip)
    if simulated == nil { return }
    var copy = copy(of: strip)
    convert?(&copy)
    if targetDepth <= 8 { Dither.none.reduceTo8Bits(&copy, firstRow: 0) }
    simulated?.scan(copy)
    converted = copy.samples
  }

  private mutating func copy(of strip: borrowing PixelBuffer) -> PixelBuffer {
    var samples = converted
    converted = []
    if samples.count == strip.samples.count {
      unsafe samples.withUnsafeMutableBufferPointer { target in
        unsafe strip.samples.withUnsafeBufferPointer { source in
          _ = unsafe target.update(fromContentsOf: source)
        }
      }
    } else {
      samples = strip.samples
    }
    return PixelBuffer(width: strip.width, height: strip.height, format: strip.format, samples: samples)
  }

  /// Both reports, after the last row.
  package consuming func finish() -> Result {
    var before = original.findings()
    let added = simulated.take()?.findings().regions(addedTo: before, cause: .depth) ?? []
    // Nothing has been clipped yet: a plateau in the file may be intended.
    before.plateaus = []
    return Result(
      found: BandingReport(regions: before.regions(cause: .source)), predicted: BandingReport(regions: added))
  }
}

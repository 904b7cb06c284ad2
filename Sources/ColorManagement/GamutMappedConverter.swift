public import Pixels

/// Converts pixels between RGB matrix/TRC profiles with a gamut mapping other than clipping: decode, matrix, map,
/// encode, all in Double.
///
/// `remap` rewrites just the pixels that the mapping changes, in a strip that a kernel has converted with clipping.
public struct GamutMappedConverter: Sendable {
  /// Computes the linear colours and the codes.
  public let reference: ReferenceConverter
  /// Maps the linear colours.
  public let mapper: GamutMapper
  private let matrix: ColumnMatrix3x3
  private let untouched: GamutCells

  /// A converter for `conversion`, which is a colour conversion, mapping with `mapper`.
  public init(_ conversion: MatrixConversion, mapper: GamutMapper) {
    precondition(!conversion.isGray, "grey has no gamut")
    reference = ReferenceConverter(conversion)
    self.mapper = mapper
    matrix = ColumnMatrix3x3(conversion.matrix)
    untouched = mapper.untouchedCells(conversion)
  }

  /// The destination codes of one source colour.
  public func convert(_ red: UInt16, _ green: UInt16, _ blue: UInt16) -> SIMD3<UInt16> {
    codes(mapper.mapped(linear(red, green, blue)))
  }

  /// Rewrites the pixels of `converted` that mapping touches.
  ///
  /// - Parameters:
  ///   - source: the pixels before conversion, of the same size and format.
  ///   - converted: the same pixels converted with clipping. Fully transparent ones stay as they are.
  ///   - observe: is told of each pixel that mapping touches: its index, and its linear colour before and after.
  public func remap(
    _ source: borrowing PixelBuffer, in converted: inout PixelBuffer,
    observe: (_ pixel: Int, _ before: SIMD3<Double>, _ after: SIMD3<Double>) -> Void = { _, _, _ in }
  ) {
    precondition(
      source.format == converted.format && !source.format.isGray && source.width == converted.width
        && source.height == converted.height, "source and converted strip belong together")
    let channels = source.format.channelCount
    let samples = source.samples.span
    // Neighbouring pixels are often equal.
    var last: (source: SIMD3<UInt16>, touched: Touched?)?
    for first in stride(from: 0, to: samples.count, by: channels) {
      if channels == 4, samples[first + 3] == 0 { continue }
      let color = SIMD3(samples[first], samples[first + 1], samples[first + 2])
      if untouched.surelyContain(color.x, color.y, color.z) { continue }
      if last?.source != color { last = (color, touched(color)) }
      guard let touched = last?.touched else { continue }
      for channel in 0..<3 { converted.samples[first + channel] = touched.codes[channel] }
      observe(first / channels, touched.before, touched.after)
    }
  }

  /// A colour that mapping touches: linear before and after, and its codes.
  private struct Touched {
    let before: SIMD3<Double>
    let after: SIMD3<Double>
    let codes: SIMD3<UInt16>
  }

  /// Nil for a colour that mapping leaves alone.
  private func touched(_ color: SIMD3<UInt16>) -> Touched? {
    let linear = linear(color.x, color.y, color.z)
    let mapped = mapper.mapped(linear)
    return mapped == linear ? nil : Touched(before: linear, after: mapped, codes: codes(mapped))
  }

  private func linear(_ red: UInt16, _ green: UInt16, _ blue: UInt16) -> SIMD3<Double> {
    matrix.multiplied(
      by: SIMD3(
        reference.decodingTables[0][Int(red)], reference.decodingTables[1][Int(green)],
        reference.decodingTables[2][Int(blue)]))
  }

  private func codes(_ linear: SIMD3<Double>) -> SIMD3<UInt16> {
    SIMD3(
      reference.decisionLevels[0].code(linear.x), reference.decisionLevels[1].code(linear.y),
      reference.decisionLevels[2].code(linear.z))
  }
}

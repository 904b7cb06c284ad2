import CPixelKernels

/// Converts straight colours of pixels in memory in single precision with vectors: curves, a matrix, curves.
///
/// `ValueConverter` of Conversion is the definition, in Double. Curves err by less than 1e-6 of their value,
/// matrices by less than 1e-6 of the largest of three colours. The same bits on every machine.
package struct FloatConverter: Sendable {
  private let conversion: p3_float_conversion

  /// - Parameters:
  ///   - decoders: curves to linear light, one per colour; empty if colours are linear.
  ///   - matrix: applied to linear light; nil if colours stay, or there is one colour.
  ///   - encoders: curves from linear light; empty if results are linear.
  /// - Returns: nil if a curve consists of entries, or black is not 0.
  package init?(
    colorCount: Int, decoders: [ExtendedCurve], _ matrix: ColumnMatrix3x3?, encoders: [ExtendedCurve]
  ) {
    guard let decode = Self.three(decoders.map(\.decoder)), let encode = Self.three(encoders.map(\.encoder))
    else { return nil }
    let columns = matrix.map { [$0.x, $0.y, $0.z] } ?? Array(repeating: SIMD3(), count: 3)
    let m = columns.map { SIMD3<Float>($0) }
    conversion = p3_float_conversion(
      colors: UInt32(colorCount), decodes: decoders.isEmpty ? 0 : 1, has_matrix: matrix == nil ? 0 : 1,
      encodes: encoders.isEmpty ? 0 : 1, decode: decode, encode: encode,
      matrix: (m[0].x, m[1].x, m[2].x, m[0].y, m[1].y, m[2].y, m[0].z, m[1].z, m[2].z))
  }

  /// Nil if a curve is missing.
  private static func three(
    _ curves: [p3_float_curve?]
  ) -> (p3_float_curve, p3_float_curve, p3_float_curve)? {
    let found = curves.compactMap(\.self)
    guard found.count == curves.count else { return nil }
    let first = found.first ?? p3_float_curve()
    return found.count == 3 ? (found[0], found[1], found[2]) : (first, first, first)
  }

  /// Converts `rows` of pixels to the same rows of `destination`, whose components are floats or bytes.
  package func convert(_ rows: Range<Int>, of source: PixelRows, into destination: PixelRows) {
    source.convert(rows, into: destination, by: conversion)
  }
}

extension ExtendedCurve {
  /// The curve from encoded to linear.
  fileprivate var decoder: p3_float_curve? {
    oddFunction.flatMap { f in
      Self.curve(
        end: f.d, slope: f.c, scale: f.a, offset: f.b, exponent: f.g, gain: 1, shift: f.e)
    }
  }

  /// The curve from linear to encoded.
  fileprivate var encoder: p3_float_curve? {
    oddFunction.flatMap { f in
      Self.curve(
        end: f.d > 0 ? f.linear(f.d) : 0, slope: f.d > 0 ? 1 / f.c : 0, scale: 1, offset: -f.e,
        exponent: 1 / f.g, gain: 1 / f.a, shift: -f.b / f.a)
    }
  }

  private static func curve(
    end: Double, slope: Double, scale: Double, offset: Double, exponent: Double, gain: Double, shift: Double
  ) -> p3_float_curve? {
    // Exponents of at most 16 have an exact product with a float's exponent.
    let high = (exponent * 4096).rounded() / 4096
    guard (1.0 / 16...16).contains(exponent),
      [slope, scale, gain, 1].allSatisfy({ (1e-3...1e3).contains($0) || $0 == 0 })
    else { return nil }
    return p3_float_curve(
      end: Float(end), slope: Float(slope), scale: Float(scale), offset: Float(offset), gain: Float(gain),
      shift: Float(shift), exponent: Float(exponent), exponent_high: Float(high),
      exponent_low: Float(exponent - high))
  }
}

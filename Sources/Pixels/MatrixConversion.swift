/// The definition of a matrix/TRC conversion: decode each channel with the source's curves, multiply by a 3×3
/// matrix, encode with the destination's curves. Grey conversions have one curve per side and no matrix.
/// Alpha is copied.
package struct MatrixConversion: Sendable, Hashable {
  /// One curve (grey) or three (red, green, blue).
  package let source: [ToneCurve]

  /// Linear source RGB to linear destination RGB: inverse(destination colorants) · source colorants.
  /// The identity for grey.
  package let matrix: Matrix3x3

  /// As many curves as `source` has.
  package let destination: [ToneCurve]

  /// A colour conversion; `source` and `destination` hold three curves each.
  package init(source: [ToneCurve], matrix: Matrix3x3, destination: [ToneCurve]) {
    precondition(source.count == 3 && destination.count == 3, "a colour conversion has three curves a side")
    self.source = source
    self.matrix = matrix
    self.destination = destination
  }

  /// A grey conversion.
  package init(graySource: ToneCurve, grayDestination: ToneCurve) {
    source = [graySource]
    matrix = .identity
    destination = [grayDestination]
  }

  /// Whether this converts one grey channel instead of three.
  package var isGray: Bool { source.count == 1 }
}

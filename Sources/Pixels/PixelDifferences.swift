import CPixelKernels

/// CIEDE2000 between the pixels of two images, in float, row by row, with the fastest kernel of the machine.
///
/// The same bits on every kernel target.
package struct PixelDifferences: Sendable {
  private let first: ConversionTables
  private let second: ConversionTables
  /// Row-major: XYZ over the white to linear sRGB, and back.
  private let toSRGB: [Double]
  private let fromSRGB: [Double]
  private let target: KernelTarget

  /// Differences between pixels that `first` decodes and pixels that `second` decodes. The destination of
  /// both has straight curves, and is XYZ over CIELAB's white.
  ///
  /// - Parameters:
  ///   - first: decodes the pixels of one image.
  ///   - second: decodes the pixels of the other image.
  ///   - toSRGB: matrix from XYZ over the white to linear sRGB, in whose encoded values translucent pixels are
  ///     composited; must have an inverse.
  package init(_ first: PixelConverter, _ second: PixelConverter, toSRGB: Matrix3x3) {
    precondition(
      !first.conversion.isGray && !second.conversion.isGray, "grey is decoded as three equal channels")
    guard let fromSRGB = toSRGB.inverse else { preconditionFailure("a matrix without an inverse") }
    self.toSRGB = (0..<9).map { toSRGB[$0 / 3, $0 % 3] }
    self.fromSRGB = (0..<9).map { fromSRGB[$0 / 3, $0 % 3] }
    self.first = first.tables
    // With one plan for both images, the kernel takes equal codes for equal colours.
    self.second = first.conversion == second.conversion ? first.tables : second.tables
    target = first.target
  }

  /// The largest error of a float difference of about `difference` against the formula in Double.
  package static func margin(at difference: Float) -> Float {
    P3_ROW_DIFFERENCE_MARGIN + P3_ROW_DIFFERENCE_SHARE * difference
  }

  /// Whether all samples are equal.
  package static func areEqual(_ first: Span<UInt16>, _ second: Span<UInt16>) -> Bool {
    guard first.count == second.count else { return false }
    return unsafe first.withUnsafeBytes { first in
      unsafe second.withUnsafeBytes { second in
        guard let a = first.baseAddress, let b = second.baseAddress else { return true }
        return unsafe p3_same_bytes(a, b, first.count) != 0
      }
    }
  }

  /// Whether equal pixels of both images have equal colours.
  package var isOneModel: Bool { first === second }

  /// Computes the differences of as many pixels as `differences` has room for.
  ///
  /// - Parameters:
  ///   - first: the pixels of one image.
  ///   - format: their layout.
  ///   - second: the pixels of the other image.
  ///   - secondFormat: their layout.
  ///   - differences: receives CIEDE2000 of each pair. If one pixel is translucent, the larger of the differences
  ///     over black and over white; 0 if both are fully transparent.
  package func compute(
    _ first: Span<UInt16>, format: PixelFormat, _ second: Span<UInt16>, format secondFormat: PixelFormat,
    into differences: inout MutableSpan<Float>
  ) {
    let count = differences.count
    precondition(
      first.count == count * format.channelCount && second.count == count * secondFormat.channelCount,
      "rows of different lengths")
    guard count > 0 else { return }
    unsafe first.withUnsafeBytes { one in
      unsafe second.withUnsafeBytes { two in
        unsafe differences.withUnsafeMutableBufferPointer { differences in
          var a = unsafe p3_pixel_row(
            plan: self.first.plan, pixels: one.baseAddress, channels: UInt32(format.channelCount))
          var b = unsafe p3_pixel_row(
            plan: self.second.plan, pixels: two.baseAddress, channels: UInt32(secondFormat.channelCount))
          unsafe p3_row_difference(
            target.cTarget, &a, &b, toSRGB, fromSRGB, count, differences.baseAddress)
        }
      }
    }
  }
}

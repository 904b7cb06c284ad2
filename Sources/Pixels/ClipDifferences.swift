import CPixelKernels

/// How far clipping to 0…1 moves colours of one RGB space: CIEDE2000 in D50 CIELAB, in float, for many
/// colours at once.
///
/// Within `margin` of the formula in Double, and the same bits on every kernel target.
package struct ClipDifferences: Sendable {
  /// The largest error against the formula in Double.
  package static let margin: Float = 0.001

  /// Row-major, linear RGB to XYZ over the white.
  let matrix: [Float]
  package let target: KernelTarget
  /// How translucent colours are composited; nil if they count as opaque.
  let compositing: p3_compositing?

  /// For the space whose `colorants` take linear RGB to XYZ relative to `white`.
  ///
  /// - Parameter toSRGB: takes XYZ over the white to linear sRGB and must have an inverse. Translucent pixels
  ///   are composited over black and white in encoded sRGB, as `PixelDifferences` does. Nil: all count as
  ///   opaque.
  package init(
    colorants: Matrix3x3, white: SIMD3<Double>, toSRGB: Matrix3x3? = nil, target: KernelTarget = .current
  ) {
    precondition(KernelTarget.available.contains(target), "this machine cannot run \(target.rawValue)")
    let ratios = Matrix3x3(
      colorants.rows[0] / white.x, colorants.rows[1] / white.y, colorants.rows[2] / white.z)
    matrix = (0..<9).map { Float(ratios[$0 / 3, $0 % 3]) }
    compositing = toSRGB.map { toSRGB in
      guard let fromSRGB = toSRGB.inverse else { preconditionFailure("a matrix without an inverse") }
      return p3_compositing(
        to_srgb: toSRGB.multiplied(by: ratios).singles, from_srgb: fromSRGB.singles)
    }
    self.target = target
  }

  /// The differences of the first `count` colours (red[i], green[i], blue[i]) from their clips, into `differences`.
  func compute(
    red: [Float], green: [Float], blue: [Float], count: Int, into differences: inout [Float]
  ) {
    precondition(min(red.count, green.count, blue.count, differences.count) >= count, "arrays are too short")
    unsafe differences.withUnsafeMutableBufferPointer {
      unsafe p3_clip_difference(target.cTarget, matrix, red, green, blue, $0.baseAddress, count)
    }
  }

  /// The differences of the colours (red[i], green[i], blue[i]), linear and unclamped, from their clips.
  package func values(red: [Float], green: [Float], blue: [Float]) -> [Float] {
    precondition(red.count == green.count && green.count == blue.count, "three channels of equal length")
    var differences = [Float](repeating: 0, count: red.count)
    compute(red: red, green: green, blue: blue, count: red.count, into: &differences)
    return differences
  }

  /// The differences between two lists of linear colours; of translucent colours the larger of the
  /// differences over black and over white.
  ///
  /// - Parameter alphas: alphas of both lists, 65535 for opaque colours.
  package func values(
    from before: [SIMD3<Double>], to after: [SIMD3<Double>], alphas: [UInt16]
  ) -> [Float] {
    let count = before.count
    precondition(after.count == count && alphas.count == count, "three lists of equal length")
    let (first, second) = (Self.planes(before), Self.planes(after))
    var differences = [Float](repeating: 0, count: count)
    unsafe p3_color_difference(target.cTarget, matrix, first, second, count, count, &differences)
    if var compositing {
      unsafe p3_weigh_differences(
        target.cTarget, &compositing, first, second, alphas, count, count, &differences)
    }
    return differences
  }

  private static func planes(_ colors: [SIMD3<Double>]) -> [Float] {
    (0..<3).flatMap { channel in colors.map { Float($0[channel]) } }
  }
}

extension Matrix3x3 {
  /// Row-major.
  fileprivate var singles: (Float, Float, Float, Float, Float, Float, Float, Float, Float) {
    let (x, y, z) = (SIMD3<Float>(rows[0]), SIMD3<Float>(rows[1]), SIMD3<Float>(rows[2]))
    return (x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z)
  }
}

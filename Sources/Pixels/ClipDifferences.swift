import CPixelKernels

/// How far clipping to 0…1 moves colours of one RGB space, as CIEDE2000 in D50 CIELAB: many at once, in float.
///
/// Within `margin` of the formula in Double, and the same bits on every kernel target.
public struct ClipDifferences: Sendable {
  /// The most that a difference may be away from the formula in Double.
  public static let margin: Float = 0.001

  /// Row-major, linear RGB to XYZ over the white.
  let matrix: [Float]
  package let target: KernelTarget

  /// For the space whose `colorants` take linear RGB to XYZ relative to `white`.
  public init(colorants: Matrix3x3, white: SIMD3<Double>, target: KernelTarget = .current) {
    precondition(KernelTarget.available.contains(target), "this machine cannot run \(target.rawValue)")
    matrix = (0..<9).map { Float(colorants[$0 / 3, $0 % 3] / white[$0 / 3]) }
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
  public func values(red: [Float], green: [Float], blue: [Float]) -> [Float] {
    precondition(red.count == green.count && green.count == blue.count, "three channels of equal length")
    var differences = [Float](repeating: 0, count: red.count)
    compute(red: red, green: green, blue: blue, count: red.count, into: &differences)
    return differences
  }
}

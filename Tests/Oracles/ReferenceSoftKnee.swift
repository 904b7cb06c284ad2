public import ColorManagement
import Foundation
import Pixels

/// The soft knee of gamut mapping, one colour at a time and the plain way: where a channel becomes 0 is found by walking along
/// the ray, the matrices come from the standards' chromaticities.
public struct ReferenceSoftKnee: Sendable {
  private let conesFromRGB, rgbFromCones, sourceFromCones: Matrix3x3
  private let knee: Double
  private let reach: Double

  /// From `source` to `destination`, with the share of the boundary from which on colours move, and how far they come.
  public init(
    from source: RGBColorSpace, to destination: RGBColorSpace, knee: Double = 0.8, reach: Double = 1
  ) {
    (conesFromRGB, rgbFromCones) = Self.cones(destination)
    sourceFromCones = Self.cones(source).back
    self.knee = knee
    self.reach = reach
  }

  /// `rgb`, linear and unclamped, brought into 0…1.
  public func mapped(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    let cones = conesFromRGB.multiplied(by: rgb)
    let roots = SIMD3(root(cones.x), root(cones.y), root(cones.z))
    var color = rgb
    if roots.y > 0 {
      let ratios = roots / roots.y - 1
      let share = share(ratios, rgbFromCones)
      if share > knee {
        let near = compressed(share, source: self.share(ratios, sourceFromCones), room: 1 - knee)
        let moved = roots.y * (1 + ratios * (near / share))
        color = rgbFromCones.multiplied(by: moved * moved)
      }
    }
    let (top, room) = (color.max(), max((1 - knee) * (1 - cones.y), 1e-9))
    if top > 1 - room {
      color *= compressed(top, source: sourceFromCones.multiplied(by: cones).max(), room: room) / top
    }
    return SIMD3(clipped(color.x), clipped(color.y), clipped(color.z))
  }

  /// Values from 1 - room on, so that the value at the source's boundary, or as near to it as colours come, becomes 1.
  private func compressed(_ value: Double, source: Double, room: Double) -> Double {
    let (x, end) = ((value - 1) / room + 1, 1 + reach * (max(value / source, 1) - 1) / room)
    return 1 - room + room * x / pow(1 + (1 - pow(end, -4)) * pow(x, 4), 0.25)
  }

  /// 1 over the distance at which a channel becomes 0; 0 where that is far away.
  private func share(_ ratios: SIMD3<Double>, _ rgbFromCones: Matrix3x3) -> Double {
    func isInside(_ t: Double) -> Bool {
      let roots = 1 + ratios * t
      return rgbFromCones.multiplied(by: roots * roots).min() > 0
    }
    var end = 0.0
    while isInside(end) {
      end += 0.01
      if end > 4 { return 0 }
    }
    var start = end - 0.01
    for _ in 0..<60 {
      let middle = (start + end) / 2
      if isInside(middle) { start = middle } else { end = middle }
    }
    return 1 / end
  }

  /// Linear RGB to the cones whose long one has a tenth of the short one's response, for white 1 each; and back.
  private static func cones(_ space: RGBColorSpace) -> (Matrix3x3, back: Matrix3x3) {
    // XYZ (D65) to OKLab's cones, as CSS Color 4 has them.
    let fromXYZ = Matrix3x3(
      [0.8190224379967030, 0.3619062600528904, -0.1288737815209879],
      [0.0329836539323885, 0.9292868615863434, 0.0361446663506424],
      [0.0481771893596242, 0.2642395317527308, 0.6335478284694309])
    let fromRGB = fromXYZ.multiplied(by: space.linearToXYZD65)
    let rows = fromRGB.rows.map { $0 / $0.sum() }
    let mixed = Matrix3x3(rows[0] * 0.9 + rows[2] * 0.1, rows[1], rows[2])
    guard let back = mixed.inverse else { preconditionFailure("cones of an RGB space are independent") }
    return (mixed, back)
  }

  private func root(_ x: Double) -> Double { max(x, 0).squareRoot() }

  private func clipped(_ x: Double) -> Double { min(max(x, 0), 1) }
}

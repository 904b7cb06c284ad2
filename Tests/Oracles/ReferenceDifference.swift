package import ColorManagement
import Pixels

/// The comparison of two pictures in the plainest way: whole pictures, pixel by pixel, in Double, from the formulas of the
/// standards; no kernel, no cache, no strip.
package struct ReferenceDifference: Sendable {
  /// A pixel: encoded components in the picture's own space, 0 to 1, and alpha.
  package struct Pixel: Sendable {
    package var red, green, blue, alpha: Double

    package init(_ red: Double, _ green: Double, _ blue: Double, alpha: Double = 1) {
      (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }
  }

  /// A matrix space with one curve.
  package struct Space: Sendable {
    /// Linear components to XYZ relative to D50, row by row.
    package let toXYZ: [[Double]]
    /// From encoded to linear.
    package let linear: @Sendable (Double) -> Double

    package init(toXYZ: [[Double]], linear: @escaping @Sendable (Double) -> Double) {
      self.toXYZ = toXYZ
      self.linear = linear
    }

    /// A built-in space, by the numbers of its standard.
    package init(_ space: RGBColorSpace) {
      let toXYZ = AdaptedXYZ.d50FromD65.multiplied(by: space.linearToXYZD65)
      let transfer = space.transfer
      self.init(
        toXYZ: (0..<3).map { row in (0..<3).map { toXYZ[row, $0] } }, linear: { transfer.linear($0) })
    }
  }

  /// CIEDE2000 of two pixels: over black and over white, the larger counts.
  package static func difference(_ p: Pixel, in first: Space, _ q: Pixel, in second: Space) -> Double {
    if p.alpha == 0, q.alpha == 0 { return 0 }
    return [0.0, 1.0].map { ground in
      CIEDE2000.difference(lab(p, in: first, over: ground), lab(q, in: second, over: ground))
    }.max() ?? 0
  }

  private static let sRGB = Space(.sRGB)

  private static func lab(_ pixel: Pixel, in space: Space, over ground: Double) -> CIELAB {
    let linear = [pixel.red, pixel.green, pixel.blue].map(space.linear)
    let xyz = space.toXYZ.map { row in zip(row, linear).reduce(0) { $0 + $1.0 * $1.1 } }
    if pixel.alpha == 1 { return CIELAB(xyz: SIMD3(xyz[0], xyz[1], xyz[2])) }
    let encoded = solved(sRGB.toXYZ, xyz).map { extended($0) { RGBColorSpace.sRGB.transfer.encoded($0) } }
    let mixed = encoded.map { $0 * pixel.alpha + ground * (1 - pixel.alpha) }
    let back = mixed.map { extended($0, sRGB.linear) }
    let seen = sRGB.toXYZ.map { row in zip(row, back).reduce(0) { $0 + $1.0 * $1.1 } }
    return CIELAB(xyz: SIMD3(seen[0], seen[1], seen[2]))
  }

  /// An odd function made of its positive half.
  private static func extended(_ value: Double, _ half: (Double) -> Double) -> Double {
    value < 0 ? -half(-value) : half(value)
  }

  /// x of m · x = y, by Cramer's rule.
  private static func solved(_ m: [[Double]], _ y: [Double]) -> [Double] {
    func determinant(_ m: [[Double]]) -> Double {
      m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
    }
    return (0..<3).map { column in
      var replaced = m
      for row in 0..<3 { replaced[row][column] = y[row] }
      return determinant(replaced) / determinant(m)
    }
  }

  // MARK: Whole pictures

  /// What a comparison finds.
  package struct Figures: Sendable {
    package var different = 0
    package var mean = 0.0
    package var p95 = 0.0
    package var p99 = 0.0
    package var max = 0.0
    /// Column and row of the largest difference, the first of equal ones.
    package var maxAt: (x: Int, y: Int)?
    /// The largest count of different pixels in a window of 32 × 32.
    package var densest = 0
  }

  /// The figures of differences row by row.
  package static func figures(of rows: [[Double]], threshold: Double) -> Figures {
    var figures = Figures()
    let all = rows.flatMap(\.self).sorted()
    figures.mean = all.reduce(0, +) / Double(all.count)
    figures.p95 = all[(all.count * 95 + 99) / 100 - 1]
    figures.p99 = all[(all.count * 99 + 99) / 100 - 1]
    figures.different = all.count { $0 > 0 && $0 >= threshold }
    for (y, row) in rows.enumerated() {
      for (x, value) in row.enumerated() where value > figures.max {
        figures.max = value
        figures.maxAt = (x, y)
      }
    }
    let (width, height) = (rows[0].count, rows.count)
    for top in 0...Swift.max(0, height - 32) {
      for left in 0...Swift.max(0, width - 32) {
        var count = 0
        for y in top..<min(top + 32, height) {
          for x in left..<min(left + 32, width) where rows[y][x] > 0 && rows[y][x] >= threshold { count += 1 }
        }
        figures.densest = Swift.max(figures.densest, count)
      }
    }
    return figures
  }
}

import Pixels

/// The soft knee of `GamutMapping.soft`: which colours move, and along which lines.
///
/// A colour is represented by the square roots of its cone responses. In these the surfaces of a space's cube are
/// quadratic along straight lines, so that two square roots find them. (OKLab's cube roots would keep hue to the last
/// digit, but leave a dent next to blue where neighbours land far apart.) The long cone's response gets a tenth of the
/// short cone's: then every line leaves a cube exactly once, and hue is kept to 0.3° in the mean (Display P3 to sRGB).
///
/// 1. If a channel is below 0 or close to it, the roots of the long and the short cone move towards the medium cone's
///    root, by the same factor. The distance is 1 where a channel of the destination becomes 0.
/// 2. If a channel is above 1 or close to it, all three are scaled. This darkens light colours towards the
///    destination's cusp, and changes no hue.
///
/// Both steps compress by one curve (`compressed` in `mapping_soft.inl`), which takes the source's boundary to the
/// destination's. The lighter a colour, the closer to 1 is the knee of the second step: white stays.
struct SoftKnee: Sendable {
  /// The share of the boundary from which on colours move if they come as far as the source's boundary.
  static let widest = 0.8

  /// The share of the boundary from which on colours move, 0 to 1.
  private(set) var knee: Double
  /// How far colours come on the way from the destination's boundary to the source's, 0 to 1.
  private var reach = 1.0
  private let cones: GamutMappingKernel.Cones
  private let sourceFromCones: Matrix3x3

  /// The cones of the knee from OKLab's cones: the long one gets a tenth of the short one.
  private static let mixed = Matrix3x3([0.9, 0, 0.1], [0, 1, 0], [0, 0, 1])
  private static let unmixed = Matrix3x3([1 / 0.9, 0, -0.1 / 0.9], [0, 1, 0], [0, 0, 1])

  /// Maps the boundary of `source` to that of `destination`; colours move from the share `knee` on.
  init(from source: OKLabTransform, to destination: OKLabTransform, knee: Double) {
    self.knee = knee
    cones = Self.mixedCones(of: destination)
    sourceFromCones = Self.mixedCones(of: source).toRGB
  }

  /// The cones of the knee for linear RGB of `space`.
  static func mixedCones(of space: OKLabTransform) -> GamutMappingKernel.Cones {
    GamutMappingKernel.Cones(
      fromRGB: mixed.multiplied(by: space.kernelCones.fromRGB),
      toRGB: space.kernelCones.toRGB.multiplied(by: unmixed))
  }

  /// A knee for colours that come no farther than `reach`.
  ///
  /// The room for compression shrinks with the way that colours have to go. The curve keeps its form, and colours in
  /// gamut move less.
  func reaching(_ reach: Double) -> SoftKnee {
    var result = self
    result.reach = reach
    result.knee = 1 - (1 - knee) * reach
    return result
  }

  /// The knee in the kernels' form.
  var kernelMethod: GamutMappingKernel.Method {
    GamutMappingKernel.Method(soft: knee, reach: reach, cones: cones, sourceFromCones: sourceFromCones)
  }

  /// `rgb`, linear, moved away from grey by the factor 1 / knee.
  private func stretched(
    _ rgb: SIMD3<Double>, _ fromRGB: ColumnMatrix3x3, _ toRGB: ColumnMatrix3x3
  ) -> SIMD3<Double> {
    let cones = fromRGB.multiplied(by: rgb)
    let roots = pointwiseMax(cones, SIMD3()).squareRoot()
    let stretched = roots.y + (roots - roots.y) / knee
    return toRGB.multiplied(by: stretched * pointwiseMax(stretched, -stretched))
  }

  /// Cells of source codes in which surely no colour moves.
  ///
  /// A cell counts if its corners, moved away from grey by 1 / knee, are inside with half of their spread to spare: the
  /// moved colour is a smooth function of the code, so the cell's inside is inside, too.
  func untouchedCells(_ conversion: MatrixConversion) -> GamutCells {
    let matrix = ColumnMatrix3x3(conversion.matrix)
    let (fromRGB, toRGB) = (ColumnMatrix3x3(cones.fromRGB), ColumnMatrix3x3(cones.toRGB))
    let tables = conversion.source.map { $0.linearValuesOfCodes() }
    let steps = (0...GamutCells.count).map { min($0 * 65536 / GamutCells.count, 65535) }
    var corners: [SIMD3<Double>] = []
    for red in steps {
      for green in steps {
        for blue in steps {
          let linear = matrix.multiplied(by: [tables[0][red], tables[1][green], tables[2][blue]])
          corners.append(stretched(linear, fromRGB, toRGB))
        }
      }
    }
    let row = steps.count
    return GamutCells { red, green, blue in
      var low = SIMD3<Double>(repeating: .infinity)
      var high = -low
      for corner in 0..<8 {
        let (r, g, b) = (red + corner / 4, green + corner / 2 % 2, blue + corner % 2)
        let place = (r * row + g) * row + b
        low = pointwiseMin(low, corners[place])
        high = pointwiseMax(high, corners[place])
      }
      let spare = (high - low) / 2
      return (low - spare).min() > 0 && (high + spare).max() < 1
    }
  }
}

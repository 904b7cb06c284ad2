package import Pixels

/// Converts pixels between RGB matrix/TRC profiles with a gamut mapping other than clipping: decode, matrix, map,
/// encode, all in Double.
///
/// `convert` is the definition. `remap` rewrites only the pixels that the mapping changes, in a strip that a kernel
/// converted with clipping. Vector kernels do that, and pass colours that they cannot decide to the definition.
package struct GamutMappedConverter: Sendable {
  /// Computes the linear colours and the codes.
  package let reference: ReferenceConverter
  /// Maps the linear colours.
  package private(set) var mapper: GamutMapper
  private let matrix: ColumnMatrix3x3
  private var kernel: GamutMappingKernel
  /// False if the colours to come need no mapping.
  private var moves = true

  /// A converter for `conversion` of colours, with a `mapper` whose method is not `clip`.
  package init(_ conversion: MatrixConversion, mapper: GamutMapper, target: KernelTarget = .current) {
    precondition(!conversion.isGray, "grey has no gamut")
    reference = ReferenceConverter(conversion)
    self.mapper = mapper
    matrix = ColumnMatrix3x3(conversion.matrix)
    kernel = mapper.kernel(for: PixelConverter(conversion, target: target))
  }

  /// How far the visible pixels of `source` come on the way from the destination's boundary to the source's, 0 to 1; 0
  /// if none leaves the gamut. Only for the soft knee.
  package func reach(of source: borrowing PixelBuffer) -> Double { kernel.reach(of: source) }

  /// A converter for images whose colours come no farther than `reach`.
  package func reaching(_ reach: Double) -> Self {
    var result = self
    result.mapper = mapper.reaching(reach)
    result.kernel = kernel.with(result.mapper.kernelMethod)
    result.moves = reach > 0
    return result
  }

  /// The destination codes of one source colour.
  package func convert(_ red: UInt16, _ green: UInt16, _ blue: UInt16) -> SIMD3<UInt16> {
    codes(mapper.mapped(linear(red, green, blue)))
  }

  /// Rewrites the pixels of `converted` that the mapping changes.
  ///
  /// - Parameters:
  ///   - source: the pixels before conversion, of the same size and format.
  ///   - converted: the same pixels converted with clipping. Fully transparent pixels stay.
  package func remap(_ source: borrowing PixelBuffer, in converted: inout PixelBuffer) {
    guard moves else { return }
    var moved: MappedColors?
    kernel.map(source, in: &converted, counting: &moved, from: 0, definition: touched)
  }

  /// Remaps, and returns how far colours moved, in CIEDE2000 by `differences`, in the rows from `firstCounted` on.
  package func remap(
    _ source: borrowing PixelBuffer, in converted: inout PixelBuffer, comparing differences: ClipDifferences,
    from firstCounted: Int
  ) -> MappedColorSums {
    guard moves else { return MappedColorSums() }
    var moved: MappedColors? = MappedColors(differences)
    kernel.map(source, in: &converted, counting: &moved, from: firstCounted, definition: touched)
    return moved?.sums ?? MappedColorSums()
  }

  /// The mapped colour; nil if the mapping does not change it.
  private func touched(_ color: SIMD3<UInt16>) -> GamutMappingKernel.Moved? {
    let linear = linear(color.x, color.y, color.z)
    let mapped = mapper.mapped(linear)
    return mapped == linear ? nil : GamutMappingKernel.Moved(linear: mapped, codes: codes(mapped))
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

import ColorManagement
import Pixels

/// Converts colours as doubles, also beyond 0 and 1: the definition for floats.
///
/// Between matrix profiles: curves that continue on both sides (`ExtendedCurve`), the matrix, the gamut mapping,
/// curves. Otherwise LittleCMS in float.
struct ValueConverter: Sendable {
  private let decoders: [ExtendedCurve]
  private let encoders: [ExtendedCurve]
  /// Nil if linear colours do not change.
  private let matrix: ColumnMatrix3x3?
  private let mapper: GamutMapper?
  private let transform: ColorTransform?
  private let isIdentity: Bool

  init(_ plan: ConversionPlan, _ executor: PixelExecutor) {
    // Without a linear model all values are encoded, as `checkLinear` ensures.
    let model = try? plan.gamutConversion()
    decoders = model?.source.map { ExtendedCurve($0) } ?? []
    encoders = model?.destination.map { ExtendedCurve($0) } ?? []
    isIdentity = plan.executor == .identity
    matrix = isIdentity || model?.isGray ?? true ? nil : model.map { ColumnMatrix3x3($0.matrix) }
    mapper = executor.mapper
    transform = executor.transform
  }

  /// Throws if values of `profile` cannot be linear: if LittleCMS converts, or a profile has only tables.
  func checkLinear(_ profile: ICCProfile, as role: ICCProfile.Role) throws(PixelLayoutError) {
    if decoders.isEmpty || transform != nil { throw .notLinear(profile: profile.name) }
  }

  /// A converter in single precision, with vectors; nil if LittleCMS converts, for a gamut mapping other than `clip`,
  /// or if a curve has entries.
  func floats(
    from source: PixelLayout.Transfer, to destination: PixelLayout.Transfer, colorCount: Int
  ) -> FloatConverter? {
    guard transform == nil, mapper == nil else { return nil }
    let changes = !isIdentity || source != destination
    return FloatConverter(
      colorCount: colorCount, decoders: changes && source == .encoded ? decoders : [], matrix,
      encoders: changes && destination == .encoded ? encoders : [])
  }

  /// Converts `values` from the encoding `source` to the encoding `destination`.
  func convert(
    _ values: inout PixelValues, from source: PixelLayout.Transfer, to destination: PixelLayout.Transfer
  ) {
    if let transform { return Self.convert(&values, by: transform) }
    if isIdentity, source == destination { return }
    linearize(&values, from: source)
    if let mapper {
      // Invisible colours are clipped, as in the kernels.
      for index in 0..<values.count {
        let color = values[color: index]
        values[color: index] =
          values.isVisible(index)
          ? mapper.mapped(color) : color.clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 1))
      }
    }
    if destination == .encoded { Self.apply(encoders, to: &values, decoding: false) }
  }

  /// Converts to linear colours of the destination, unclamped and unmapped.
  func linearize(_ values: inout PixelValues, from source: PixelLayout.Transfer) {
    if source == .encoded { Self.apply(decoders, to: &values, decoding: true) }
    guard let matrix else { return }
    for index in 0..<values.count { values[color: index] = matrix.multiplied(by: values[color: index]) }
  }

  /// How far the visible colours of `values` come on the way from the destination's boundary (0) to the source's (1).
  func reach(of values: PixelValues, _ transfer: PixelLayout.Transfer) -> Double {
    guard let mapper else { return 0 }
    var linear = values
    linearize(&linear, from: transfer)
    let outside = (0..<linear.count).lazy.filter { linear.isVisible($0) }.map { linear[color: $0] }
      .filter { $0.min() < -GamutTally.tolerance || $0.max() > 1 + GamutTally.tolerance }
    return outside.isEmpty ? 0 : mapper.reach(of: Array(outside))
  }

  private static func apply(_ curves: [ExtendedCurve], to values: inout PixelValues, decoding: Bool) {
    for (index, curve) in curves.enumerated() {
      let plane = index * values.count..<(index + 1) * values.count
      if decoding { curve.decode(&values.planes, at: plane) } else { curve.encode(&values.planes, at: plane) }
    }
  }

  private static func convert(_ values: inout PixelValues, by transform: ColorTransform) {
    let isGray = values.colorCount == 1
    // Grey pixels with an RGB profile fill all of its channels.
    let channels = isGray && !transform.plan.expandsGray ? 1 : 3
    var colors = [Float](repeating: 0, count: values.count * channels)
    for index in 0..<values.count {
      for channel in 0..<channels {
        colors[index * channels + channel] = Float(
          values.planes[(isGray ? 0 : channel) * values.count + index])
      }
    }
    let converted = transform.convert(colors)
    for index in 0..<values.count {
      for channel in 0..<values.colorCount {
        values.planes[channel * values.count + index] = Double(converted[index * values.colorCount + channel])
      }
    }
  }
}

import Synchronization

/// The look-up tables with which softening reads samples as light and writes light as samples.
///
/// All are 16-bit integers, built once per tone curve from `ToneCurve` and `DecisionLevels`, so that the
/// loops over pixels give the same codes on every machine.
package struct SofteningTables: Sendable {
  /// Per colour channel (three; a grey image repeats its one): the linear value of each code, in 1/65535.
  package let linear: [[UInt16]]

  /// Per colour channel: the code of each linear value in 1/65535.
  package let encoded: [[UInt16]]

  /// The square root of each linear value, both in 1/65535: a plain perceptual scale.
  package let root: [UInt16]

  /// What red, green and blue add to relative luminance, in 1/65536; they sum to 65536.
  package let weights: [UInt32]

  /// The pixels that the tables are for.
  package let format: PixelFormat

  /// The kernels that run on them: all give the same codes.
  package let target: KernelTarget

  /// Tables for pixels of `format` in the colour space of `curves` and `luminance`.
  ///
  /// - Parameters:
  ///   - curves: one for grey pixels, three (red, green, blue) for colour.
  ///   - luminance: the Y row of the RGB to XYZ matrix, of any scale; not looked at for grey.
  ///   - target: the kernels, available here.
  package init(
    curves: [ToneCurve], luminance: SIMD3<Double>, format: PixelFormat, target: KernelTarget = .current
  ) {
    precondition(KernelTarget.available.contains(target), "this machine cannot run \(target.rawValue)")
    precondition(curves.count == format.colorChannelCount, "one curve per colour channel")
    let tables = curves.map { CurveLookups.of($0) }
    let channels = format.isGray ? [tables[0], tables[0], tables[0]] : tables
    linear = channels.map { $0.linear }
    encoded = channels.map { $0.encoded }
    root = CurveLookups.root
    weights = Self.weights(luminance, isGray: format.isGray)
    self.format = format
    self.target = target
  }

  /// The relative luminance of a linear colour in 1/65535, rounded: the definition that the kernels follow.
  package func luminance(_ red: UInt16, _ green: UInt16, _ blue: UInt16) -> UInt16 {
    let sum = weights[0] * UInt32(red) + weights[1] * UInt32(green) + weights[2] * UInt32(blue)
    return UInt16((sum + 32768) >> 16)
  }

  private static func weights(_ luminance: SIMD3<Double>, isGray: Bool) -> [UInt32] {
    let sum = luminance.x + luminance.y + luminance.z
    guard !isGray, sum > 0, sum.isFinite, luminance.min() >= 0 else { return [0, 65536, 0] }
    let red = UInt32((luminance.x / sum * 65536).rounded())
    let blue = UInt32((luminance.z / sum * 65536).rounded())
    return [red, 65536 - min(65536, red + blue), blue]
  }
}

/// The tables of one curve. Building them takes 131,071 evaluations, so the last few are kept.
private struct CurveLookups: Sendable {
  let linear: [UInt16]
  let encoded: [UInt16]

  static let root: [UInt16] = (0...65535).map { index in
    UInt16((Double(index) * 65535).squareRoot().rounded())
  }

  private static let recent = Mutex<[(curve: ToneCurve, tables: CurveLookups)]>([])

  static func of(_ curve: ToneCurve) -> CurveLookups {
    if let known = recent.withLock({ $0.first { $0.curve == curve }?.tables }) { return known }
    let tables = CurveLookups(curve)
    recent.withLock { list in
      if list.count >= 4 { list.removeFirst() }
      list.append((curve, tables))
    }
    return tables
  }

  init(_ curve: ToneCurve) {
    // In parts: whole tables of doubles would take new memory from the system.
    let (part, last) = (4096, 65535)
    linear = stride(from: 0, through: last, by: part).flatMap { first in
      curve.linearValues(of: part) { Double(first + $0) / 65535 }
        .map { UInt16((min(max($0, 0), 1) * 65535).rounded()) }
    }
    // The code of each linear value by walking along the decision levels, both ascending.
    var (encoded, code): ([UInt16], UInt16) = ([], 0)
    for first in stride(from: 0, to: last, by: part) {
      let levels = curve.linearValues(of: min(part, last - first)) { (Double(first + $0) + 0.5) / 65535 }
      for level in levels {
        while encoded.count <= last, Double(encoded.count) / 65535 < level { encoded.append(code) }
        code += 1
      }
    }
    self.encoded = encoded + [UInt16](repeating: code, count: 65536 - encoded.count)
  }
}

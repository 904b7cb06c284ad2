package import Analysis
package import ColorManagement
package import Pixels

/// A plan that is ready to run on strips from any thread: converts them, and counts what leaves the target's gamut on
/// the way.
///
/// One that converts and counts with a kernel does both in one pass over the same tables.
package struct PixelExecutor: Sendable {
  private enum Method: Sendable {
    /// No sample changes.
    case identity
    /// A kernel converts with clipping; where there is a mapping, the pixels that it touches are done again.
    case kernel(PixelConverter, mapping: GamutMappedConverter?)
    /// A kernel converts with two matrices.
    case halfPlanes(HalfPlaneConverter)
    case lcms(ColorTransform)
  }

  private let method: Method

  /// What counts; nil where nothing is to be counted, or can be.
  package let gamut: TargetGamut?

  /// Changes nothing and counts nothing.
  static let identity = PixelExecutor(.identity, gamut: nil)

  private init(_ method: Method, gamut: TargetGamut?) {
    self.method = method
    self.gamut = gamut
  }

  /// - Parameters:
  ///   - plan: what is converted to what.
  ///   - mapping: what becomes of colours that the target cannot hold.
  ///   - countsGamut: whether what leaves the gamut is counted, as long as `ConversionPlan.gamutObstacle` is nil.
  ///
  /// Throws `ColorError` when LittleCMS refuses, or when a gamut mapping other than clipping is asked for and the
  /// profiles are no RGB matrix profiles.
  package init(_ plan: ConversionPlan, mapping: GamutMapping, countsGamut: Bool = false) throws(ColorError) {
    let counts = countsGamut && plan.gamutObstacle == nil
    switch plan.executor {
    case .identity:
      method = .identity
      gamut = counts ? try TargetGamut(plan) : nil
    case .matrix(let conversion):
      let converter = PixelConverter(conversion)
      method = .kernel(converter, mapping: try Self.mapped(conversion, plan, mapping))
      gamut = counts ? TargetGamut(plan, converter: converter) : nil
    case .lcms(let lcms):
      if mapping != .clip, let obstacle = plan.gamutObstacle { throw obstacle }
      method = .lcms(try ColorTransform(lcms))
      gamut = counts ? try TargetGamut(plan) : nil
    }
  }

  /// Nil for clipping, which kernels do, and for grey, which has no gamut to leave.
  private static func mapped(
    _ conversion: MatrixConversion, _ plan: ConversionPlan, _ mapping: GamutMapping
  ) throws(ColorError) -> GamutMappedConverter? {
    if conversion.isGray || mapping == .clip { return nil }
    let mapper = try GamutMapper(mapping, source: plan.source, destination: plan.destination)
    return GamutMappedConverter(conversion, mapper: mapper)
  }

  /// Shows what people of some vision see; counts nothing.
  init(_ simulation: ColorVisionSimulation) {
    let method: Method =
      switch simulation {
      case .unchanged: .identity
      case .matrix(let conversion): .kernel(PixelConverter(conversion), mapping: nil)
      case .halfPlanes(let conversion): .halfPlanes(HalfPlaneConverter(conversion))
      }
    self.init(method, gamut: nil)
  }

  /// The kernel that runs, for reports; nil where none does.
  var kernel: String? {
    switch method {
    case .kernel(let converter, _): converter.kernelName
    case .halfPlanes(let converter): converter.kernelName
    case .identity, .lcms: nil
    }
  }

  /// What becomes of colours that the target cannot hold, whatever was asked for: LittleCMS clips.
  var mapping: GamutMapping {
    if case .kernel(_, let mapped?) = method { mapped.mapper.method } else { .clip }
  }

  /// Converts every pixel of `strip` in place.
  package func convert(_ strip: inout PixelBuffer) {
    switch method {
    case .identity: break
    case .kernel(let converter, nil): converter.convert(&strip)
    case .halfPlanes(let converter): converter.convert(&strip)
    case .kernel(let converter, let mapped?):
      let source = strip.clone()
      converter.convert(&strip)
      mapped.remap(source, in: &strip)
    case .lcms(let transform): transform.convert(&strip)
    }
  }

  /// Converts every pixel of `strip` in place.
  ///
  /// - Parameter rows: those that are counted; rows above them were counted with the strip above.
  /// - Returns: the sums over `rows`; nil where nothing is counted.
  func convert(_ strip: inout PixelBuffer, counting rows: PartialRangeFrom<Int>) -> GamutSums? {
    guard let gamut else {
      convert(&strip)
      return nil
    }
    switch method {
    case .identity, .halfPlanes, .lcms:
      let sums = gamut.sums(of: strip.rows(from: rows.lowerBound))
      convert(&strip)
      return sums
    case .kernel(_, nil):
      return Self.clip(&strip, counting: rows, gamut)
    case .kernel(_, let mapped?):
      let source = strip.clone()
      var sums = Self.clip(&strip, counting: rows, gamut)
      sums.moved = mapped.remap(
        source, in: &strip, comparing: gamut.differences, from: rows.lowerBound * strip.width)
      return sums
    }
  }

  /// Converts with clipping and counts, in one pass of the kernel; what it marks is looked at again.
  private static func clip(
    _ strip: inout PixelBuffer, counting rows: PartialRangeFrom<Int>, _ gamut: TargetGamut
  ) -> GamutSums {
    var sums = GamutSums()
    var outside: [UInt8] = []
    var colors = OutOfGamutColors()
    _ = clip(0..<rows.lowerBound, of: &strip, gamut.converter, outside: &outside)
    for part in TargetGamut.parts(of: strip, from: rows.lowerBound) {
      let source = Array(strip.samples[strip.sampleRange(part)])
      let counts = clip(part, of: &strip, gamut.converter, outside: &outside)
      sums.add(counts, of: source.span, format: strip.format, outside: outside, gamut, &colors)
    }
    return sums
  }

  private static func clip(
    _ rows: Range<Int>, of strip: inout PixelBuffer, _ converter: PixelConverter, outside: inout [UInt8]
  ) -> GamutTally {
    let pixels = rows.lowerBound * strip.width..<rows.upperBound * strip.width
    let format = strip.format
    var samples = strip.samples.mutableSpan
    return converter.convertTallying(&samples, pixels: pixels, format: format, outside: &outside)
  }
}

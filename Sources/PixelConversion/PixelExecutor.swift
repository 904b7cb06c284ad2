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

  /// Whether the soft knee depends on how far an image's colours come out of the gamut.
  package let fitsKnee: Bool

  /// What counts; nil where nothing is to be counted, or can be.
  package let gamut: TargetGamut?

  /// Changes nothing and counts nothing.
  package static let identity = PixelExecutor(.identity, gamut: nil)

  private init(_ method: Method, gamut: TargetGamut?, fitsKnee: Bool = false) {
    self.method = method
    self.gamut = gamut
    self.fitsKnee = fitsKnee
  }

  /// - Parameters:
  ///   - plan: what is converted to what.
  ///   - mapping: what becomes of colours that the target cannot hold.
  ///   - knee: where `mapping` is soft, the share of the boundary from which on colours move; nil where images decide.
  ///   - countsGamut: whether what leaves the gamut is counted, as long as `ConversionPlan.gamutObstacle` is nil.
  ///
  /// Throws `ColorError` when LittleCMS refuses, or when a gamut mapping other than clipping is asked for and the
  /// profiles are no RGB matrix profiles.
  package init(
    _ plan: ConversionPlan, mapping: GamutMapping, knee: Double? = nil, countsGamut: Bool = false
  ) throws(ColorError) {
    fitsKnee = mapping == .soft && knee == nil && plan.executor.canMap
    let counts = countsGamut && plan.gamutObstacle == nil
    switch plan.executor {
    case .identity:
      method = .identity
      gamut = counts ? try TargetGamut(plan) : nil
    case .matrix(let conversion):
      let converter = PixelConverter(conversion)
      method = .kernel(converter, mapping: try Self.mapped(conversion, plan, mapping, knee))
      gamut = counts ? TargetGamut(plan, converter: converter) : nil
    case .lcms(let lcms):
      if mapping != .clip, let obstacle = plan.gamutObstacle { throw obstacle }
      method = .lcms(try ColorTransform(lcms))
      gamut = counts ? try TargetGamut(plan) : nil
    }
  }

  /// Nil for clipping, which kernels do, and for grey, which has no gamut to leave.
  private static func mapped(
    _ conversion: MatrixConversion, _ plan: ConversionPlan, _ mapping: GamutMapping, _ knee: Double?
  ) throws(ColorError) -> GamutMappedConverter? {
    if conversion.isGray || mapping == .clip { return nil }
    let mapper = try GamutMapper(mapping, source: plan.source, destination: plan.destination, knee: knee)
    return GamutMappedConverter(conversion, mapper: mapper)
  }

  /// Shows what people of some vision see; counts nothing.
  package init(_ simulation: ColorVisionSimulation) {
    let method: Method =
      switch simulation {
      case .unchanged: .identity
      case .matrix(let conversion): .kernel(PixelConverter(conversion), mapping: nil)
      case .halfPlanes(let conversion): .halfPlanes(HalfPlaneConverter(conversion))
      }
    self.init(method, gamut: nil)
  }

  /// How much work each changing pixel is (`PNGLimits.busyWork`): LittleCMS takes 180 ns for one, kernels a tenth.
  package var busyWork: Int { if case .lcms = method { 3 } else { 1 } }

  /// The kernel that runs, for reports; nil where none does.
  package var kernel: String? {
    switch method {
    case .kernel(let converter, _): converter.kernelName
    case .halfPlanes(let converter): converter.kernelName
    case .identity, .lcms: nil
    }
  }

  /// The kernel, where it does all.
  var plainKernel: PixelConverter? {
    if case .kernel(let converter, nil) = method { converter } else { nil }
  }

  /// What maps colours that the target cannot hold, where that is more than clipping.
  var mapper: GamutMapper? {
    if case .kernel(_, let mapped?) = method { mapped.mapper } else { nil }
  }

  /// LittleCMS's transform, where that converts.
  var transform: ColorTransform? {
    if case .lcms(let transform) = method { transform } else { nil }
  }

  /// What becomes of colours that the target cannot hold, whatever was asked for: LittleCMS clips.
  package var mapping: GamutMapping {
    if case .kernel(_, let mapped?) = method { mapped.mapper.method } else { .clip }
  }

  /// The share of the boundary from which on the soft knee moves colours, 0 to 1; nil with other mappings.
  package var knee: Double? {
    guard case .kernel(_, let mapped?) = method, mapped.mapper.method == .soft else { return nil }
    return mapped.mapper.knee
  }

  /// How far the pixels of `strip` come out of the gamut: 0 where none does, 1 at the source's boundary. From nine tenths of the
  /// way on it is 1, too, so that no more need be looked at: a knee at 0.82 or 0.8 is the same to the eye.
  package func reach(of strip: borrowing PixelBuffer) -> Double {
    guard case .kernel(_, let mapped?) = method else { return 0 }
    let reach = mapped.reach(of: strip)
    return reach > GamutMapper.almostAll ? 1 : reach
  }

  /// The executor for an image whose pixels come out of the gamut as far as `reach`.
  package func reaching(_ reach: Double) -> PixelExecutor {
    guard case .kernel(let converter, let mapped?) = method else { return self }
    return PixelExecutor(.kernel(converter, mapping: mapped.reaching(reach)), gamut: gamut, fitsKnee: true)
  }

  /// The executor for the image that `pixels` are, whole.
  package func fitted(to pixels: borrowing PixelBuffer) -> PixelExecutor {
    fitsKnee ? reaching(reach(of: pixels)) : self
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
  /// - Parameters:
  ///   - rows: those that are counted; rows above them were counted with the strip above.
  ///   - onFlattened: sees samples before the conversion, and the number of their first row: of rows that are counted and
  ///     may come out with fewer colours, as some leave the gamut or it is not known whether they do.
  /// - Returns: the sums over `rows`; nil where nothing is counted.
  package func convert(
    _ strip: inout PixelBuffer, counting rows: PartialRangeFrom<Int>,
    onFlattened: (Span<UInt16>, Int) -> Void = { _, _ in }
  ) -> GamutSums? {
    switch (method, gamut) {
    case (.identity, let gamut):
      return gamut?.sums(of: strip.rows(from: rows.lowerBound))
    case (.kernel(_, nil), let gamut?):
      return Self.clip(&strip, counting: rows, gamut, onFlattened)
    case (.kernel(_, let mapped?), let gamut?):
      let source = strip.clone()
      var sums = Self.clip(&strip, counting: rows, gamut, onFlattened)
      sums.moved = mapped.remap(
        source, in: &strip, comparing: gamut.differences, from: rows.lowerBound)
      return sums
    case (.halfPlanes, _), (.lcms, _), (.kernel, nil):
      onFlattened(
        strip.samples.span.extracting(strip.sampleRange(rows.lowerBound..<strip.height)), rows.lowerBound)
      let sums = gamut?.sums(of: strip.rows(from: rows.lowerBound))
      convert(&strip)
      return sums
    }
  }

  /// Converts with clipping and counts, in one pass of the kernel; what it marks is looked at again.
  private static func clip(
    _ strip: inout PixelBuffer, counting rows: PartialRangeFrom<Int>, _ gamut: TargetGamut,
    _ onFlattened: (Span<UInt16>, Int) -> Void
  ) -> GamutSums {
    var sums = GamutSums()
    var outside: [UInt8] = []
    var colors = OutOfGamutColors()
    _ = clip(0..<rows.lowerBound, of: &strip, gamut.converter, outside: &outside)
    for part in TargetGamut.parts(of: strip, from: rows.lowerBound) {
      let source = Array(strip.samples[strip.sampleRange(part.rows)])
      let counts = clip(part.rows, of: &strip, gamut.converter, outside: &outside)
      sums.add(
        counts, of: source.span, times: part.times, format: strip.format, outside: outside, gamut, &colors)
      if counts.outOfGamut > 0 {
        for repeated in 0..<part.times { onFlattened(source.span, part.rows.lowerBound + repeated) }
      }
      strip.repeatRow(of: part)
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

extension ConversionPlan.Executor {
  /// Whether gamut mappings other than clipping are there: not for grey, nor in LittleCMS.
  fileprivate var canMap: Bool {
    if case .matrix(let conversion) = self { !conversion.isGray } else { false }
  }
}

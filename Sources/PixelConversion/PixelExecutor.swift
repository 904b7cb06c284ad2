package import Analysis
package import ColorManagement
package import Pixels

/// A conversion plan ready to run on strips from any thread: converts them, and counts what leaves the target's gamut.
///
/// If a kernel converts and counts, it does both in one pass over the same tables.
package struct PixelExecutor: Sendable {
  private enum Method: Sendable {
    /// No sample changes.
    case identity
    /// A kernel converts with clipping; with a mapping, the pixels that the mapping changes are converted again.
    case kernel(PixelConverter, mapping: GamutMappedConverter?)
    /// A kernel converts with two matrices.
    case halfPlanes(HalfPlaneConverter)
    case lcms(ColorTransform)
  }

  private let method: Method

  /// Whether the soft knee depends on how far an image's colours leave the gamut.
  package let fitsKnee: Bool

  /// Counts what leaves the gamut; nil if nothing is to be counted, or cannot be.
  package let gamut: TargetGamut?

  /// Changes and counts nothing.
  package static let identity = PixelExecutor(.identity, gamut: nil)

  private init(_ method: Method, gamut: TargetGamut?, fitsKnee: Bool = false) {
    self.method = method
    self.gamut = gamut
    self.fitsKnee = fitsKnee
  }

  /// - Parameters:
  ///   - plan: the conversion.
  ///   - mapping: the mapping of colours that the target cannot hold.
  ///   - knee: for `soft`, the share of the distance to the boundary from which on colours move; nil to derive it from
  ///     each image.
  ///   - countsGamut: whether to count what leaves the gamut, unless `ConversionPlan.gamutObstacle` prevents it.
  ///
  /// Throws `ColorError` if LittleCMS refuses, or for a gamut mapping other than clipping with profiles that are not
  /// RGB matrix profiles.
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

  /// Nil for clipping, which kernels do, and for grey, which cannot leave a gamut.
  private static func mapped(
    _ conversion: MatrixConversion, _ plan: ConversionPlan, _ mapping: GamutMapping, _ knee: Double?
  ) throws(ColorError) -> GamutMappedConverter? {
    if conversion.isGray || mapping == .clip { return nil }
    let mapper = try GamutMapper(mapping, source: plan.source, destination: plan.destination, knee: knee)
    return GamutMappedConverter(conversion, mapper: mapper)
  }

  /// Simulates a kind of vision; counts nothing.
  package init(_ simulation: ColorVisionSimulation) {
    let method: Method =
      switch simulation {
      case .unchanged: .identity
      case .matrix(let conversion): .kernel(PixelConverter(conversion), mapping: nil)
      case .halfPlanes(let conversion): .halfPlanes(HalfPlaneConverter(conversion))
      }
    self.init(method, gamut: nil)
  }

  /// The work per changing pixel (`PNGLimits.busyWork`): LittleCMS takes 180 ns, kernels a tenth.
  package var busyWork: Int { if case .lcms = method { 3 } else { 1 } }

  /// The kernel's name, for reports; nil if no kernel runs.
  package var kernel: String? {
    switch method {
    case .kernel(let converter, _): converter.kernelName
    case .halfPlanes(let converter): converter.kernelName
    case .identity, .lcms: nil
    }
  }

  /// The kernel, if it does all the work.
  var plainKernel: PixelConverter? {
    if case .kernel(let converter, nil) = method { converter } else { nil }
  }

  /// Maps colours that the target cannot hold; nil for clipping.
  var mapper: GamutMapper? {
    if case .kernel(_, let mapped?) = method { mapped.mapper } else { nil }
  }

  /// LittleCMS's transform, if LittleCMS converts.
  var transform: ColorTransform? {
    if case .lcms(let transform) = method { transform } else { nil }
  }

  /// The mapping that is really used; LittleCMS always clips.
  package var mapping: GamutMapping {
    if case .kernel(_, let mapped?) = method { mapped.mapper.method } else { .clip }
  }

  /// The share of the distance to the boundary from which on the soft knee moves colours, 0 to 1; nil with other
  /// mappings.
  package var knee: Double? {
    guard case .kernel(_, let mapped?) = method, mapped.mapper.method == .soft else { return nil }
    return mapped.mapper.knee
  }

  /// How far the pixels of `strip` leave the gamut: 0 if none does, 1 at the source's boundary. From nine tenths of the
  /// way on the result is 1 too, so that no more need be read: knees at 0.82 and 0.8 look the same.
  package func reach(of strip: borrowing PixelBuffer) -> Double {
    guard case .kernel(_, let mapped?) = method else { return 0 }
    let reach = mapped.reach(of: strip)
    return reach > GamutMapper.almostAll ? 1 : reach
  }

  /// The executor for an image whose colours come as far as `reach`.
  package func reaching(_ reach: Double) -> PixelExecutor {
    guard case .kernel(let converter, let mapped?) = method else { return self }
    return PixelExecutor(.kernel(converter, mapping: mapped.reaching(reach)), gamut: gamut, fitsKnee: true)
  }

  /// The executor for a whole image.
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
  ///   - rows: the rows to count; those above were counted with the strip above.
  ///   - onFlattened: receives samples before the conversion, and the number of their first row, for counted rows that
  ///     may lose colours, because some leave the gamut or it is not known.
  /// - Returns: the sums over `rows`; nil if nothing is counted.
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

  /// Converts with clipping and counts, in one pass of the kernel; pixels that it marks are examined again.
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
  /// Whether gamut mappings other than clipping are possible: not for grey, nor with LittleCMS.
  fileprivate var canMap: Bool {
    if case .matrix(let conversion) = self { !conversion.isGray } else { false }
  }
}

import CPixelKernels

/// Brings the colours of a converted strip into the gamut with vector kernels.
///
/// The kernel of the soft knee is its own definition, with the same bits on every target. The search of CSS
/// Color 4 is defined by `GamutMapper` in ColorManagement: the kernel computes it by other steps, and passes
/// colours whose code its error could change to the definition. So codes are the definition's, and linear
/// values are within 10⁻¹² of it.
package struct GamutMappingKernel: Sendable {
  /// A mapping method with its matrices.
  package struct Method: Sendable {
    fileprivate var mapping = p3_gamut_mapping()

    /// The search of CSS Color 4, with its just noticeable difference and its precision, both in OKLab.
    ///
    /// - Parameters:
    ///   - labFromRoots: cube roots of cone responses to OKLab.
    ///   - rootsFromA: how these roots depend on OKLab's a.
    ///   - rootsFromB: how they depend on OKLab's b.
    package init(
      chroma justNoticeable: Double, precision: Double, cones: Cones, labFromRoots: Matrix3x3,
      rootsFromA: SIMD3<Double>, rootsFromB: SIMD3<Double>
    ) {
      mapping.method = P3_MAP_CHROMA
      mapping.just_noticeable = justNoticeable
      mapping.precision = precision
      mapping.cones_from_rgb = cones.fromRGB.elements
      mapping.rgb_from_cones = cones.toRGB.elements
      mapping.lab_from_roots = labFromRoots.elements
      mapping.roots_from_a = (rootsFromA.x, rootsFromA.y, rootsFromA.z)
      mapping.roots_from_b = (rootsFromB.x, rootsFromB.y, rootsFromB.z)
    }

    /// Compression of the colours beyond a knee.
    ///
    /// - Parameters:
    ///   - knee: the share of the distance to the destination's boundary from which on colours move, 0 to 1.
    ///   - reach: how far the image's colours come from the destination's boundary (0) to the source's (1).
    ///   - sourceFromCones: cone responses to the source's linear RGB.
    package init(soft knee: Double, reach: Double, cones: Cones, sourceFromCones: Matrix3x3) {
      mapping.method = P3_MAP_SOFT
      // Without room between knee and boundary, the kernel would divide by 0.
      mapping.knee = min(knee, 1 - 1e-6)
      mapping.reach = reach
      mapping.cones_from_rgb = cones.fromRGB.elements
      mapping.rgb_from_cones = cones.toRGB.elements
      mapping.source_from_cones = sourceFromCones.elements
    }

    /// One linear colour as the soft knee maps it.
    package func softened(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
      var mapping = mapping
      var color = [rgb.x, rgb.y, rgb.z]
      unsafe p3_soften_color(&mapping, &color)
      return SIMD3(color[0], color[1], color[2])
    }

    /// How far one linear colour comes on the way from the destination's boundary (0) to the source's (1).
    /// Only for the soft knee.
    package func reach(of rgb: SIMD3<Double>) -> Double {
      var mapping = mapping
      return unsafe p3_reach_of_color(&mapping, [rgb.x, rgb.y, rgb.z])
    }
  }

  /// The matrices between the destination's linear RGB and cone responses.
  package struct Cones: Sendable {
    /// Linear RGB to cone responses.
    package let fromRGB: Matrix3x3
    /// Cone responses to linear RGB.
    package let toRGB: Matrix3x3

    /// The two matrices must be each other's inverse.
    package init(fromRGB: Matrix3x3, toRGB: Matrix3x3) {
      self.fromRGB = fromRGB
      self.toRGB = toRGB
    }
  }

  /// The definition's result for a colour that moves: its linear values and its codes.
  package struct Moved: Sendable {
    let linear: SIMD3<Double>
    let codes: SIMD3<UInt16>

    /// A colour that moves to `linear`, whose codes are `codes`.
    package init(linear: SIMD3<Double>, codes: SIMD3<UInt16>) {
      self.linear = linear
      self.codes = codes
    }
  }

  private var mapping: p3_gamut_mapping
  private let converter: PixelConverter
  private let untouched: [UInt32]
  private let inside: [UInt32]

  /// - Parameters:
  ///   - method: the mapping method.
  ///   - converter: the conversion with clipping, of colours.
  ///   - untouched: a bit for each of 32³ cells of source codes, set if the method moves no colour of the cell;
  ///     one entry for each red and green, one bit in it for each blue.
  ///   - inside: bits as in `untouched`, set if no colour of the cell is out of gamut.
  package init(_ method: Method, converter: PixelConverter, untouched: [UInt32], inside: [UInt32]) {
    precondition(
      !converter.conversion.isGray && untouched.count == 1024 && inside.count == 1024,
      "colours, and cells of colours")
    mapping = method.mapping
    self.converter = converter
    self.untouched = untouched
    self.inside = inside
  }

  /// A kernel with another method that leaves the same cells untouched.
  package func with(_ method: Method) -> Self {
    var kernel = self
    kernel.mapping = method.mapping
    return kernel
  }

  /// How far the visible pixels of `source` come on the way from the destination's boundary to the source's,
  /// 0 to 1; 0 if no pixel leaves the gamut by more than `GamutTally.tolerance`. Only for the soft knee.
  package func reach(of source: borrowing PixelBuffer) -> Double {
    var mapping = mapping
    var reach = 0.0
    for part in source.parts() {
      unsafe forEachTile(of: source, part.rows) { plan, tile, samples, channels in
        unsafe samples.withUnsafeBufferPointer {
          unsafe p3_find_reach(
            converter.target.cTarget, &mapping, plan, inside, $0.baseAddress, $0.count / channels,
            UInt32(channels), GamutTally.tolerance, tile.handle, &reach)
        }
      }
    }
    return reach
  }

  /// Rewrites those visible pixels of `converted` whose colours the method moves.
  ///
  /// - Parameters:
  ///   - source: the pixels before conversion, of the same size and format.
  ///   - converted: the same pixels converted with clipping.
  ///   - moved: receives how far (CIEDE2000) the method moves colours; nil if no such figure is needed.
  ///   - firstCounted: the first row that `moved` counts.
  ///   - definition: the mapped colour of a source colour; nil if the colour stays.
  package func map(
    _ source: borrowing PixelBuffer, in converted: inout PixelBuffer, counting moved: inout MappedColors?,
    from firstCounted: Int, definition: (SIMD3<UInt16>) -> Moved?
  ) {
    precondition(
      source.format == converted.format && !source.format.isGray && source.width == converted.width
        && source.height == converted.height, "source and converted strip belong together")
    for part in source.parts(of: 0..<firstCounted) {
      var uncounted: MappedColors?
      map(source, part, in: &converted, counting: &uncounted, definition: definition)
    }
    for part in source.parts(of: firstCounted..<source.height) {
      map(source, part, in: &converted, counting: &moved, definition: definition)
    }
  }

  private func map(
    _ source: borrowing PixelBuffer, _ part: RowPart, in converted: inout PixelBuffer,
    counting moved: inout MappedColors?, definition: (SIMD3<UInt16>) -> Moved?
  ) {
    var mapping = mapping
    var first = part.rows.lowerBound * source.width
    unsafe forEachTile(of: source, part.rows) { plan, tile, samples, channels in
      let seen = unsafe samples.withUnsafeBufferPointer {
        unsafe p3_map_colors(
          converter.target.cTarget, &mapping, plan, untouched, $0.baseAddress, $0.count / channels,
          UInt32(channels), tile.handle)
      }
      Self.decide(tile, samples, channels, definition)
      unsafe converted.samples.withUnsafeMutableBufferPointer {
        let pixels = unsafe UnsafeMutableBufferPointer(rebasing: $0[(first * channels)...])
        unsafe p3_write_mapped(tile.handle, pixels.baseAddress, UInt32(channels))
      }
      moved?.add(tile, times: part.times)
      first += seen
      return seen
    }
    converted.repeatRow(of: part)
  }

  /// Calls `body` with the remaining samples of `rows` of `source` until all are processed.
  ///
  /// - Parameter body: fills the tile from the start of the samples, and returns how many pixels it
  ///   processed.
  private func forEachTile(
    of source: borrowing PixelBuffer, _ rows: Range<Int>,
    _ body: (_ plan: OpaquePointer, borrowing MappedTile, Span<UInt16>, _ channels: Int) -> Int
  ) {
    guard let plan = unsafe converter.tables.plan else { preconditionFailure("grey has no gamut") }
    let channels = source.format.channelCount
    let samples = source.samples.span.extracting(source.sampleRange(rows))
    let tile = MappedTile()
    var first = 0
    while first < samples.count / channels {
      unsafe first += body(plan, tile, samples.extracting((first * channels)...), channels)
    }
  }

  /// Applies the definition to the undecided colours of `tile`.
  private static func decide(
    _ tile: borrowing MappedTile, _ samples: Span<UInt16>, _ channels: Int,
    _ definition: (SIMD3<UInt16>) -> Moved?
  ) {
    while true {
      let pixel = unsafe p3_next_undecided(tile.handle)
      if pixel == Int.max || pixel < 0 { return }
      let sample = pixel * channels
      let moved = definition(SIMD3(samples[sample], samples[sample + 1], samples[sample + 2]))
      let linear = moved?.linear ?? SIMD3()
      let codes = moved?.codes ?? SIMD3()
      unsafe p3_decide(
        tile.handle, moved == nil ? 0 : 1, [linear.x, linear.y, linear.z], [codes.x, codes.y, codes.z])
    }
  }
}

extension Matrix3x3 {
  /// Row-major.
  fileprivate var elements: (Double, Double, Double, Double, Double, Double, Double, Double, Double) {
    let (x, y, z) = (rows[0], rows[1], rows[2])
    return (x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z)
  }
}

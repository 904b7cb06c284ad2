import CPixelKernels

/// Brings the colours of a converted strip into the gamut by vector kernels, many at once.
///
/// What the methods do is their definition's business, ColorManagement's `GamutMapper`: the kernels compute the same in
/// Double by other steps, and ask it about colours whose code the error of theirs could change. So the codes are the
/// definition's. What the methods move, in linear values, is within 10⁻¹² of it, and the same bits on every target.
public struct GamutMappingKernel: Sendable {
  /// How colours are brought in.
  public enum Method: Sendable {
    /// CSS Color 4's search, with its just noticeable difference and its precision, both in OKLab.
    case chroma(justNoticeable: Double, precision: Double)
    /// Compression along chroma, from a share of the boundary's chroma on.
    case soft(knee: Double)
  }

  /// OKLab as the kernels compute it.
  public struct Lab: Sendable {
    /// The destination's linear RGB to cone responses.
    public let conesFromRGB: Matrix3x3
    /// Cone responses to the destination's linear RGB.
    public let rgbFromCones: Matrix3x3
    /// Cone responses to the source's linear RGB.
    public let sourceFromCones: Matrix3x3
    /// Cube roots of cone responses to OKLab.
    public let labFromRoots: Matrix3x3
    /// How these roots depend on a and on b.
    public let rootsFromA: SIMD3<Double>, rootsFromB: SIMD3<Double>

    /// The matrices of the two spaces and of OKLab.
    public init(
      conesFromRGB: Matrix3x3, rgbFromCones: Matrix3x3, sourceFromCones: Matrix3x3,
      labFromRoots: Matrix3x3, rootsFromA: SIMD3<Double>, rootsFromB: SIMD3<Double>
    ) {
      self.conesFromRGB = conesFromRGB
      self.rgbFromCones = rgbFromCones
      self.sourceFromCones = sourceFromCones
      self.labFromRoots = labFromRoots
      self.rootsFromA = rootsFromA
      self.rootsFromB = rootsFromB
    }
  }

  /// What the definition says of a colour that moves: its linear values and its codes.
  public struct Moved: Sendable {
    let linear: SIMD3<Double>
    let codes: SIMD3<UInt16>

    /// A colour that moves to these values, whose codes these are.
    public init(linear: SIMD3<Double>, codes: SIMD3<UInt16>) {
      self.linear = linear
      self.codes = codes
    }
  }

  private let mapping: p3_gamut_mapping
  private let converter: PixelConverter
  private let untouched: [UInt32]

  /// - Parameters:
  ///   - method: how colours are brought in.
  ///   - lab: OKLab of both spaces.
  ///   - converter: the conversion with clipping, of colours.
  ///   - untouched: a word for each red and green and a bit for each blue of 32³ cells of source codes; set where the
  ///     method moves no colour.
  public init(_ method: Method, lab: Lab, converter: PixelConverter, untouched: [UInt32]) {
    precondition(!converter.conversion.isGray && untouched.count == 1024, "colours, and cells of colours")
    var mapping = p3_gamut_mapping()
    switch method {
    case .chroma(let justNoticeable, let precision):
      mapping.method = P3_MAP_CHROMA
      mapping.just_noticeable = justNoticeable
      mapping.precision = precision
    case .soft(let knee):
      mapping.method = P3_MAP_SOFT
      mapping.knee = knee
    }
    mapping.cones_from_rgb = Self.elements(lab.conesFromRGB)
    mapping.rgb_from_cones = Self.elements(lab.rgbFromCones)
    mapping.source_from_cones = Self.elements(lab.sourceFromCones)
    mapping.lab_from_roots = Self.elements(lab.labFromRoots)
    mapping.roots_from_a = (lab.rootsFromA.x, lab.rootsFromA.y, lab.rootsFromA.z)
    mapping.roots_from_b = (lab.rootsFromB.x, lab.rootsFromB.y, lab.rootsFromB.z)
    self.mapping = mapping
    self.converter = converter
    self.untouched = untouched
  }

  /// Rewrites the visible pixels of `converted` whose colours the method moves.
  ///
  /// - Parameters:
  ///   - source: the pixels before conversion, of the same size and format.
  ///   - converted: the same pixels converted with clipping.
  ///   - moved: adds up how far (CIEDE2000) the method moves colours; nil where the caller reports no such figure.
  ///   - firstCounted: the index of the first pixel that `moved` counts.
  ///   - definition: what the method makes of a source colour; nil where it stays.
  public func map(
    _ source: borrowing PixelBuffer, in converted: inout PixelBuffer, counting moved: inout MappedColors?,
    from firstCounted: Int, definition: (SIMD3<UInt16>) -> Moved?
  ) {
    precondition(
      source.format == converted.format && !source.format.isGray && source.width == converted.width
        && source.height == converted.height, "source and converted strip belong together")
    guard let plan = unsafe converter.tables.plan else { preconditionFailure("grey has no gamut") }
    let channels = source.format.channelCount
    let samples = source.samples.span
    let tile = MappedTile()
    var first = 0
    var mapping = mapping
    while first < samples.count / channels {
      let rest = samples.extracting((first * channels)...)
      let seen = unsafe rest.withUnsafeBufferPointer {
        unsafe p3_map_colors(
          converter.target.cTarget, &mapping, plan, untouched, $0.baseAddress, $0.count / channels,
          UInt32(channels), tile.handle)
      }
      Self.decide(tile, rest, channels, definition)
      unsafe converted.samples.withUnsafeMutableBufferPointer {
        let pixels = unsafe UnsafeMutableBufferPointer(rebasing: $0[(first * channels)...])
        unsafe p3_write_mapped(tile.handle, pixels.baseAddress, UInt32(channels))
      }
      moved?.add(tile, from: max(0, firstCounted - first))
      first += seen
    }
  }

  /// Has the definition decide on the colours of `tile` that are left to it.
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

  /// Row-major.
  private static func elements(
    _ matrix: Matrix3x3
  ) -> (Double, Double, Double, Double, Double, Double, Double, Double, Double) {
    let (x, y, z) = (matrix.rows[0], matrix.rows[1], matrix.rows[2])
    return (x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z)
  }
}
